"""The box: nine places in three rows, what lies beside what, and who at which corner sees which side."""

from __future__ import annotations

PLACES = range(9)
"""0 1 2 / 3 4 5 / 6 7 8, north above. The box keeps these numbers when it is turned; the seats move round it."""
SIDES = ("N", "E", "S", "W")
_STEPS = ((-1, 0), (0, 1), (1, 0), (0, -1))
CORNERS = ("NW", "NE", "SE", "SW")
"""Clockwise, as the seats are."""
SEEN_FROM = ((0, 3), (0, 1), (1, 2), (2, 3))
"""From each corner, the sides of the box towards which a cocoon's mark must look to be read (facts, part 2)."""
SEATS = {1: ((0, 2),), 2: ((0,), (2,)), 3: ((0,), (1,), (2,)), 4: ((0,), (1,), (2,), (3,))}
"""By number of players, the corners at which each sits at first. Alone one plays two seats, face to face."""


def _beside(place: int, side: int) -> int:
    row, column = place // 3 + _STEPS[side][0], place % 3 + _STEPS[side][1]
    return row * 3 + column if 0 <= row < 3 and 0 <= column < 3 else -1


NEIGHBOURS = tuple(tuple(sorted(n for side in range(4) if (n := _beside(p, side)) >= 0)) for p in PLACES)
LOOKS_IN = tuple(
    tuple(sorted((n, (side + 2) % 4) for side in range(4) if (n := _beside(p, side)) >= 0)) for p in PLACES
)
"""For a gap in each place: the places around it, each with the side that looks into the gap from there."""


def corners_of(players: int, seat: int, quarters: int) -> tuple[int, ...]:
    """The corners that a seat faces after so many quarter turns of the box, clockwise."""
    return tuple((corner - quarters) % 4 for corner in SEATS[players][seat])


def sides_seen(players: int, seat: int, quarters: int) -> tuple[int, ...]:
    """The sides that a seat reads when a cocoon's mark looks that way into the gap."""
    return tuple(sorted({side for corner in corners_of(players, seat, quarters) for side in SEEN_FROM[corner]}))


def readers(players: int, side: int, quarters: int) -> tuple[int, ...]:
    """The seats that can read a side; never none, for two seats always face each other."""
    return tuple(seat for seat in range(players) if side in sides_seen(players, seat, quarters))
