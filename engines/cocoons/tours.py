"""The fewest tokens for a tour of the gap through a set of places and on to the start token, by table.

The table is worked out backwards from the end when it is first asked for. It keeps sets of sets: one integer of 512
bits a position of gap and free cocoon, one bit for each set of places that are still to be visited.
"""

from __future__ import annotations

from functools import cache

from tablekeeper.engines.cocoons.box import NEIGHBOURS, PLACES

NOWHERE = 9
"""Where the free cocoon is when no cocoon is free."""
_SETS = 512
_ALL = (1 << _SETS) - 1
_LACKING = tuple(sum(1 << visit for visit in range(_SETS) if not visit >> place & 1) for place in PLACES)
"""By place, the sets that do not hold it."""
Position = tuple[int, int]
"""Where the gap is, and the free cocoon."""


def _before(sets: int, place: int) -> int:
    """What may have been left before the gap came to a place: the same, with or without that place."""
    lacking = sets & _LACKING[place]
    return lacking | lacking << (1 << place)


class Tours:
    """All tours that end over one start token."""

    def __init__(self, start: int) -> None:
        positions = [(gap, free) for gap in PLACES for free in (*PLACES, NOWHERE) if gap != free]
        done = {position: 1 if position[0] == start else 0 for position in positions}
        self._layers: list[dict[Position, int]] = [_slide_for_nothing(done)]
        """By number of tokens, what can be finished with as many from each position."""
        while any(sets != _ALL for sets in self._layers[-1].values()):
            self._layers.append(_slide_for_nothing(_slide_for_one(self._layers[-1])))
        self.fewest = cache(self._find)

    def _find(self, gap: int, free: int, visits: int) -> int:
        """The fewest tokens from a gap, with the free cocoon there, through these places (as bits)."""
        position = gap, free
        return next(tokens for tokens, layer in enumerate(self._layers) if layer[position] >> visits & 1)


def _slide_for_one(layer: dict[Position, int]) -> dict[Position, int]:
    longer = dict(layer)
    for gap, free in layer:
        for place in NEIGHBOURS[gap]:
            if place != free:
                longer[gap, free] |= _before(layer[place, free], place)
    return longer


def _slide_for_nothing(layer: dict[Position, int]) -> dict[Position, int]:
    pairs = [(gap, free) for gap in PLACES for free in NEIGHBOURS[gap]]
    changed = True
    while changed:
        changed = False
        for gap, free in pairs:
            more = layer[gap, free] | _before(layer[free, gap], free)
            if more != layer[gap, free]:
                layer[gap, free] = more
                changed = True
    return layer


@cache
def tours_to(start: int) -> Tours:
    """The tours that end over this place."""
    return Tours(start)
