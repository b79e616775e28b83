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


def find_fault(state: State) -> str | None:
    """What cannot be on a table of Pig."""
    if len(state.points) != len(state.setup.players):
        return f"found points = {state.points} for {len(state.setup.players)} players; expected one number each"
    if not 0 <= state.seat < len(state.points):
        return f"found seat = {state.seat}; expected 0 to {len(state.points) - 1}"
    least = min(*state.points, state.gained, state.turn - 1)
    return None if least >= 0 else "found a number below nought; expected points of nought or more"
