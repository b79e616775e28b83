"""The counts of perft.txt hold, and two ways of counting agree."""

from __future__ import annotations

import pytest

from tablekeeper.engines.catalogue import NAMES
from tests.engines.perft import Row, counted, one_by_one, position, read_rows

ROWS = [row for game in NAMES for row in read_rows(game)]
WAYS_WALKED = 250
"""Beyond this the second way takes too long for every test run."""
EACH = pytest.mark.parametrize("row", ROWS, ids=lambda row: f"{row.game}-{row.story}-{row.answers}")


@EACH
def test_as_much_can_happen_as_before(row: Row) -> None:
    assert row.spell() == counted(row).spell()


@EACH
def test_a_second_way_of_counting_agrees(row: Row) -> None:
    rules, state = position(row)
    depth = max(1, sum(ways <= WAYS_WALKED for ways in row.ways))
    assert (row.ways[:depth], row.states[:depth]) == one_by_one(rules, state, depth)


@pytest.mark.parametrize("game", NAMES)
def test_every_game_has_positions_and_some_were_counted_by_hand(game: str) -> None:
    rows = read_rows(game)
    assert len(rows) >= 10
    assert len({row.story for row in rows}) >= 5
    assert any(row.why for row in rows)
    assert all(len(row.ways) >= 1 for row in rows)
