"""The emblem of each game on the menu: palette and shapes, nothing of the publishers."""

from __future__ import annotations

from collections.abc import Callable

from tablekeeper.display.drawing.icons import draw_icon
from tablekeeper.display.drawing.shapes import Point, Shapes, bend, polar
from tablekeeper.display.drawing.theme import COAL, INK, PAPER, SNOW, shade
from tablekeeper.display.widgets.pieces import draw_shape

Emblem = Callable[[Shapes], None]


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


def draw_kokoro(canvas: Shapes) -> None:
    """A path through a wood."""
    c = canvas.c
    knots = ((-110, 46), (-66, 44), (-44, 22), (-44, -22), (-22, -44), (0, -22), (22, 0), (44, 22), (66, 44), (110, 46))
    points: list[Point] = [knots[0]]
    for before, here, after in zip(knots, knots[1:], knots[2:], strict=False):
        middle = ((here[0] + after[0]) / 2, (here[1] + after[1]) / 2)
        start = ((before[0] + here[0]) / 2, (before[1] + here[1]) / 2)
        points.extend(bend(start, here, middle, 8))
    points.append(knots[-1])
    canvas.poly(points, stroke=c.accent, sw=14, close=False)
    for x, y, r in ((-78, -38, 17), (64, -36, 20), (2, 56, 15)):
        draw_icon(canvas, "leaf", x, y, r, c.line)


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


def draw_unknown(canvas: Shapes) -> None:
    """A game without an emblem."""
    draw_icon(canvas, "question", 0, 0, 40, canvas.c.accent)


EMBLEMS: dict[str, Emblem] = {
    "cocoon_world": draw_cocoon_world,
    "cocoons": draw_cocoons,
    "kokoro": draw_kokoro,
    "chocobo": draw_chocobo,
}
