"""Counts of states from fixed beginnings, as move counts check a chess program: each figure can be checked by hand."""

from __future__ import annotations

from pathlib import Path

import pytest

from tablekeeper.engines.cocoon_world import GAME
from tests.engines.cocoon_world.scenes import COUNTED, PLAYERS, play

TABLE = Path(__file__).with_name("counts.txt")
ROWS = [line.split(" | ") for line in TABLE.read_text(encoding="utf-8").splitlines() if not line.startswith("#")]


@pytest.mark.parametrize("row", ROWS, ids=lambda row: f"{row[0]}-{row[1]}-{row[2]}")
def test_counts(row: list[str]) -> None:
    players, table, first, counts, _why = row
    state, _ = GAME.rules.start(GAME.prepare(PLAYERS[: int(players)], COUNTED, table=table))
    state, _ = play(state, *(first.split("; ") if first != "-" else ()))
    level = {state}
    found = []
    for _ in counts.split():
        level = {GAME.rules.answer(at, option)[0] for at in level for option in set(GAME.rules.question(at).options)}
        found.append(len(level))
    assert found == [int(count) for count in counts.split()]
