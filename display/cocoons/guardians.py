"""The guardians, our own drawings: eight animals on round tokens."""

from __future__ import annotations

from collections.abc import Callable

from tablekeeper.display.drawing.icons import draw_icon
from tablekeeper.display.drawing.pen import Pen
from tablekeeper.display.drawing.shapes import Shapes, bend
from tablekeeper.display.drawing.theme import Colour

WOOD_INK: Colour = (84, 54, 44)


def draw_token_at(pen: Pen, x: float, y: float, r: float, guardian: str) -> None:
    """A guardian's token."""
    pen.stamp(draw_token, x, y, (-r - 2, -r - 2, r + 2, r * 1.2 + 2), guardian, r)


def draw_token(canvas: Shapes, guardian: str, r: float) -> None:
    """A round token with the animal; one of an owner's own shows its first letter."""
    canvas.circ(0, r * 0.14, r, fill=canvas.c.ivory_edge)
    canvas.circ(0, 0, r, fill=canvas.c.ivory)
    if guardian == "start":
        draw_icon(canvas, "exp", 0, 0, r * 0.6, WOOD_INK)
    elif guardian == "token":
        draw_icon(canvas, "heart", 0, 0, r * 0.55, WOOD_INK)
    elif guardian in ANIMALS:
        ANIMALS[guardian](canvas, r * 0.82)
    else:
        canvas.text(0, 0, guardian[:1].upper(), r, "number", WOOD_INK)


def _fish(canvas: Shapes, r: float) -> None:
    body = bend((-r * 0.55, 0), (0, -r * 0.75), (r * 0.75, 0)) + bend((r * 0.75, 0), (0, r * 0.75), (-r * 0.55, 0))
    canvas.poly(body, fill=WOOD_INK)
    canvas.poly([(-r * 0.4, 0), (-r * 0.85, -r * 0.45), (-r * 0.85, r * 0.45)], fill=WOOD_INK)
    canvas.circ(r * 0.38, -r * 0.1, r * 0.09, fill=canvas.c.ivory)


def _tortoise(canvas: Shapes, r: float) -> None:
    canvas.circ(0, 0, r * 0.5, fill=WOOD_INK)
    canvas.circ(r * 0.68, 0, r * 0.2, fill=WOOD_INK)
    for x in (-0.4, 0.4):
        for y in (-0.5, 0.5):
            canvas.circ(x * r, y * r, r * 0.18, fill=WOOD_INK)


def _frog(canvas: Shapes, r: float) -> None:
    canvas.circ(0, r * 0.1, r * 0.45, fill=WOOD_INK)
    for x in (-1, 1):
        canvas.circ(x * r * 0.28, -r * 0.35, r * 0.2, fill=WOOD_INK)
        canvas.circ(x * r * 0.28, -r * 0.37, r * 0.08, fill=canvas.c.ivory)
        canvas.line(x * r * 0.35, r * 0.3, x * r * 0.7, r * 0.65, WOOD_INK, r * 0.16)


def _iguana(canvas: Shapes, r: float) -> None:
    """From the side: a long tail, a crest, a small head."""
    tail = bend((-r * 0.95, -r * 0.35), (-r * 0.75, r * 0.55), (r * 0.1, r * 0.25))
    canvas.poly(tail, stroke=WOOD_INK, sw=r * 0.16, close=False)
    canvas.poly([(-r * 0.35, r * 0.4), (r * 0.1, 0), (r * 0.62, -r * 0.2), (r * 0.5, r * 0.32)], fill=WOOD_INK,
                stroke=WOOD_INK, sw=r * 0.14)  # fmt: skip
    canvas.circ(r * 0.68, -r * 0.2, r * 0.25, fill=WOOD_INK)
    canvas.circ(r * 0.74, -r * 0.26, r * 0.07, fill=canvas.c.ivory)
    for n in range(3):
        x, y = -r * 0.12 + n * r * 0.22, r * 0.02 - n * r * 0.1
        canvas.poly([(x - r * 0.1, y), (x + r * 0.1, y - r * 0.06), (x, y - r * 0.28)], fill=WOOD_INK)
    for x in (-0.15, 0.4):
        canvas.line(x * r, r * 0.35, x * r - r * 0.08, r * 0.7, WOOD_INK, r * 0.15)


