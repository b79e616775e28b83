"""How a game looks that nobody has drawn."""

from __future__ import annotations

from tablekeeper.display.drawing.icons import draw_icon
from tablekeeper.display.drawing.shapes import Shapes
from tablekeeper.display.games import GameLook
from tablekeeper.display.screens import plain


def draw_unknown(canvas: Shapes) -> None:
    """A question mark."""
    draw_icon(canvas, "question", 0, 0, 40, canvas.c.accent)


LOOK = GameLook(screen=plain, emblem=draw_unknown)
