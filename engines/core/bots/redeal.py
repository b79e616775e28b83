"""Hidden components dealt anew: the same ones in other places, whatever lay where."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, TypeVar

from tablekeeper.engines.core.luck import Luck
from tablekeeper.engines.core.state import State

S = TypeVar("S", bound=State)
C = TypeVar("C", int, str)
"""A component: all that lie in some zones are of one type."""

Imagine = Callable[[Any, int, Luck], Any]
"""imagine(state, seat, luck) -> the state with everything dealt anew that this seat, or PUBLIC, cannot know."""


def nothing_hidden(state: S, seat: int, luck: Luck) -> S:
    """The same state, where everybody knows all that has been decided."""
    return state


def redeal(zones: Sequence[tuple[C, ...]], luck: Luck) -> list[tuple[C, ...]]:
    """All that lies in these zones, shuffled; each zone keeps its size.

    It is sorted before it is shuffled, so that the result says nothing about where anything lay.
    """
    mixed = sorted(item for zone in zones for item in zone)
    for last in range(len(mixed) - 1, 0, -1):
        at = int(luck.random() * (last + 1))
        mixed[last], mixed[at] = mixed[at], mixed[last]
    dealt = iter(mixed)
    return [tuple(next(dealt) for _ in zone) for zone in zones]


def changed(state: S, **fields: object) -> S:
    """The same state with other fields."""
    other = state.__class__.__new__(state.__class__)
    other.__dict__.update({**state.__dict__, **fields})
    return other
