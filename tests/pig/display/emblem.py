"""The emblem of Pig on the menu."""

from __future__ import annotations

from tablekeeper.display.drawing.shapes import Shapes


def draw_emblem(canvas: Shapes) -> None:
    """A snout."""
    c = canvas.c
    canvas.circ(0, 0, 62, fill=c.raised, stroke=c.line, sw=3)
    canvas.circ(0, 4, 36, fill=c.accent)
    for x in (-14, 14):
        canvas.circ(x, 4, 9, fill=c.stage)
