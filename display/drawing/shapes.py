"""What every drawing is made of: four primitives, and the shapes that follow from them.

A canvas of pixels and one of vectors share these, so that nothing is drawn twice.
"""

from __future__ import annotations

import itertools
import math
from abc import ABC, abstractmethod
from collections.abc import Sequence

from tablekeeper.display.drawing.theme import Colour, Palette

Point = tuple[float, float]
Dash = tuple[float, float] | None


def polar(x: float, y: float, radius: float, degrees: float) -> Point:
    """The point at an angle: 0 is up, clockwise."""
    turn = math.radians(degrees)
    return x + radius * math.sin(turn), y - radius * math.cos(turn)


def bend(start: Point, control: Point, end: Point, steps: int = 14) -> list[Point]:
    """The points of a quadratic curve."""
    points = []
    for i in range(steps + 1):
        t = i / steps
        a, b, c = (1 - t) ** 2, 2 * t * (1 - t), t * t
        points.append((a * start[0] + b * control[0] + c * end[0], a * start[1] + b * control[1] + c * end[1]))
    return points


def swing(start: Point, one: Point, two: Point, end: Point, steps: int = 16) -> list[Point]:
    """The points of a cubic curve."""
    points = []
    for i in range(steps + 1):
        t = i / steps
        a, b, c, d = (1 - t) ** 3, 3 * t * (1 - t) ** 2, 3 * t * t * (1 - t), t**3
        points.append(
            (a * start[0] + b * one[0] + c * two[0] + d * end[0], a * start[1] + b * one[1] + c * two[1] + d * end[1])
        )
    return points


class Shapes(ABC):
    """Draws in units around an origin; `c` holds the colours. All of them are opaque, the ground is clear."""

    c: Palette

    @abstractmethod
    def rect(
        self, x: float, y: float, w: float, h: float, r: float = 0, fill: Colour | None = None,
        stroke: Colour | None = None, sw: float = 2.5, dash: Dash = None,
    ) -> None:  # fmt: skip
        """A rectangle with round corners; the stroke lies on its edge."""

    @abstractmethod
    def circ(
        self, x: float, y: float, r: float, fill: Colour | None = None, stroke: Colour | None = None, sw: float = 2.5,
        dash: Dash = None,
    ) -> None:  # fmt: skip
        """A disc or a ring."""

    @abstractmethod
    def poly(
        self, points: Sequence[Point], fill: Colour | None = None, stroke: Colour | None = None, sw: float = 2.5,
        close: bool = True, dash: Dash = None,
    ) -> None:  # fmt: skip
        """A polygon or an open line, with round joints."""

    @abstractmethod
    def text(
        self, x: float, y: float, words: object, size: float, face: str, fill: Colour, anchor: str = "middle"
    ) -> None:
        """Words in a picture; y is the middle of the capitals."""

    def line(
        self, ax: float, ay: float, bx: float, by: float, stroke: Colour, sw: float = 2.5,
        dash: Dash = None,
    ) -> None:  # fmt: skip
        """A line with round ends."""
        self.poly([(ax, ay), (bx, by)], stroke=stroke, sw=sw, close=False, dash=dash)

    def arc(
        self, x: float, y: float, r: float, start: float, end: float, stroke: Colour, sw: float = 4,
        dash: Dash = None,
    ) -> None:  # fmt: skip
        """A part of a circle, in degrees."""
        steps = max(6, round(abs(end - start) * max(r, 4) / 120))
        points = [polar(x, y, r, start + (end - start) * i / steps) for i in range(steps + 1)]
        self.poly(points, stroke=stroke, sw=sw, close=False, dash=dash)

    def arrow_arc(
        self, x: float, y: float, r: float, start: float, end: float, stroke: Colour, sw: float = 4, head: float = 11
    ) -> None:
        """A bent arrow."""
        way = 1 if end > start else -1
        self.arc(x, y, r, start, end - way * math.degrees(head * 0.6 / r), stroke, sw)
        back = end - way * math.degrees(head * 1.25 / r)
        tip = polar(x, y, r, end)
        self.poly([tip, polar(x, y, r + head * 0.7, back), polar(x, y, r - head * 0.7, back)], fill=stroke)

    def arrow(
        self, ax: float, ay: float, bx: float, by: float, stroke: Colour, sw: float = 4, head: float = 11
    ) -> None:
        """A straight arrow."""
        turn = math.atan2(by - ay, bx - ax)
        cos, sin = math.cos(turn), math.sin(turn)
        self.line(ax, ay, bx - cos * head * 0.7, by - sin * head * 0.7, stroke, sw)
        cx, cy = bx - cos * head * 1.2, by - sin * head * 1.2
        nx, ny = -sin * head * 0.7, cos * head * 0.7
        self.poly([(bx, by), (cx + nx, cy + ny), (cx - nx, cy - ny)], fill=stroke)


def round_corners(x: float, y: float, w: float, h: float, r: float) -> list[Point]:
    """The outline of a rectangle with round corners."""
    r = min(r, w / 2, h / 2)
    points: list[Point] = []
    for cx, cy, start in (
        (x + w - r, y + r, 0),
        (x + w - r, y + h - r, 90),
        (x + r, y + h - r, 180),
        (x + r, y + r, 270),
    ):
        points.extend(polar(cx, cy, r, start + 90 * i / 6) for i in range(7))
    return points


def dashes(path: Sequence[Point], on: float, off: float) -> list[list[Point]]:
    """A path in pieces; the dash is stretched a little so that it ends where the path does."""
    lengths = [math.dist(a, b) for a, b in itertools.pairwise(path)]
    total = sum(lengths)
    count = max(1, round(total / (on + off)))
    on *= total / (count * (on + off))
    period = total / count
    return [_along(path, lengths, i * period, i * period + on) for i in range(count)]


def _along(path: Sequence[Point], lengths: Sequence[float], start: float, end: float) -> list[Point]:
    points: list[Point] = []
    walked = 0.0
    for (a, b), length in zip(itertools.pairwise(path), lengths, strict=True):
        low, high = max(start - walked, 0.0), min(end - walked, length)
        if length > 0 and low < high:
            ends = (low / length, high / length)
            points.extend((a[0] + (b[0] - a[0]) * t, a[1] + (b[1] - a[1]) * t) for t in ends)
        walked += length
    return points
