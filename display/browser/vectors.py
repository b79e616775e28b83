"""Scenes as SVG: a canvas that writes shapes down, and sprites that are fragments of it."""

from __future__ import annotations

import base64
import io
from collections.abc import Hashable, Sequence
from html import escape
from typing import NamedTuple

import numpy as np
import pygame

from tablekeeper.display.drawing.fonts import load_face
from tablekeeper.display.drawing.layout import CORNER, STAGE, Frame
from tablekeeper.display.drawing.shapes import Dash, Point, Shapes, dashes, round_corners
from tablekeeper.display.drawing.sprites import Box, Code, Draw, Drawn, Pixels, Sprites, Written
from tablekeeper.display.drawing.theme import Colour, Palette
from tablekeeper.display.words.texts import printable

GLOW_SHARE = 250 / STAGE
"""How far the glow of the stage reaches, as a share of its edge."""


class Fragment(NamedTuple):
    """A piece of SVG around its origin, and the words in it, in the order in which they were written."""

    svg: str
    words: tuple[str, ...] = ()
    size_px: tuple[int, int] = (0, 0)


def number(value: float) -> str:
    """A coordinate, as short as a tenth of a unit allows."""
    short = f"{value:.1f}".removesuffix(".0")
    return "0" if short == "-0" else short


def paint(colour: Colour) -> str:
    """A colour as SVG spells it."""
    red, green, blue = colour[:3]
    return f"#{red:02x}{green:02x}{blue:02x}"


def style(fill: Colour | None, stroke: Colour | None, sw: float) -> str:
    """How a shape is filled and stroked."""
    inside = f' fill="{paint(fill)}"' if fill is not None else ' fill="none"'
    edge = f' stroke="{paint(stroke)}" stroke-width="{number(sw)}"' if stroke is not None else ""
    return inside + edge


def write_text(x: float, y: float, words: str, size: float, face: str, fill: Colour, anchor: str = "start") -> str:
    """A line of words; y is its baseline."""
    hang = "" if anchor == "start" else f' text-anchor="{anchor}"'
    place = f'x="{number(x)}" y="{number(y)}"{hang}'
    return f'<text class="{face}" {place} font-size="{number(size)}" fill="{paint(fill)}">{escape(words)}</text>'


class VectorCanvas(Shapes):
    """Writes shapes down as SVG, in pixels around the origin."""

    def __init__(self, scale: float, palette: Palette) -> None:
        self.c = palette
        self.s = scale
        self.parts: list[str] = []
        self.words: list[str] = []
        self.lettered: list[pygame.Rect] = []

    def rect(
        self, x: float, y: float, w: float, h: float, r: float = 0, fill: Colour | None = None,
        stroke: Colour | None = None, sw: float = 2.5, dash: Dash = None,
    ) -> None:  # fmt: skip
        """A rectangle with round corners."""
        if dash is not None and stroke is not None:
            if fill is not None:
                self.rect(x, y, w, h, r, fill)
            self.poly(round_corners(x, y, w, h, r), stroke=stroke, sw=sw, dash=dash)
            return
        s = self.s
        corner = f' rx="{number(min(r, w / 2, h / 2) * s)}"' if r else ""
        place = f'x="{number(x * s)}" y="{number(y * s)}" width="{number(w * s)}" height="{number(h * s)}"{corner}'
        self.parts.append(f"<rect {place}{style(fill, stroke, sw * s)}/>")

    def circ(
        self, x: float, y: float, r: float, fill: Colour | None = None, stroke: Colour | None = None, sw: float = 2.5,
        dash: Dash = None,
    ) -> None:  # fmt: skip
        """A disc or a ring."""
        if dash is not None and stroke is not None:
            if fill is not None:
                self.circ(x, y, r, fill)
            self.arc(x, y, r, 0, 360, stroke, sw, dash)
            return
        s = self.s
        place = f'cx="{number(x * s)}" cy="{number(y * s)}" r="{number(r * s)}"'
        self.parts.append(f"<circle {place}{style(fill, stroke, sw * s)}/>")

    def poly(
        self, points: Sequence[Point], fill: Colour | None = None, stroke: Colour | None = None, sw: float = 2.5,
        close: bool = True, dash: Dash = None,
    ) -> None:  # fmt: skip
        """A polygon or an open line."""
        if dash is not None and stroke is not None:
            if fill is not None:
                self.poly(points, fill)
            path = [*points, points[0]] if close else list(points)
            for piece in dashes(path, *dash):
                self._path(piece, None, stroke, sw, False)
            return
        self._path(points, fill, stroke, sw, close)

    def _path(
        self, points: Sequence[Point], fill: Colour | None, stroke: Colour | None, sw: float, close: bool
    ) -> None:
        there = " ".join(f"{number(x * self.s)},{number(y * self.s)}" for x, y in points)
        shape = "polygon" if close else "polyline"
        self.parts.append(f'<{shape} points="{there}"{style(fill, stroke, sw * self.s)}/>')

    def text(
        self, x: float, y: float, words: object, size: float, face: str, fill: Colour, anchor: str = "middle"
    ) -> None:
        """Words in a picture; y is the middle of the capitals."""
        line, s = printable(str(words)), self.s
        self.words.append(line)
        self.parts.append(write_text(x * s, (y + 0.35 * size) * s, line, size * s, face, fill, anchor))
        wide = load_face(face, max(1, round(size * s))).size(line)[0]
        left = x * s - {"start": 0.0, "middle": 0.5, "end": 1.0}[anchor] * wide
        self.lettered.append(pygame.Rect(round(left), round((y - 0.35 * size) * s), wide, round(0.7 * size * s)))

    def finish(self, size_px: tuple[int, int]) -> Fragment:
        """All that was drawn."""
        return Fragment("".join(self.parts), tuple(self.words), size_px)


