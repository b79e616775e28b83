"""The emblem of Cocoon World on the menu: palette and shapes, nothing of the publishers."""

from __future__ import annotations

from tablekeeper.display.drawing.shapes import Shapes, polar
from tablekeeper.display.drawing.theme import COAL, SNOW, shade
from tablekeeper.display.widgets.pieces import draw_shape


def _marker(canvas: Shapes, who: str, x: float, y: float, r: float) -> None:
    colour = canvas.c.players[who]
    canvas.circ(x, y + r * 0.18, r + 2, fill=canvas.c.stage)
    canvas.circ(x, y + r * 0.24, r, fill=shade(colour, 0.62))
    canvas.circ(x, y, r, fill=colour)
    draw_shape(canvas, who, x, y, r * 0.56, canvas.c.mark)


def draw_cocoon_world(canvas: Shapes) -> None:
    """A circle of eleven positions round a pawn with two sides."""
    c = canvas.c
    canvas.circ(0, 0, 62, stroke=c.raised, sw=20)
    for i in range(11):
        canvas.circ(*polar(0, 0, 62, i * 360 / 11), 6, fill=c.line)
    for i, who in ((0, "purple"), (10, "red"), (9, "green"), (4, "yellow")):
        _marker(canvas, who, *polar(0, 0, 62, i * 360 / 11), 12)
    canvas.circ(0, 0, 26, fill=SNOW)
    canvas.poly([polar(0, 0, 26, 6 * i) for i in range(31)], fill=COAL)
    canvas.circ(0, 0, 26, stroke=c.accent, sw=4)
