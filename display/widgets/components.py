"""Pieces as they come out of a box, for the guide that lays a game out: cards, tiles, piles, chips."""

from __future__ import annotations

from collections.abc import Sequence

from tablekeeper.display.drawing.icons import draw_icon
from tablekeeper.display.drawing.pen import Pen
from tablekeeper.display.drawing.shapes import Shapes
from tablekeeper.display.drawing.theme import INK, Colour

CARD_W, CARD_H = 62.0, 88.0
CHIP = 24.0


def draw_card_back(canvas: Shapes, sign: str, w: float, h: float) -> None:
    """A card or a tile face down, with the sign of its kind."""
    canvas.rect(-w / 2, -h / 2 + 4, w, h, 9, fill=canvas.c.ivory_edge)
    canvas.rect(-w / 2, -h / 2, w, h, 9, fill=canvas.c.ivory)
    canvas.rect(-w / 2 + 6, -h / 2 + 6, w - 12, h - 12, 5, stroke=canvas.c.ivory_edge, sw=2.5)
    if sign:
        draw_icon(canvas, sign, 0, 0, w * 0.24, INK)
    else:
        d = w * 0.2
        canvas.poly([(0, -d), (d, 0), (0, d), (-d, 0)], fill=INK)


def draw_pile(pen: Pen, x: float, y: float, sign: str, w: float = CARD_W, h: float = CARD_H, deep: int = 4) -> None:
    """A pile, face down."""
    for i in range(deep):
        pen.stamp(draw_card_back, x + 2 * i, y - 3 * i, (-w, -h, w, h), sign, w, h)


def draw_row(
    pen: Pen, x: float, y: float, count: int, sign: str, w: float = CARD_W, h: float = CARD_H, gap: float = 8
) -> None:  # fmt: skip
    """Cards or tiles face down beside each other, around a middle."""
    for i in range(count):
        pen.stamp(draw_card_back, x + (i - (count - 1) / 2) * (w + gap), y, (-w, -h, w, h), sign, w, h)


def draw_chip(canvas: Shapes, sign: str, ink: Colour | None) -> None:
    """A counter or a token, face up."""
    canvas.circ(0, 3, CHIP, fill=canvas.c.ivory_edge)
    canvas.circ(0, 0, CHIP, fill=canvas.c.ivory)
    draw_icon(canvas, sign, 0, 0, 12, ink or INK)


def draw_chip_at(pen: Pen, x: float, y: float, sign: str, ink: Colour | None = None) -> None:
    """A counter or a token at its place."""
    pen.stamp(draw_chip, x, y, (-CHIP - 2, -CHIP - 2, CHIP + 2, CHIP + 5), sign, ink)


def draw_track(pen: Pen, x: float, y: float, labels: Sequence[object], step: float, chosen: object) -> None:
    """A printed track of numbers; the one that something is put on has a ring."""
    for i, label in enumerate(labels):
        at = x + i * step
        pen.circ(at, y, 15, pen.c.raised, pen.c.accent if label == chosen else None, 3)
        pen.text(at, y, label, 18, "number", pen.c.text if label == chosen else pen.c.text_soft, "middle")


def draw_board(pen: Pen, x: float, y: float, w: float, h: float, words: str) -> None:
    """A printed board, by its name."""
    pen.rect(x - w / 2, y - h / 2 + 4, w, h, 12, pen.c.ivory_edge)
    pen.rect(x - w / 2, y - h / 2, w, h, 12, pen.c.ivory)
    if words:
        pen.text(x, y, words, 24, "number", INK, "middle", room=w - 12)
