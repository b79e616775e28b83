"""Trapdoors: numbers, locks, runes, slides, turns, the Action trapdoor."""

from __future__ import annotations

from tablekeeper.display.cocoons.guardians import WOOD_INK
from tablekeeper.display.drawing.icons import draw_icon
from tablekeeper.display.drawing.shapes import Shapes, bend, polar
from tablekeeper.display.drawing.theme import Colour


def draw_trapdoor(canvas: Shapes, trapdoor: str) -> None:
    """A trapdoor, face up or face down."""
    c = canvas.c
    canvas.rect(-37, -33, 74, 74, 12, fill=c.ivory_edge)
    canvas.rect(-37, -37, 74, 74, 12, fill=c.ivory)
    kind, _, which = trapdoor.partition("_")
    if trapdoor == "?":
        canvas.poly([(0, -16), (16, 0), (0, 16), (-16, 0)], fill=WOOD_INK)
    elif kind == "number":
        canvas.text(0, 0, which, 48, "number", WOOD_INK)
    elif kind == "lock":
        draw_icon(canvas, "lock", 0, -8, 20, WOOD_INK)
        canvas.text(0, 25, which.upper(), 18, "number", (142, 44, 87))
    elif kind == "rune":
        draw_rune(canvas, rune_number(which), 0, 0, 22, (142, 44, 87))
    elif kind == "slide":
        for y in (-14, 0, 14):
            canvas.line(-18, y, 18, y, WOOD_INK, 5)
    elif kind == "rotation":
        canvas.arrow_arc(0, 0, 20, -60, 40, WOOD_INK, 5, 13)
    elif kind == "action":
        canvas.poly([polar(0, 0, 24, 60 * i) for i in range(6)], fill=c.materials["gold"])
    else:
        canvas.text(0, 0, trapdoor[:4], 20, "strong", WOOD_INK)


def rune_number(which: str) -> int:
    """Which of our six marks stands for a rune such as `b2`; runes without a name share the first one."""
    return int(which[1]) + (3 if which[0] == "b" else 0) if len(which) == 2 else 1


def draw_rune(canvas: Shapes, number: int, x: float, y: float, r: float, ink: Colour) -> None:
    """Six marks of our own; the owner pairs them with the printed ones."""
    sw = max(2.2, r * 0.2)
    number = (number - 1) % 6 + 1
    if number == 1:
        canvas.circ(x, y - r * 0.3, r * 0.5, stroke=ink, sw=sw)
        canvas.line(x, y + r * 0.2, x, y + r, ink, sw)
    elif number == 2:
        canvas.poly([(x - r * 0.7, y - r * 0.8), (x, y + r * 0.1), (x + r * 0.7, y - r * 0.8)], None, ink, sw, False)
        canvas.line(x, y + r * 0.1, x, y + r, ink, sw)
    elif number == 3:
        canvas.arc(x, y, r * 0.8, -140, 140, ink, sw)
        canvas.circ(x, y + r * 0.15, r * 0.18, fill=ink)
    elif number == 4:
        canvas.line(x, y - r, x, y + r, ink, sw)
        canvas.line(x - r * 0.65, y - r * 0.35, x + r * 0.65, y + r * 0.35, ink, sw)
    elif number == 5:
        canvas.poly([(x, y - r * 0.9), (x + r * 0.8, y + r * 0.6), (x - r * 0.8, y + r * 0.6)], None, ink, sw)
        canvas.line(x - r * 0.8, y + r, x + r * 0.8, y + r, ink, sw)
    else:
        for flip in (-1, 1):
            arc = bend((x - r * 0.8, y + flip * r * 0.5), (x, y + flip * r * 1.2), (x + r * 0.8, y + flip * r * 0.5))
            canvas.poly(arc, None, ink, sw, False)
        canvas.circ(x, y, r * 0.22, fill=ink)
