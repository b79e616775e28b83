"""Plants one small fault after another into the modules that matter, and reports those that no test notices.

    python -m tests.mutants                       # every target, a sample of each
    python -m tests.mutants slides --most 0       # every mutant of one target

Everything heavy is imported once; each mutant is tried in a fork of that process, which imports the mutated module
instead of the real one and runs the target's tests until the first fails. No file is changed.
"""

from __future__ import annotations

import argparse
import ast
import copy
import importlib.abc
import importlib.machinery
import importlib.util
import os
import random
import signal
import sys
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from types import CodeType, ModuleType
from typing import Any, NamedTuple

import pytest

ROOT = Path(__file__).parents[1]
LIMIT_S = 120
"""A mutant that runs for ever counts as noticed."""
CORE = ["tests/engines/core", "--ignore=tests/engines/core/test_arrows.py", "tests/engines/test_golden.py"]
TARGETS = {
    "slides": ("hardware/sliding_box/slides.py", ["tests/hardware/test_slides.py"]),
    "debounce": ("hardware/sliding_box/debounce.py", ["tests/hardware/test_slides.py", "tests/hardware/test_box.py"]),
    "health": ("firmware/program/health.py", ["tests/firmware/test_health.py"]),
    "arbiter": ("firmware/senses/arbiter.py", ["tests/firmware/test_arbiter.py", "tests/firmware/test_box_arbiter.py"]),
    "settle": ("vision/settle.py", ["tests/vision/test_settle.py"]),
    "journal": ("firmware/journal/journal.py", ["tests/firmware/test_journal.py", "tests/firmware/test_repair.py"]),
    "rows": (
        "firmware/journal/file/rows.py",
        ["tests/firmware/test_journal.py", "tests/firmware/test_repair.py", "tests/firmware/test_patience.py"],
    ),
    "opening": (
        "firmware/journal/file/opening.py",
        ["tests/firmware/test_journal.py", "tests/firmware/test_repair.py", "tests/firmware/test_patience.py"],
    ),
    "repair": ("firmware/journal/care/repair.py", ["tests/firmware/test_repair.py", "tests/firmware/test_outlived.py"]),
    **{
        name: (f"engines/core/{name}.py", CORE)
        for name in ("answer", "edition", "history", "ledger", "options", "playthrough", "question", "rules", "state")
    },
}
OPPOSITES: dict[type, type] = {
    ast.Lt: ast.LtE, ast.LtE: ast.Lt, ast.Gt: ast.GtE, ast.GtE: ast.Gt, ast.Eq: ast.NotEq, ast.NotEq: ast.Eq,
    ast.In: ast.NotIn, ast.NotIn: ast.In, ast.Is: ast.IsNot, ast.IsNot: ast.Is, ast.And: ast.Or, ast.Or: ast.And,
    ast.Add: ast.Sub, ast.Sub: ast.Add, ast.Mult: ast.FloorDiv, ast.BitOr: ast.BitAnd, ast.BitAnd: ast.BitOr,
}  # fmt: skip
OPTIONS = ["-x", "-q", "-n", "0", "-p", "no:randomly", "-p", "no:cacheprovider",
           "-W", "ignore::pytest.PytestAssertRewriteWarning"]  # fmt: skip
CALLS = {"min": "max", "max": "min", "any": "all", "all": "any"}


class Mutant(NamedTuple):
    """One fault: where it is, what it changes, and the module with it."""

    line: int
    change: str
    tree: ast.Module


def variants(node: ast.AST) -> Iterator[ast.AST]:
    """What may stand in place of a node."""
    for kind, change in CHANGES.items():
        if isinstance(node, kind):
            yield from change(node)


def _compare(node: ast.Compare) -> Iterator[ast.AST]:
    if type(node.ops[0]) in OPPOSITES:
        yield ast.Compare(node.left, [OPPOSITES[type(node.ops[0])](), *node.ops[1:]], node.comparators)


def _both(node: ast.BoolOp) -> Iterator[ast.AST]:
    yield ast.BoolOp(OPPOSITES[type(node.op)](), node.values)
    for i in range(len(node.values)):
        kept = node.values[:i] + node.values[i + 1 :]
        yield ast.BoolOp(node.op, kept) if len(kept) > 1 else kept[0]


def _not(node: ast.UnaryOp) -> Iterator[ast.AST]:
    if isinstance(node.op, ast.Not):
        yield node.operand


def _sum(node: ast.BinOp) -> Iterator[ast.AST]:
    if type(node.op) in OPPOSITES:
        yield ast.BinOp(node.left, OPPOSITES[type(node.op)](), node.right)


def _constant(node: ast.Constant) -> Iterator[ast.AST]:
    if isinstance(node.value, bool):
        yield ast.Constant(not node.value)
    elif isinstance(node.value, int | float):
        yield ast.Constant(node.value + 1)


def _call(node: ast.Call) -> Iterator[ast.AST]:
    if isinstance(node.func, ast.Name) and node.func.id in CALLS:
        yield ast.Call(ast.Name(CALLS[node.func.id], ast.Load()), node.args, node.keywords)


def _order(node: ast.Tuple) -> Iterator[ast.AST]:
    if len(node.elts) > 1 and isinstance(node.ctx, ast.Load):
        yield ast.Tuple([node.elts[1], node.elts[0], *node.elts[2:]], node.ctx)


def _choice(node: ast.IfExp) -> Iterator[ast.AST]:
    yield ast.IfExp(node.test, node.orelse, node.body)


def _branch(node: ast.If) -> Iterator[ast.AST]:
    yield ast.If(ast.UnaryOp(ast.Not(), node.test), node.body, node.orelse)


