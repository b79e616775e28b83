"""The emblem of Kokoro on the menu: palette and shapes, nothing of the publishers."""

from __future__ import annotations

from math import exp

from tablekeeper.display.drawing.icons import draw_icon
from tablekeeper.display.drawing.shapes import Point, Shapes


def path_through_the_wood() -> list[Point]:
    """One smooth bend."""
    return [(x, 46 - 92 * exp(-(((x + 24) / 40) ** 2))) for x in range(-112, 113, 4)]


def draw_kokoro(canvas: Shapes) -> None:
    """A path through a wood."""
    c = canvas.c
    canvas.poly(path_through_the_wood(), stroke=c.accent, sw=14, close=False)
    for x, y, r in ((-78, -38, 17), (64, -36, 20), (2, 56, 15)):
        draw_icon(canvas, "leaf", x, y, r, c.line)
