"""What lies over every screen: the focus ring, and the caption of the last sound."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import numpy as np
from numpy.typing import NDArray
from pygame import Rect, Surface

from tablekeeper.display.drawing.canvas import Canvas
from tablekeeper.display.drawing.layout import Frame
from tablekeeper.display.drawing.pen import Pen
from tablekeeper.display.drawing.scene import Scene, Target
from tablekeeper.display.drawing.sprites import AnySprites
from tablekeeper.display.drawing.theme import Colour, Palette
from tablekeeper.display.window.hands import Hands
from tablekeeper.display.window.motion import Place

RING_SW = 4
RING_GAP = 3
CAPTION_AT = (240.0, 430.0)
"""On the square: where a caption would best stand, below every picture's middle, above its last row."""
CAPTION_SIZE = 18
CAPTION_H = 30
LINE_H = 22
SIGN_W, MOST_W = 42.0, 440.0
"""What a sign takes beside its words, and how long such a row may be."""
CELL = 4
"""The step, in units, of the search for a caption's place."""
TARGET_COSTS, PICTURE_COSTS, SEAM_COSTS = 0.04, 1.5, 6.0
"""What it costs to cover a cell of a target, of a picture, or of the seam between square and page, in cells of distance
from the best place. What is read is never covered."""
LARGE_SHARE = 0.2
"""A picture larger than this share of the screen is a ground."""


def draw_caption(pen: Pen, words: str, scene: Scene) -> None:
    """What was just heard, in a quiet pill that covers nothing that is read on the scene; in two lines where one finds
    no room."""
    for lines in ([words], pen.measure.halves(words, CAPTION_SIZE, "strong")):
        wide = pen.measure.widest(lines, CAPTION_SIZE, "strong") + 56
        high = CAPTION_H + LINE_H * (len(lines) - 1)
        found = find_room(scene, pen.px(*CAPTION_AT), pen.frame, (wide, high))
        if found is not None:
            break
    x, y = found or pen.px(*CAPTION_AT)
    x, y = (x - pen.at[0]) / pen.k, (y - pen.at[1]) / pen.k
    pen.rect(x - wide / 2, y - high / 2, wide, high, 15, pen.c.page, pen.c.line, 1.5)
    pen.icon("sound", x - wide / 2 + 24, y, 9, pen.c.text_soft)
    for n, line in enumerate(lines):
        at = y + LINE_H * (n - (len(lines) - 1) / 2)
        pen.text(x + 14, at, line, CAPTION_SIZE, "strong", pen.c.text, "middle", room=400)


def draw_signs(pen: Pen, signs: Sequence[Target], scene: Scene) -> None:
    """What the buttons without words mean, for somebody who sees them for the first time."""
    widths = [pen.measure.width(target.says, CAPTION_SIZE, "strong") + SIGN_W for target in signs]
    rows = [range(len(signs))]
    if sum(widths) > MOST_W:
        half = (len(signs) + 1) // 2
        rows = [range(half), range(half, len(signs))]
    wide = max(sum(widths[i] for i in row) for row in rows) + 16
    high = CAPTION_H * len(rows) + 8
    x, y = find_room(scene, pen.px(*CAPTION_AT), pen.frame, (wide, high)) or pen.px(*CAPTION_AT)
    x, y = (x - pen.at[0]) / pen.k - wide / 2, (y - pen.at[1]) / pen.k - high / 2
    pen.rect(x, y, wide, high, 15, pen.c.page, pen.c.accent, 2)
    for n, row in enumerate(rows):
        left, middle = x + 8, y + 4 + CAPTION_H * (n + 0.5)
        for i in row:
            pen.icon(signs[i].sign, left + 16, middle, 9, pen.c.accent, pen.c.page)
            pen.text(left + 30, middle, signs[i].says, CAPTION_SIZE, "strong")
            left += widths[i]


def find_room(
    scene: Scene, best: tuple[int, int], frame: Frame, size: tuple[float, float]
) -> tuple[float, float] | None:
    """The middle of a place of this size (in units) where nothing is read, in pixels: near the best place, and over
    targets and small pictures only where there is no other. None where all is full of words."""
    k = frame.scale
    cell = max(1, round(CELL * k))
    screen = scene.ground.get_rect()
    high, wide = (-(-round(edge * k + 2 * cell) // cell) for edge in (size[1], size[0]))
    rows, columns = screen.height // cell, screen.width // cell
    if rows < high or columns < wide:
        return None

    def covered(rects: Iterable[Rect]) -> NDArray[np.int64]:
        """For each place the cells of these that it would cover."""
        cells = np.zeros((rows + 1, columns + 1), np.int64)
        for rect in rects:
            part = rect.clip(screen)
            if part:
                cells[part.top // cell + 1 : (part.bottom - 1) // cell + 2,
                      part.left // cell + 1 : (part.right - 1) // cell + 2] = 1  # fmt: skip
        sums = cells.cumsum(0).cumsum(1)
        return np.asarray(sums[high:, wide:] - sums[:-high, wide:] - sums[high:, :-wide] + sums[:-high, :-wide])

    read = covered(letters(rect) for item in scene.items for rect in item.read())
    pictures = (item.picture.get_rect(topleft=(item.x, item.y)) for item in scene.items if item.words is None)
    most = LARGE_SHARE * screen.width * screen.height
    y, x = np.mgrid[: read.shape[0], : read.shape[1]]
    cost = np.hypot(x + wide / 2 - best[0] / cell, y + high / 2 - best[1] / cell)
    cost += TARGET_COSTS * covered(target.rect for target in scene.targets)
    cost += PICTURE_COSTS * covered(rect for rect in pictures if rect.width * rect.height <= most)
    cost += SEAM_COSTS * covered([frame.seam])
    cost[read > 0] = np.inf
    row, column = divmod(int(cost.argmin()), cost.shape[1])
    if not np.isfinite(cost[row, column]):
        return None
    return (column + wide / 2) * cell, (row + high / 2) * cell


def letters(capitals: Rect) -> Rect:
    """The box of capitals, with what hangs below and the accents above."""
    return capitals.inflate(0, round(0.7 * capitals.height))


def rings(hands: Hands, sprites: AnySprites, scale: float, palette: Palette) -> list[Place]:
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
