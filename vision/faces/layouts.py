"""Lays the six layouts of pips over spots: turned by the outermost spot, then squeezed as a slanted view would."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import accumulate
from math import sqrt
from typing import Final, NamedTuple

LAYOUTS: Final[dict[int, tuple[tuple[int, int], ...]]] = {
    1: ((0, 0),),
    2: ((-1, -1), (1, 1)),
    3: ((-1, -1), (0, 0), (1, 1)),
    4: ((-1, -1), (-1, 1), (1, -1), (1, 1)),
    5: ((-1, -1), (-1, 1), (1, -1), (1, 1), (0, 0)),
    6: ((-1, -1), (-1, 0), (-1, 1), (1, -1), (1, 0), (1, 1)),
}
# Of an outer pip from the middle, in face edges: least and most. The 2 and 3 of Asian dice lie close together.
SPACING: Final = {2: (0.095, 0.345), 3: (0.12, 0.345), 4: (0.14, 0.345), 5: (0.14, 0.345), 6: (0.09, 0.345)}
# How far a slanted view may squeeze a layout; the 6 has rows or columns that lie close together from the start.
LEAST_ASPECT: Final = {4: 0.68, 5: 0.68, 6: 0.45}
SQUEEZED_FROM: Final = 4  # pips: fewer do not say how slanted the view is
# Where the outermost pip of a 6 may lie, in spacings: square, narrow or flat layouts, either way round.
CORNERS_OF_SIX: Final = ((1.0, 1.0), (-1.0, 1.0), (0.62, 1.0), (-0.62, 1.0), (1.0, 0.65), (-1.0, 0.65))
UNLIKE: Final = 1.9  # greatest pip over smallest
LARGEST: Final = 0.17  # radius of a pip that has others beside it, in face edges
OFF_CENTRE: Final = 0.2  # of a layout's middle from where the face was looked for
FACE: Final = 0.36  # of a spot from the layout's middle, along its axes: nearer ones lie on the same face
FITS: Final = 0.01  # misfit below which no other way is tried
SAME: Final = 1e-5  # misfits that differ by rounding alone
CLEARLY: Final = 0.03  # misfit by which fewer pips must fit better than more


class Spot(NamedTuple):
    """A round spot; lengths are in face edges."""

    place: complex  # x + iy from the face's middle: to turn and to stretch is to multiply
    radius: float
    number: int


@dataclass(frozen=True)
class Fit:
    """A layout laid over spots."""

    value: int
    misfit: float  # greatest distance of a spot from its place
    spacing: float
    centre: complex
    turn: complex  # the direction of the layout's first axis
    spots: tuple[Spot, ...]


@dataclass(frozen=True)
class _Way:
    """A way in which two and more pips may lie."""

    slots: tuple[complex, ...]
    corner: complex  # where the outermost pip lies
    across: float  # sum of the squares of the slots' x
    down: float

    @classmethod
    def of(cls, value: int, corner: tuple[float, float] = (1.0, 1.0)) -> "_Way":
        """The layout of a value, as wide and high as a corner says."""
        slots = tuple(complex(x * abs(corner[0]), y * abs(corner[1])) for x, y in LAYOUTS[value])
        return cls(slots, complex(*corner), sum(s.real**2 for s in slots), sum(s.imag**2 for s in slots))


WAYS: Final = {
    **{value: (_Way.of(value),) for value in (2, 3, 4, 5)},
    6: tuple(_Way.of(6, corner) for corner in CORNERS_OF_SIX),
}


def fit_layouts(spots: Sequence[Spot]) -> Fit | None:
    """The layout that explains all spots on its face and fits best."""
    near = sorted(spots, key=lambda spot: abs(spot.place))
    centres = [total / (number + 1) for number, total in enumerate(accumulate(spot.place for spot in near[:6]))]
    best: Fit | None = None
    for value in range(len(centres), 0, -1):
        found = _fit(tuple(near[:value]), centres[value - 1])
        if found is None or (best is not None and found.misfit >= best.misfit - CLEARLY):
            continue
        if not any(_lies_on(found, spot.place) for spot in near[value:]):
            best = found
            if found.misfit <= CLEARLY:
                break  # no other can fit better by that much
    return best


def _lies_on(fit: Fit, place: complex) -> bool:
    away = (place - fit.centre) * fit.turn.conjugate()
    return max(abs(away.real), abs(away.imag)) < FACE


def _fit(spots: tuple[Spot, ...], centre: complex) -> Fit | None:
    """Lay the layout of just so many pips over exactly these spots."""
    value, largest = len(spots), max(spot.radius for spot in spots)
    if largest > UNLIKE * min(spot.radius for spot in spots) or (value > 1 and largest > LARGEST):
        return None
    if max(abs(centre.real), abs(centre.imag)) > OFF_CENTRE:
        return None
    if value == 1:
        return Fit(1, abs(centre) * 0.5, 0.25, centre, 1 + 0j, spots)
    points = [spot.place - centre for spot in spots]
    best: Fit | None = None
    for way in WAYS[value]:
        laid = _lay(points, way)
        if laid is not None and (best is None or laid[0] < best.misfit - SAME):
            best = Fit(value, laid[0], laid[1], centre, laid[2] / abs(laid[2]), spots)
            if best.misfit < FITS:
                break
    return best


def _lay(points: list[complex], way: _Way) -> tuple[float, float, complex] | None:
    """Misfit, spacing and direction of a layout on points about the origin, after the best plausible linear map."""
    value = len(points)
    turn = max(points, key=abs) / way.corner  # and the spacing, as its length
    gaps = [slot * turn for slot in way.slots]
    matched = []
    for gap in gaps:
        away = [abs(gap - point) for point in points]
        nearest = points[away.index(min(away))]
        if nearest in matched:
            return None
        matched.append(nearest)
    least, most = SPACING[value]
    if value < SQUEEZED_FROM:
        if not least <= abs(turn) <= most:
            return None
        return max(abs(g - m) for g, m in zip(gaps, matched, strict=True)), abs(turn), turn
    pairs = list(zip(matched, way.slots, strict=True))
    right = sum(m * slot.real for m, slot in pairs) / way.across  # where the map takes the layout's two axes
    below = sum(m * slot.imag for m, slot in pairs) / way.down
    total, area = abs(right) ** 2 + abs(below) ** 2, abs((right.conjugate() * below).imag)
    root = sqrt(max(total**2 - 4 * area**2, 0.0))
    large, small = sqrt((total + root) / 2), sqrt(max((total - root) / 2, 0.0))
    if small < least or large > most or small < LEAST_ASPECT[value] * large:
        return None
    misfit = max(abs(right * slot.real + below * slot.imag - m) for m, slot in pairs)
    return misfit, sqrt(large * small), right - 1j * below
