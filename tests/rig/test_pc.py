"""What the rig tries is the project as people get it, and never an older one."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.rig import pc


@pytest.fixture
def tree(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    place = tmp_path / "tree"
    for name in ("hardware/sliding_box/box.py", "hardware/__pycache__/box.pyc", ".venv/bin/python", "out/shot.png"):
        (place / name).parent.mkdir(parents=True, exist_ok=True)
        (place / name).write_text(name, encoding="ascii")
    monkeypatch.setattr(pc, "TREE", place)
    return place


def test_what_was_made_on_this_machine_is_left_out(tree: Path, tmp_path: Path) -> None:
    pc.copy_tree(tmp_path / "copy")
    copied = [path.relative_to(tmp_path / "copy") for path in (tmp_path / "copy").rglob("*") if path.is_file()]
    assert copied == [Path("hardware/sliding_box/box.py")]


def test_a_changed_or_moved_file_is_noticed_and_nothing_else(tree: Path) -> None:
    before = pc.digest_tree()
    (tree / ".venv/bin/python").write_text("another", encoding="ascii")
    (tree / "hardware/__pycache__/box.pyc").touch()
    assert pc.digest_tree() == before
    (tree / "hardware/sliding_box/box.py").rename(tree / "hardware/boxes.py")
    moved = pc.digest_tree()
    (tree / "hardware/boxes.py").write_text("changed", encoding="ascii")
    assert len({before, moved, pc.digest_tree()}) == 3