def _statement(node: ast.Expr) -> Iterator[ast.AST]:
    if isinstance(node.value, ast.Call):
        yield ast.Pass()


CHANGES: dict[type[Any], Callable[[Any], Iterator[ast.AST]]] = {
    ast.Compare: _compare, ast.BoolOp: _both, ast.UnaryOp: _not, ast.BinOp: _sum, ast.Constant: _constant,
    ast.Call: _call, ast.Tuple: _order, ast.IfExp: _choice, ast.If: _branch, ast.Expr: _statement,
}  # fmt: skip


def mutants(source: str) -> Iterator[Mutant]:
    """Every mutant of a module; annotations, docstrings and sentences are left alone."""
    tree = ast.parse(source)
    skipped = {id(inner) for node in ast.walk(tree) for inner in _not_run(node)}
    for place, node in enumerate(ast.walk(tree)):
        if id(node) in skipped:
            continue
        for variant in variants(node):
            if ast.unparse(variant) == ast.unparse(node):
                continue
            changed = copy.deepcopy(tree)
            target = list(ast.walk(changed))[place]
            ast.copy_location(variant, target)
            mutated = ast.fix_missing_locations(_Swap(target, variant).visit(changed))
            assert isinstance(mutated, ast.Module)
            yield Mutant(getattr(node, "lineno", 0), f"{_short(node)}  ->  {_short(variant)}", mutated)


def _not_run(node: ast.AST) -> Iterator[ast.AST]:
    annotations = [getattr(node, name, None) for name in ("annotation", "returns")]
    for annotation in filter(None, annotations):
        yield from ast.walk(annotation)
    if isinstance(node, ast.Raise) or (isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING"):
        yield from ast.walk(node)


def _short(node: ast.AST) -> str:
    return ast.unparse(node).splitlines()[0][:90]


class _Swap(ast.NodeTransformer):
    def __init__(self, old: ast.AST, new: ast.AST) -> None:
        self.old, self.new = old, new

    def visit(self, node: ast.AST) -> ast.AST:
        return self.new if node is self.old else self.generic_visit(node)


class Planted(importlib.abc.MetaPathFinder, importlib.abc.Loader):
    """Imports one module from code that was handed over."""

    def __init__(self, name: str, path: Path, code: CodeType) -> None:
        self.name, self.path, self.code = name, path, code

    def find_spec(self, fullname: str, path: object, target: object = None) -> importlib.machinery.ModuleSpec | None:
        """The planted module's spec; None for every other."""
        return (
            importlib.util.spec_from_file_location(fullname, self.path, loader=self) if fullname == self.name else None
        )

    def exec_module(self, module: ModuleType) -> None:
        """Run the planted code."""
        exec(self.code, module.__dict__)

    @pytest.hookimpl(tryfirst=True)
    def pytest_load_initial_conftests(self) -> None:
        """Stand before pytest's own finder, which rewrites assertions, and before anything is imported."""
        sys.meta_path.insert(0, self)


def passes(name: str, path: Path, tree: ast.Module | None, tests: Sequence[str]) -> bool:
    """Whether the tests pass with the module as it is in the tree (None: as it is)."""
    child = os.fork()
    if child == 0:
        _run(name, path, tree, tests)
    return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0


def _run(name: str, path: Path, tree: ast.Module | None, tests: Sequence[str]) -> None:
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, 1)
    os.dup2(nowhere, 2)
    signal.alarm(LIMIT_S)
    planted = [] if tree is None else [Planted(name, path, compile(tree, str(path), "exec"))]
    try:
        code = pytest.main([*OPTIONS, *tests], plugins=planted)
    except BaseException:  # noqa: BLE001  a mutant may break anything, and that is being noticed
        code = 1
    os._exit(int(code))


def try_target(name: str, most: int) -> tuple[int, int]:
    """Try the mutants of a target and print the survivors; how many there were and how many were noticed."""
    file, tests = TARGETS[name]
    path, module = ROOT / file, "tablekeeper." + file.removesuffix(".py").replace("/", ".")
    if not passes(module, path, None, tests):
        sys.exit(f"mutants of {name}: the tests fail on the module as it is: {' '.join(tests)}")
    if passes(module, path, ast.parse("raise ImportError"), tests):
        sys.exit(f"mutants of {name}: {' '.join(tests)} never import {file}")
    found = list(mutants(path.read_text(encoding="utf-8")))
    if most and len(found) > most:
        found = sorted(random.Random(name).sample(found, most), key=lambda mutant: mutant.line)
    survivors = 0
    for mutant in found:
        if passes(module, path, mutant.tree, tests):
            survivors += 1
            print(f"  {file}:{mutant.line}: {mutant.change}", flush=True)
    return len(found), len(found) - survivors


def main() -> None:
    """Try the targets that are named, or all."""
    parser = argparse.ArgumentParser(prog="python -m tests.mutants", description=__doc__)
    parser.add_argument("targets", nargs="*", choices=[*TARGETS, []], default=list(TARGETS))
    parser.add_argument("--most", type=int, default=40, help="so many mutants of each target, 0 for all")
    asked = parser.parse_args()
    os.environ.update(SDL_VIDEODRIVER="dummy", SDL_AUDIODRIVER="dummy", PYGAME_HIDE_SUPPORT_PROMPT="1")
    import cv2
    import hypothesis.strategies  # noqa: F401
    import msgspec  # noqa: F401
    import pygame  # noqa: F401

    cv2.setNumThreads(1)
    for name in asked.targets:
        tried, noticed = try_target(name, asked.most)
        print(f"{name}: {noticed} of {tried} mutants noticed ({100 * noticed / max(tried, 1):.0f} %)", flush=True)


if __name__ == "__main__":
    main()
