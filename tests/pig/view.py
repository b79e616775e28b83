"""What everybody may see of a game of Pig: all of it."""

from __future__ import annotations

from dataclasses import dataclass

from tests.pig.state import State


@dataclass(frozen=True)
class View:
    """The whole table."""

    turn: int
    seat: int
    points: tuple[int, ...]
    gained: int
    goal: int


def look(state: State, seat: int) -> View:
    """The table as any seat sees it."""
    return View(state.turn, state.seat, state.points, state.gained, state.setup.goal)