def _owl(canvas: Shapes, r: float) -> None:
    """From the front: two tufts, two large eyes."""
    canvas.poly([(-r * 0.55, -r * 0.85), (-r * 0.1, -r * 0.5), (-r * 0.55, -r * 0.2)], fill=WOOD_INK)
    canvas.poly([(r * 0.55, -r * 0.85), (r * 0.1, -r * 0.5), (r * 0.55, -r * 0.2)], fill=WOOD_INK)
    canvas.rect(-r * 0.55, -r * 0.6, r * 1.1, r * 1.45, r * 0.5, fill=WOOD_INK)
    for x in (-1, 1):
        canvas.circ(x * r * 0.25, -r * 0.25, r * 0.23, fill=canvas.c.ivory)
        canvas.circ(x * r * 0.22, -r * 0.25, r * 0.1, fill=WOOD_INK)
    canvas.poly([(-r * 0.09, -r * 0.06), (r * 0.09, -r * 0.06), (0, r * 0.16)], fill=canvas.c.ivory)


def _fox(canvas: Shapes, r: float) -> None:
    """The face: two pointed ears and a pointed snout."""
    for x in (-1, 1):
        canvas.poly([(x * r * 0.7, -r * 0.85), (x * r * 0.72, -r * 0.05), (x * r * 0.12, -r * 0.35)], fill=WOOD_INK)
    canvas.poly([(-r * 0.72, -r * 0.2), (r * 0.72, -r * 0.2), (0, r * 0.85)], fill=WOOD_INK, stroke=WOOD_INK,
                sw=r * 0.12)  # fmt: skip
    for x in (-1, 1):
        canvas.circ(x * r * 0.3, -r * 0.02, r * 0.09, fill=canvas.c.ivory)
    canvas.circ(0, r * 0.62, r * 0.1, fill=canvas.c.ivory)


def _hedgehog(canvas: Shapes, r: float) -> None:
    """From the side: spines, a pointed nose."""
    for n in range(7):
        x = -r * 0.8 + n * r * 0.2
        canvas.poly([(x, r * 0.1), (x + r * 0.28, r * 0.1), (x - r * 0.02, -r * (0.45 + 0.12 * min(n, 6 - n)))],
                    fill=WOOD_INK)  # fmt: skip
    canvas.rect(-r * 0.8, -r * 0.05, r * 1.3, r * 0.6, r * 0.28, fill=WOOD_INK)
    canvas.poly([(r * 0.3, -r * 0.1), (r * 0.95, r * 0.32), (r * 0.3, r * 0.5)], fill=WOOD_INK)
    canvas.circ(r * 0.48, r * 0.14, r * 0.08, fill=canvas.c.ivory)


def _rabbit(canvas: Shapes, r: float) -> None:
    """The face: two long ears."""
    for x in (-1, 1):
        canvas.line(x * r * 0.26, -r * 0.1, x * r * 0.34, -r * 0.75, WOOD_INK, r * 0.3)
    canvas.circ(0, r * 0.28, r * 0.52, fill=WOOD_INK)
    for x in (-1, 1):
        canvas.circ(x * r * 0.2, r * 0.18, r * 0.09, fill=canvas.c.ivory)
    canvas.poly([(-r * 0.09, r * 0.42), (r * 0.09, r * 0.42), (0, r * 0.53)], fill=canvas.c.ivory)


ANIMALS: dict[str, Callable[[Shapes, float], None]] = {
    "fish": _fish, "tortoise": _tortoise, "frog": _frog, "iguana": _iguana, "owl": _owl, "fox": _fox,
    "hedgehog": _hedgehog, "rabbit": _rabbit,
}  # fmt: skip
