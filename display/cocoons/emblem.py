"""The emblem of Cocoons on the menu: palette and shapes, nothing of the publishers."""

from __future__ import annotations

from tablekeeper.display.drawing.icons import draw_icon
from tablekeeper.display.drawing.shapes import Shapes, polar


def draw_cocoons(canvas: Shapes) -> None:
    """Eight cocoons round a gap."""
    c = canvas.c
    for i, turn in enumerate((90, 180, 0, 270, 0, 180, 0, 270, 90)):
        x, y = -46 + (i % 3) * 46, -46 + (i // 3) * 46
        if i == 4:
            canvas.rect(x - 20, y - 20, 40, 40, 10, fill=(14, 8, 10), stroke=c.line, sw=2)
            draw_icon(canvas, "exp", x, y, 11, c.accent if c.dark else c.ivory)
            continue
        canvas.rect(x - 20, y - 18, 40, 40, 11, fill=(42, 23, 18))
        canvas.rect(x - 20, y - 20, 40, 40, 11, fill=c.materials["wood_light"])
        canvas.rect(x - 14, y - 14, 28, 28, 8, fill=c.materials["wood_dark"])
        canvas.circ(*polar(x, y, 9, turn), 3.6, fill=(255, 159, 184))
