"""Some slides ahead in a level of numbers, which are taken out in their order: the way goes from number to number.

A number that nobody has seen may lie in any place that is still covered, so the way to it counts by its mean. To find
it costs a search, the longer the more places are covered: so plans that look into these on their way are better.
"""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from tablekeeper.engines.cocoons.box import LOOKS_IN, NEIGHBOURS, PLACES
from tablekeeper.engines.cocoons.state import EMPTY, NONE, START, TOKEN, UNNAMED, State
from tablekeeper.engines.cocoons.trapdoors import FACE_DOWN, NUMBERS

DEPTH = 6
SEARCH_WORTH = 1.2
"""Tokens that each covered place costs while a number is to be found, about; tried on 300 games, as the next two."""
SIDE_WORTH = 1.0
"""Tokens that an unseen side still costs."""
MISS_WORTH = 2.5
"""Tokens lost when a guardian is uncovered before its cocoon is known."""
DETOUR = 1.5
"""Tokens for the way past a guardian that was left."""
KEPT = 1 << 16
"""So many ways are remembered: there are far more than a table that stays on should keep."""


class Walk(NamedTuple):
    """A position on the way, as far as it is foreseen."""

    gap: int
    cocoons: tuple[int, ...]
    out: int
    """How many numbers are out of the box."""
    covered: frozenset[int]
    """The places whose number nobody will have seen by then."""
    left: frozenset[int]
    """The places of guardians that were left."""
    seen: frozenset[int]
    """The cocoons whose side is known, or will be by then."""
    spent: int
    missed: float
    """Guardians that are likely to have been left."""


class Walker:
    """Looks ahead from one state of a level of numbers."""

    def __init__(self, state: State, depth: int = DEPTH) -> None:
        self.state = state
        self.depth = depth
        self.named = frozenset(cocoon for cocoon, owner in enumerate(state.owners) if owner != UNNAMED)
        self.covered = frozenset(place for place in PLACES if state.traps[place] == FACE_DOWN)
        self.places = {trapdoor: place for place, trapdoor in enumerate(state.traps) if trapdoor in NUMBERS}
        if len(self.covered) == 1:
            self.places[state.unseen[0]] = min(self.covered)
        self.way = tuple(self.places.get(number, NONE) for number in NUMBERS)
        """By number, its place; NONE where that is not known."""

    def value_slides(self, barred: int) -> dict[int, float]:
        """By place whose cocoon may slide, how good the best way that begins so is; no slide here is for nothing."""
        state = self.state
        left = frozenset(place for place in PLACES if place != state.gap and _is_left(state, place))
        here = Walk(state.gap, state.cocoons, len(state.out), self.covered, left, self.named, 0, 0.0)
        return {
            place: self._best(self._slide(here, place), self.depth - 1)
            for place in NEIGHBOURS[here.gap]
            if place != barred
        }

    def _best(self, walk: Walk, depth: int) -> float:
        value = self._value(walk)
        if not depth:
            return value
        return max(value, *[self._best(self._slide(walk, place), depth - 1) for place in NEIGHBOURS[walk.gap]])

    def _value(self, walk: Walk) -> float:
        sides = max(0, len(self.state.owners) - len(walk.seen) - 1)
        way = measure_way(walk.gap, self.way[walk.out :], self.covered, self.state.start)
        search = SEARCH_WORTH * len(walk.covered) if NONE in self.way[walk.out :] else 0.0
        late = MISS_WORTH * walk.missed + SIDE_WORTH * sides + DETOUR * len(walk.left)
        return -(walk.spent + way + search + late)

    def _slide(self, walk: Walk, place: int) -> Walk:
        gap, cocoons, out, covered, left, seen, spent, missed = walk
        moved = list(cocoons)
        moved[gap], moved[place] = moved[place], NONE
        faces = self.state.faces
        new = [moved[at] for at, side in LOOKS_IN[place] if faces[moved[at]] == side and moved[at] not in seen]
        if new:
            seen = seen.union(new)
        if out < len(NUMBERS) and self.way[out] == place:
            out += 1
            missed += 1 - self._knows(seen)
        elif place in left and self.state.tokens[place] in self.state.owners:
            left = left - {place}
        if place in covered:
            covered = covered - {place}
        return Walk(place, tuple(moved), out, covered, left, seen, spent + 1, missed)

    def _knows(self, seen: frozenset[int]) -> float:
        """How likely the cocoon of a guardian is known by then."""
        cocoons = len(self.state.owners)
        return 1.0 if cocoons - len(seen) <= 1 else len(seen) / cocoons


def _is_left(state: State, place: int) -> bool:
    return state.traps[place] == EMPTY and state.tokens[place] not in (START, TOKEN, EMPTY)


@lru_cache(maxsize=KEPT)
def measure_way(gap: int, stops: tuple[int, ...], covered: frozenset[int], start: int) -> float:
    """The slides from stop to stop and on to the start token; a stop that nobody knows is any of the covered places."""
    if not stops and gap == start:
        return 0.0
    way, at = 0.0, gap
    for place in (*stops, start):
        way += _leg(at, place, covered)
        at = place
    return way


@lru_cache(maxsize=KEPT)
def _leg(place: int, other: int, covered: frozenset[int]) -> float:
    if place == other == NONE:
        return sum(_leg(one, NONE, covered) for one in covered) / len(covered)
    if place == NONE:
        return _leg(other, NONE, covered)
    if other == NONE:
        rest = covered - {place}
        return sum(_leg(place, one, covered) for one in rest) / len(rest) if rest else 2.0
    return abs(place // 3 - other // 3) + abs(place % 3 - other % 3) or 2
