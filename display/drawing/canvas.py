"""A small picture, drawn four times as large as it is needed and then scaled down: that makes smooth edges."""

from __future__ import annotations

import itertools
import math
from collections.abc import Sequence

import numpy as np
import pygame

from tablekeeper.display.drawing.fonts import load_face
from tablekeeper.display.drawing.shapes import Dash, Point, Shapes, dashes, round_corners
from tablekeeper.display.drawing.theme import Colour, Palette
from tablekeeper.display.words.texts import printable

LARGE_PX = 700
"""Beyond this, twice as large is smooth enough and spares memory."""


class Canvas(Shapes):
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
        stroke: Colour | None = None, sw: float = 2.5, dash: Dash = None,
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
        dash: Dash = None,
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
        close: bool = True, dash: Dash = None,
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

    def text(
        self, x: float, y: float, words: object, size: float, face: str, fill: Colour, anchor: str = "middle"
    ) -> None:
        """Words in a picture; y is the middle of the capitals."""
        font = load_face(face, max(1, round(size * self.s)))
        ink = font.render(printable(str(words)), True, fill)
        px, py = self._px(x, y + 0.35 * size)
        shift = {"start": 0.0, "middle": 0.5, "end": 1.0}[anchor]
        left, high = px - ink.get_width() * shift, 0.7 * size * self.s
        self.surface.blit(ink, (left, py - font.get_ascent()))
        caps = (left, py - high, ink.get_width(), high)
        self.lettered.append(pygame.Rect(*(round(edge / self.over) for edge in caps)))
