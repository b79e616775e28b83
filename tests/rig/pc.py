"""The userland for this processor with the project's tree in it, compiled: made once, and given out in fresh copies."""

from __future__ import annotations

import hashlib
import shutil
from pathlib import Path

from tests.rig.cache import Cache, Report
from tests.rig.cell import bind
from tests.rig.native import have_native
from tests.rig.userland import furnish, lay_over, run_inside
from tests.rig.work import TREE, TREE_INSIDE, Work

LAYERS = ("pc-tree", "pc-python", "pc")
"""The uppermost first."""
_NOBODYS = shutil.ignore_patterns(".*", "*.egg-info", "__pycache__")
_MADE = {"out", "build"}


def _left_out(folder: str, names: list[str]) -> set[str]:
    """What is no part of the project: hidden, compiled, or made at its top (docs/build is a page's folder)."""
    made = _MADE & set(names) if Path(folder) == TREE else set()
    return {*_NOBODYS(folder, names), *made}


def run(work: Work) -> None:
    """Make it, unless it is there."""
    layers = have_native(work.cache, work.report)
    _have_tree(work.cache, layers, work.report)


def fresh_pc(work: Work) -> Path:
    """A fresh copy of it, as this rig found or made it: somebody may be writing in the project meanwhile."""
    root = lay_over([work.cache.folder / layer for layer in LAYERS], work.cache.scratch / "pc")
    furnish(root)
    return root


def copy_tree(place: Path) -> None:
    """The project as people get it."""
    shutil.copytree(TREE, place, symlinks=True, ignore=_left_out)


def digest_tree() -> str:
    """Changes whenever something in the project changes."""
    digest = hashlib.sha256()
    waiting = [TREE]
    while waiting:
        folder = waiting.pop()
        names = sorted(path.name for path in folder.iterdir())
        for name in sorted(set(names) - set(_left_out(str(folder), names))):
            path = folder / name
            if path.is_symlink():
                digest.update(f"{path.relative_to(TREE)}\0{path.readlink()}".encode())
            elif path.is_dir():
                waiting.append(path)
            else:
                digest.update(f"{path.relative_to(TREE)}\0{path.stat().st_size}\0".encode() + path.read_bytes())
    return digest.hexdigest()


def _have_tree(cache: Cache, layers: list[Path], report: Report) -> Path:
    """Compiled here, because an emulated processor takes thirty times as long for it."""

    def make(layer: Path) -> None:
        place = layer / TREE_INSIDE.lstrip("/")
        copy_tree(place)
        root = lay_over(layers, cache.scratch / layer.name)
        furnish(root)
        (root / TREE_INSIDE.lstrip("/")).mkdir()
        bind(place, root / TREE_INSIDE.lstrip("/"))
        command = ["/opt/venv/bin/python", "-m", "compileall", "-q", TREE_INSIDE]
        run_inside(root, command, "compiling the project")

    recipe = "\n".join([digest_tree(), *((layer / ".recipe").read_text(encoding="ascii") for layer in layers)])
    return cache.have(LAYERS[0], recipe, make, report)
