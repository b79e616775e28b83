"""The tiles: chevron and number to move, a sign to go to, a small die to roll again, a clock for the next turn."""

from __future__ import annotations

from collections.abc import Callable

from tablekeeper.display.drawing.icons import draw_icon
from tablekeeper.display.drawing.shapes import Shapes
from tablekeeper.display.drawing.theme import GAIN, INK, LOSS, PAPER

EVENT_SIGNS = {
    "start": "flag", "experience": "exp", "initiation": "initiation", "pit": "pit", "gods_bet": "bet",
}  # fmt: skip
PLAIN = 32
"""The edge at which the pictograms are drawn; they scale from there."""


def draw_tile(canvas: Shapes, kind: str, edge: float) -> None:
    """What lies on a space: a tile face up, one face down (`?`), or nothing, dashed."""
    half, corner = edge / 2, 7 * edge / PLAIN
    if kind == "":
        canvas.rect(-half + 2, -half + 2, edge - 4, edge - 4, 6, stroke=canvas.c.line, sw=2, dash=(3, 5))
    elif kind == "?":
        canvas.rect(-half + 1, -half + 1, edge - 2, edge - 2, corner, fill=canvas.c.raised, stroke=canvas.c.line, sw=2)
        k = 7 * edge / PLAIN
        canvas.poly([(0, -k), (k, 0), (0, k), (-k, 0)], fill=canvas.c.line)
    else:
        canvas.rect(-half, -half + 3 * edge / PLAIN, edge, edge, corner, fill=canvas.c.ivory_edge)
        canvas.rect(-half, -half, edge, edge, corner, fill=canvas.c.ivory)
        draw_pictogram(canvas, kind, edge / PLAIN)


def draw_pictogram(canvas: Shapes, kind: str, k: float) -> None:
    """The sign of a tile around the origin; an unknown kind shows its first letters."""
    way, _, number = kind.rpartition("_")
    if way in ("forward", "backward") and number.isdigit():
        _draw_move(canvas, way == "forward", number, k)
        return
    again = kind.endswith("_roll") and kind != "roll"
    base = kind.removesuffix("_roll")
    up = 3.5 * k if again else 0
    if base in EVENT_SIGNS:
        draw_icon(canvas, EVENT_SIGNS[base], 3 * k, -up, (8 if again else 9) * k, INK, canvas.c.ivory)
        draw_icon(canvas, "fwd", -10.5 * k, -up, 4.2 * k, INK)
    elif base.startswith(("gain_", "lose_")):
        gain = base.startswith("gain_")
        words = ("+" if gain else "−") + base.rpartition("_")[2]
        canvas.text(-3 * k if again else 0, -up, words, (17 if again else 20) * k, "number", GAIN if gain else LOSS)
    elif base in SPECIAL:
        SPECIAL[base](canvas, k)
    else:
        canvas.text(0, 0, kind[:3], 13 * k, "strong", INK)
    if again:
        _draw_small_die(canvas, 9 * k, 9 * k, k * 0.62)


def _draw_move(canvas: Shapes, forward: bool, number: str, k: float) -> None:
    short = len(number) == 1
    size, ink = (19 if short else 16) * k, INK if forward else LOSS
    if forward:
        draw_icon(canvas, "fwd", (8 if short else 10.5) * k, 0, 6.2 * k, ink)
        canvas.text(-5 * k, 0, number, size, "number", ink)
    else:
        draw_icon(canvas, "rew", (-8 if short else -11.5) * k, 0, 6.2 * k, ink)
        canvas.text(4.5 * k, 0, number, size, "number", ink)


def _draw_small_die(canvas: Shapes, x: float, y: float, k: float) -> None:
    canvas.rect(x - 7 * k, y - 7 * k, 14 * k, 14 * k, 4 * k, fill=INK)
    for d in (-1, 0, 1):
        canvas.circ(x + d * 3.6 * k, y + d * 3.6 * k, 1.5 * k, fill=PAPER)


def _draw_clock(canvas: Shapes, k: float) -> None:
    x = y = 9.6 * k
    canvas.circ(x, y, 4.5 * k, stroke=INK, sw=1.5 * k)
    canvas.line(x, y, x, y - 2.5 * k, INK, 1.3 * k)
    canvas.line(x, y, x + 2 * k, y, INK, 1.3 * k)


