"""Lines of the cardboard templates, in millimetres: what is cut, and what is folded."""

from __future__ import annotations

import itertools
import math

Line = tuple[float, float, float, float]
Pattern = tuple[list[Line], list[Line]]
"""Cut, fold."""


def outline(*spots: tuple[float, float]) -> list[Line]:
    """Lines around some corners, back to the first."""
    return [(*start, *end) for start, end in zip(spots, [*spots[1:], spots[0]], strict=True)]


def rectangle(x: float, y: float, wide: float, tall: float) -> list[Line]:
    """Four lines around a corner and a size."""
    return outline((x, y), (x + wide, y), (x + wide, y + tall), (x, y + tall))


def ring(x: float, y: float, radius: float, start: float = 0.0, end: float = 360.0, steps: int = 72) -> list[Line]:
    """A circle or a part of one."""
    angles = [math.radians(start + (end - start) * step / steps) for step in range(steps + 1)]
    spots = [(x + radius * math.cos(angle), y + radius * math.sin(angle)) for angle in angles]
    return [(*one, *two) for one, two in itertools.pairwise(spots)]


def shifted(pattern: Pattern, x: float, y: float) -> Pattern:
    """The same elsewhere."""
    cut, fold = ([(a + x, b + y, c + x, d + y) for a, b, c, d in lines] for lines in pattern)
    return cut, fold


def together(*patterns: Pattern) -> Pattern:
    """Several pieces on one sheet."""
    return [line for cut, _ in patterns for line in cut], [line for _, fold in patterns for line in fold]


def crossed(x: float, y: float, side: float) -> Pattern:
    """A square hole for a square tube: two crossed cuts, whose four tongues are folded up and glued to the tube."""
    left, right, low, high = x - side / 2, x + side / 2, y - side / 2, y + side / 2
    return [(left, low, right, high), (left, high, right, low)], rectangle(left, low, side, side)
