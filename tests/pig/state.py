"""Everything that lies on the table in Pig."""

from __future__ import annotations

from tablekeeper.engines import core
from tests.pig.setup import Setup


class Table(core.Table):
    """The table while something happens."""

    setup: Setup
    turn: int
    seat: int
    points: tuple[int, ...]
    """What each seat has held."""
    gained: int
    """The points of this turn."""


class State(core.State, Table):
    """The table between two answers."""


def lay_out(setup: Setup) -> Table:
    """The table at the start."""
    table = Table()
    table.setup = setup
    table.turn, table.seat, table.gained = 1, 0, 0
    table.points = (0,) * len(setup.players)
    table.agenda = (("turn",),)
    return table
