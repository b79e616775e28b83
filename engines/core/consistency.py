"""What cannot be of a position that somebody laid out: what is short or left over, and what lies beyond its range."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator

from tablekeeper.engines.core.state import State


def seat_faults(state: State, *names: str) -> Iterator[str]:
    """Fields that hold another number of values than there are players."""
    seats = len(state.__dict__["setup"].players)
    for name in names:
        found = state.__dict__[name]
        if len(found) != seats:
            yield f"found {name} with {len(found)} values for {seats} players; expected one for each"


def range_faults(name: str, found: Iterable[int], low: int, high: int) -> Iterator[str]:
    """Values that are too small or too large."""
    for value in found:
        if not low <= value <= high:
            yield f"found {value} in {name}; expected {low} to {high}"


def count_faults(what: str, found: Iterable[object], right: Iterable[object]) -> Iterator[str]:
    """Components of which there are more or fewer than the game has."""
    there, all_of_them = Counter(found), Counter(right)
    for thing in there | all_of_them:
        if there[thing] != all_of_them[thing]:
            yield f"found {what} {thing!r} {there[thing]} times on the table; expected {all_of_them[thing]}"
