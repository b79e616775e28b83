"""The emblem of Kokoro on the menu: palette and shapes, nothing of the publishers."""

from __future__ import annotations

from tablekeeper.display.drawing.icons import draw_icon
from tablekeeper.display.drawing.shapes import Point, Shapes, bend


def draw_kokoro(canvas: Shapes) -> None:
    """A path through a wood."""
    c = canvas.c
    knots = ((-110, 46), (-66, 44), (-44, 22), (-44, -22), (-22, -44), (0, -22), (22, 0), (44, 22), (66, 44), (110, 46))
    points: list[Point] = [knots[0]]
    for before, here, after in zip(knots, knots[1:], knots[2:], strict=False):
        middle = ((here[0] + after[0]) / 2, (here[1] + after[1]) / 2)
        start = ((before[0] + here[0]) / 2, (before[1] + here[1]) / 2)
        points.extend(bend(start, here, middle, 8))
    points.append(knots[-1])
    canvas.poly(points, stroke=c.accent, sw=14, close=False)
    for x, y, r in ((-78, -38, 17), (64, -36, 20), (2, 56, 15)):
        draw_icon(canvas, "leaf", x, y, r, c.line)
