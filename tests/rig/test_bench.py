"""The record of real boards says plainly what never happened."""

from __future__ import annotations

import re
import tomllib

import pytest

from tests.rig.work import TREE

BOARDS = tomllib.loads((TREE / "hardware/bench.toml").read_text(encoding="utf-8"))["board"]
PARTS = ("camera", "pins", "screen", "service", "install")


@pytest.mark.parametrize("board", BOARDS, ids=lambda board: f"{board['model']} {board['system'].split()[-1]}")
def test_every_part_of_a_board_was_run_on_a_day_by_somebody_or_never(board: dict[str, str]) -> None:
    assert set(board) == {"model", "system", *PARTS}
    for part in PARTS:
        assert re.fullmatch(r"never|\d{4}-\d{2}-\d{2} \S+: .+", board[part]), f"{part}: {board[part]!r}"
