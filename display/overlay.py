"""What lies over every screen: the focus ring, and the caption of the last sound."""

from __future__ import annotations

from pygame import Surface

from display.canvas import Canvas
from display.hands import Hands
from display.motion import Place
from display.pen import Pen, Sprites
from display.theme import Colour, Palette

RING_SW = 4
RING_GAP = 3
CAPTION_AT = (240.0, 430.0)
"""On the square: below every picture's middle, above its last row."""
CAPTION_SIZE = 18


def draw_caption(pen: Pen, words: str) -> None:
    """What was just heard, in a quiet pill."""
    x, y = CAPTION_AT
    wide = pen.measure.width(words, CAPTION_SIZE, "strong") + 56
    pen.rect(x - wide / 2, y - 15, wide, 30, 15, pen.c.page, pen.c.line, 1.5)
    pen.icon("sound", x - wide / 2 + 24, y, 9, pen.c.text_soft)
    pen.text(x + 14, y, words, CAPTION_SIZE, "strong", pen.c.text, "middle", room=400)


def rings(hands: Hands, sprites: Sprites, scale: float, palette: Palette) -> list[Place]:
    """The focus ring, and a ring round what is pressed just now."""
    key = hands.pressed or (hands.focus if hands.ring else "")
    target = hands.find(key) if key else None
    if target is None:
        return []
    out = round((RING_SW + RING_GAP + 1) * scale)
    area = target.rect.inflate(2 * out, 2 * out)
    ink = palette.accent if hands.pressed else palette.focus
    picture = sprites.get(
        ("ring", target.rect.size, target.ring, palette, ink),
        lambda: make_ring(target.rect.size, target.ring, scale, palette, ink).convert_alpha(),
    )
    return [(picture, area.x, area.y)]


def make_ring(size_px: tuple[int, int], corner_px: int, scale: float, palette: Palette, ink: Colour) -> Surface:
    """A ring round a target, with an ink gap inside."""
    w, h = size_px[0] / scale, size_px[1] / scale
    out = RING_SW + RING_GAP + 1
    canvas = Canvas((0, 0, w + 2 * out, h + 2 * out), scale, palette)
    corner = corner_px / scale
    gap = RING_GAP / 2
    canvas.rect(out - gap, out - gap, w + 2 * gap, h + 2 * gap, corner + gap, stroke=palette.page, sw=RING_GAP)
    far = RING_GAP + RING_SW / 2
    canvas.rect(out - far, out - far, w + 2 * far, h + 2 * far, corner + far, stroke=ink, sw=RING_SW)
    return canvas.finish()
