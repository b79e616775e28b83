"""No shared room names a game, or asks a setup, a state or a view what else it may hold."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

from tablekeeper.engines.catalogue import NAMES
from tests.engines.tables import ROOT

WITH_A_REASON = {
    "engines/catalogue.py": "the one list of the games that ship",
    "firmware/commands/bench.py": "its figures are those of certain games",
}
SHARED = sorted(
    path
    for room in ("engines", "display", "firmware")
    for path in (ROOT / room).rglob("*.py")
    if not {*NAMES} & {*path.relative_to(ROOT).parts} and path.relative_to(ROOT).as_posix() not in WITH_A_REASON
)
OF_A_GAME = ("setup", "state", "view", "history")


def docstrings(tree: ast.AST) -> set[int]:
    """The nodes of all texts that only explain."""
    alone = (node.value for node in ast.walk(tree) if isinstance(node, ast.Expr))
    return {id(value) for value in alone if isinstance(value, ast.Constant)}


def faults_in(text: str) -> Iterator[str]:
    """Each line that names a game, or looks for an attribute of a game's own objects."""
    tree = ast.parse(text)
    explained = docstrings(tree)
    for node in ast.walk(tree):
        words: list[str] = []
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in explained:
            words = [node.value]
        elif isinstance(node, ast.ImportFrom):
            words = [node.module or "", *(f"{node.module}.{name.name}" for name in node.names)]
        elif isinstance(node, ast.Import):
            words = [name.name for name in node.names]
        for word in words:
            parts = {*word.replace("-", "_").split("."), word.replace("-", "_").partition(" ")[0]}
            if {*NAMES} & parts:
                yield f"line {node.lineno}: names a game: {word!r}"
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in ("getattr", "hasattr"):
            asked = ast.unparse(node.args[0]).rpartition(".")[2]
            if asked in OF_A_GAME:
                yield f"line {node.lineno}: {ast.unparse(node)}"


@pytest.mark.parametrize("path", SHARED, ids=lambda path: path.relative_to(ROOT).as_posix())
def test_no_shared_module_knows_a_game(path: Path) -> None:
    assert not list(faults_in(path.read_text(encoding="utf-8")))


def test_every_exception_still_has_its_reason() -> None:
    for name in WITH_A_REASON:
        assert list(faults_in((ROOT / name).read_text(encoding="utf-8"))), name


@pytest.mark.parametrize(
    "line",
    [
        'game = find_game("kokoro")', 'key = "cocoon_world.ask.roll"', "from tablekeeper.engines.chocobo import GAME",
        'gap = getattr(session.history.state, "gap", None)', 'hasattr(page.view, "players")', 'name = "cocoon-world"',
    ],
)  # fmt: skip
def test_a_leak_is_found(line: str) -> None:
    assert len(list(faults_in(line))) >= 1