def _draw_card(canvas: Shapes, x: float, y: float, k: float, full: bool, w: float = 9, h: float = 12) -> None:
    fill = INK if full else None
    canvas.rect(x - w / 2 * k, y - h / 2 * k, w * k, h * k, 2.4 * k, fill=fill, stroke=INK, sw=1.8 * k)


def _roll(canvas: Shapes, k: float) -> None:
    draw_icon(canvas, "reroll", 0, 0, 9.6 * k, INK, canvas.c.ivory)


def _flip(canvas: Shapes, k: float) -> None:
    draw_icon(canvas, "initiation", -2.5 * k, -3 * k, 9 * k, INK)


def _rob(canvas: Shapes, k: float) -> None:
    _draw_card(canvas, -6 * k, -3 * k, k, False)
    canvas.arrow(11 * k, 6 * k, -1 * k, 6 * k, INK, 2.4 * k, 6 * k)
    canvas.poly([(7 * k, -9.5 * k), (11.4 * k, -1.7 * k), (2.6 * k, -1.7 * k)], fill=INK)


def _fetch(canvas: Shapes, k: float) -> None:
    _draw_card(canvas, -7.5 * k, 0, k, True)
    _draw_card(canvas, 7.5 * k, 0, k, False)
    canvas.arrow_arc(0, 1 * k, 11 * k, -38, 40, INK, 2 * k, 5 * k)
    canvas.arrow_arc(0, -1 * k, 11 * k, 142, 220, INK, 2 * k, 5 * k)


def _place_any(canvas: Shapes, k: float) -> None:
    _draw_card(canvas, -4 * k, 0, k, True)
    canvas.line(7 * k, -4.5 * k, 7 * k, 4.5 * k, INK, 2.6 * k)
    canvas.line(2.5 * k, 0, 11.5 * k, 0, INK, 2.6 * k)


def _roll_place(canvas: Shapes, k: float) -> None:
    _draw_small_die(canvas, -5 * k, 0, k * 0.85)
    _draw_card(canvas, 8 * k, 0, k * 0.9, False)
    canvas.line(8 * k, -2.6 * k, 8 * k, 2.6 * k, INK, 1.5 * k)
    canvas.line(5.4 * k, 0, 10.6 * k, 0, INK, 1.5 * k)


def _extra_die(canvas: Shapes, k: float) -> None:
    _draw_small_die(canvas, -4 * k, -3 * k, k * 0.95)
    canvas.line(9 * k, -6.5 * k, 9 * k, 0.5 * k, INK, 2.4 * k)
    canvas.line(5.5 * k, -3 * k, 12.5 * k, -3 * k, INK, 2.4 * k)
    _draw_clock(canvas, k)


def _change_die(canvas: Shapes, k: float) -> None:
    _draw_small_die(canvas, -2 * k, -3 * k, k * 0.95)
    canvas.line(3 * k, 1 * k, 11 * k, -8 * k, INK, 3 * k)
    _draw_clock(canvas, k)


def _reverse(canvas: Shapes, k: float) -> None:
    canvas.arc(0, -4 * k, 6.5 * k, -90, 90, INK, 2.8 * k)
    canvas.line(6.5 * k, -4 * k, 6.5 * k, 2 * k, INK, 2.8 * k)
    canvas.arrow(-6.5 * k, -4 * k, -6.5 * k, 8 * k, INK, 2.8 * k, 7 * k)
    _draw_clock(canvas, k)


def _choose_supply(canvas: Shapes, k: float) -> None:
    for i in (-1, 0, 1):
        _draw_card(canvas, (i * 8.6 - 1) * k, -(3 if i else 6) * k, k, i == 0, 7, 11)
    _draw_clock(canvas, k)


SPECIAL: dict[str, Callable[[Shapes, float], None]] = {
    "roll": _roll,
    "flip": _flip,
    "rob": _rob,
    "fetch": _fetch,
    "place_any": _place_any,
    "roll_place": _roll_place,
    "extra_die": _extra_die,
    "change_die": _change_die,
    "reverse": _reverse,
    "choose_supply": _choose_supply,
}