class VectorSprites(Sprites[Fragment]):
    """Sprites as fragments of SVG, for a browser."""

    def count_bytes(self, picture: Fragment) -> int:
        """Its letters."""
        return len(picture.svg)

    def drawn(self, draw: Draw, args: tuple[object, ...], box: Box, palette: Palette, scale: float) -> Drawn[Fragment]:
        """Written down."""

        def make() -> Drawn[Fragment]:
            canvas = VectorCanvas(scale, palette)
            draw(canvas, *args)
            left, top, right, bottom = (round(edge * scale) for edge in box)
            return Drawn(canvas.finish((right - left, bottom - top)), 0, 0, tuple(canvas.lettered))

        return self.get((draw, args, box, palette, scale), make)

    def written(self, line: str, face: str, size_px: int, fill: Colour) -> Written[Fragment]:
        """A line of real words."""
        font = load_face(face, size_px)
        wide, ascent = font.size(line)[0], font.get_ascent()
        svg = write_text(0, ascent, line, size_px, face, fill)
        return Written(Fragment(svg, (line,), (wide, size_px)), wide, ascent)

    def photo(self, pixels: Pixels, size: tuple[int, int], key: Hashable = None) -> Fragment:
        """A JPEG within the page."""

        def make() -> Fragment:
            whole = pygame.surfarray.make_surface(np.swapaxes(pixels, 0, 1))
            file = io.BytesIO()
            pygame.image.save(pygame.transform.smoothscale(whole, size), file, "photo.jpg")
            data = base64.b64encode(file.getvalue()).decode("ascii")
            svg = f'<image width="{size[0]}" height="{size[1]}" href="data:image/jpeg;base64,{data}"/>'
            return Fragment(svg, (), size)

        return make() if key is None else self.get((key, size), make)

    def code(self, code: Code, edge_px: int) -> Fragment:
        """One path with a square for each dark module."""

        def make() -> Fragment:
            step = edge_px // len(code)
            dark = "".join(
                f"M{x * step} {y * step}h{step}v{step}h-{step}z"
                for y, row in enumerate(code)
                for x, on in enumerate(row)
                if on
            )
            edges = f'width="{edge_px}" height="{edge_px}"'
            return Fragment(f'<rect {edges} fill="#fff"/><path d="{dark}" fill="#000"/>', (), (edge_px, edge_px))

        return self.get((code, edge_px), make)

    def veil(self, size: tuple[int, int], colour: Colour, share: float) -> Fragment:
        """One colour with opacity."""
        edges = f'width="{size[0]}" height="{size[1]}"'
        return Fragment(f'<rect {edges} fill="{paint(colour)}" fill-opacity="{share:.2f}"/>', (), size)

    def ground(self, frame: Frame, palette: Palette) -> Fragment:
        """The stage with its glow, and the page over its edge."""
        wide, high = frame.size
        short = min(frame.size)
        x, y = frame.stage_at
        canvas = VectorCanvas(1.0, palette)
        canvas.rect(0, 0, wide, high, fill=palette.stage)
        stops = f'<stop stop-color="{paint(palette.glow)}"/><stop offset="1" stop-color="{paint(palette.stage)}"/>'
        canvas.parts.append(
            f'<radialGradient id="glow" r="{GLOW_SHARE:.3f}">{stops}</radialGradient>'
            f'<rect x="{x}" y="{y}" width="{short}" height="{short}" fill="url(#glow)"/>'
        )
        corner = round(CORNER * frame.scale)
        left, top = frame.page_at
        if frame.portrait:
            canvas.rect(-corner, top, short + 2 * corner, high - short + 2 * corner, corner, palette.page)
        else:
            canvas.rect(
                left or -2 * corner, -corner, wide - short + 2 * corner, short + 2 * corner, corner, palette.page
            )
        return canvas.finish(frame.size)
