"""A small picture, drawn four times as large as it is needed and then scaled down: that makes smooth edges."""

from __future__ import annotations

import itertools
import math
from collections.abc import Sequence

import numpy as np
import pygame

from tablekeeper.display.drawing.fonts import load_face
from tablekeeper.display.drawing.theme import Colour, Palette

Point = tuple[float, float]
LARGE_PX = 700
"""Beyond this, twice as large is smooth enough and spares memory."""


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


class Canvas:
    """Draws in units around an origin; `finish` gives the picture. Colours are opaque, the ground is clear."""

    def __init__(self, box: tuple[float, float, float, float], scale: float, palette: Palette) -> None:
        left, top, right, bottom = box
        self.c = palette
        self.left_px, self.top_px = math.floor(left * scale), math.floor(top * scale)
        self.width_px = max(1, math.ceil(right * scale) - self.left_px)
        self.height_px = max(1, math.ceil(bottom * scale) - self.top_px)
        self.over = 2 if max(self.width_px, self.height_px) > LARGE_PX else 4
        self.s = scale * self.over
        self.surface = pygame.Surface((self.width_px * self.over, self.height_px * self.over), pygame.SRCALPHA, 32)
        self.dx, self.dy = -self.left_px * self.over, -self.top_px * self.over
        self.lettered: list[pygame.Rect] = []
        """Where something is written, in pixels of the finished picture."""

    def finish(self) -> pygame.Surface:
        """The picture at its size, with straight alpha."""
        small = pygame.transform.smoothscale(self.surface, (self.width_px, self.height_px))
        alpha = pygame.surfarray.array_alpha(small)
        partly = (alpha > 0) & (alpha < 255)
        if partly.any():
            pixels = pygame.surfarray.pixels3d(small)
            part = alpha[partly].astype(np.uint16)[:, None]
            pixels[partly] = np.minimum(pixels[partly].astype(np.uint16) * 255 // part, 255).astype(np.uint8)
            del pixels
        return small

    def _px(self, x: float, y: float) -> Point:
        return x * self.s + self.dx, y * self.s + self.dy

    def rect(
        self, x: float, y: float, w: float, h: float, r: float = 0, fill: Colour | None = None,
        stroke: Colour | None = None, sw: float = 2.5, dash: tuple[float, float] | None = None,
    ) -> None:  # fmt: skip
        """A rectangle with round corners; the stroke lies on its edge."""
        if fill is not None:
            self._round(x, y, w, h, r, fill, 0)
        if stroke is None:
            return
        if dash is not None:
            self.poly(round_corners(x, y, w, h, r), stroke=stroke, sw=sw, dash=dash)
        else:
            self._round(x - sw / 2, y - sw / 2, w + sw, h + sw, r + sw / 2, stroke, max(1, round(sw * self.s)))

    def _round(self, x: float, y: float, w: float, h: float, r: float, colour: Colour, width: int) -> None:
        px, py = self._px(x, y)
        qx, qy = self._px(x + w, y + h)
        rect = pygame.Rect(round(px), round(py), max(1, round(qx) - round(px)), max(1, round(qy) - round(py)))
        radius = round(min(r * self.s, min(rect.size) / 2))
        pygame.draw.rect(self.surface, colour, rect, width, border_radius=radius)

    def circ(
        self, x: float, y: float, r: float, fill: Colour | None = None, stroke: Colour | None = None, sw: float = 2.5,
        dash: tuple[float, float] | None = None,
    ) -> None:  # fmt: skip
        """A disc or a ring."""
        centre = self._px(x, y)
        if fill is not None:
            pygame.draw.circle(self.surface, fill, centre, r * self.s)
        if stroke is None:
            return
        if dash is not None:
            self.arc(x, y, r, 0, 360, stroke, sw, dash)
        else:
            pygame.draw.circle(self.surface, stroke, centre, (r + sw / 2) * self.s, max(1, round(sw * self.s)))

    def poly(
        self, points: Sequence[Point], fill: Colour | None = None, stroke: Colour | None = None, sw: float = 2.5,
        close: bool = True, dash: tuple[float, float] | None = None,
    ) -> None:  # fmt: skip
        """A polygon or an open line, with round joints."""
        there = [self._px(x, y) for x, y in points]
        if fill is not None:
            pygame.draw.polygon(self.surface, fill, there)
        if stroke is None:
            return
        path = [*there, there[0]] if close else there
        if dash is None:
            self._stroke(path, stroke, sw)
            return
        for piece in dashes(path, dash[0] * self.s, dash[1] * self.s):
            self._stroke(piece, stroke, sw)

    def _stroke(self, path: Sequence[Point], colour: Colour, sw: float) -> None:
        half = max(sw * self.s / 2, 0.5)
        for (ax, ay), (bx, by) in itertools.pairwise(path):
            length = math.hypot(bx - ax, by - ay)
            if length < 0.01:
                continue
            nx, ny = (by - ay) / length * half, (ax - bx) / length * half
            quad = [(ax + nx, ay + ny), (bx + nx, by + ny), (bx - nx, by - ny), (ax - nx, ay - ny)]
            pygame.draw.polygon(self.surface, colour, quad)
        for point in path:
            pygame.draw.circle(self.surface, colour, point, half)

    def line(
        self, ax: float, ay: float, bx: float, by: float, stroke: Colour, sw: float = 2.5,
        dash: tuple[float, float] | None = None,
    ) -> None:  # fmt: skip
        """A line with round ends."""
        self.poly([(ax, ay), (bx, by)], stroke=stroke, sw=sw, close=False, dash=dash)

    def arc(
        self, x: float, y: float, r: float, start: float, end: float, stroke: Colour, sw: float = 4,
        dash: tuple[float, float] | None = None,
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

    def text(
        self, x: float, y: float, words: object, size: float, face: str, fill: Colour, anchor: str = "middle"
    ) -> None:
        """Words in a picture; y is the middle of the capitals."""
        font = load_face(face, max(1, round(size * self.s)))
        ink = font.render(str(words), True, fill)
        px, py = self._px(x, y + 0.35 * size)
        shift = {"start": 0.0, "middle": 0.5, "end": 1.0}[anchor]
        left, high = px - ink.get_width() * shift, 0.7 * size * self.s
        self.surface.blit(ink, (left, py - font.get_ascent()))
        caps = (left, py - high, ink.get_width(), high)
        self.lettered.append(pygame.Rect(*(round(edge / self.over) for edge in caps)))


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
