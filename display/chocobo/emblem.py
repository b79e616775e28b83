"""The emblem of Chocobo's Dungeon on the menu: palette and shapes, nothing of the publishers."""

from __future__ import annotations

from tablekeeper.display.drawing.icons import draw_icon
from tablekeeper.display.drawing.shapes import Shapes, polar
from tablekeeper.display.drawing.theme import INK, PAPER


def draw_chocobo(canvas: Shapes) -> None:
    """A dial of eight signs."""
    c = canvas.c
    signs = ("move", "attack", "reaper", "veg", "attack", "veg", "reaper", "attack")
    tints = {"move": (122, 82, 0), "attack": (163, 48, 26), "reaper": (75, 58, 134), "veg": (47, 106, 23)}
    canvas.circ(0, 0, 68, fill=c.page, stroke=c.raised, sw=5)
    for i, name in enumerate(signs):
        x, y = polar(0, 0, 48, -90 + 45 * i)
        canvas.circ(x, y, 15, fill=PAPER if i < 5 else c.stage)
        draw_icon(canvas, name, x, y, 9, tints[name] if i < 5 else c.line)
    canvas.circ(0, 0, 20, fill=c.accent)
    draw_icon(canvas, "move", 0, -1, 13, INK if c.dark else c.ivory)
