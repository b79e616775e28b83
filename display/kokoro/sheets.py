"""The score sheets: one row a player, five boxes, who has drawn, peeked, told a count, or is waited for."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial

from tablekeeper.display.drawing.pen import Pen
from tablekeeper.display.drawing.scene import Act
from tablekeeper.display.pages import Entered, TablePage
from tablekeeper.display.widgets.pieces import draw_badge
from tablekeeper.display.widgets.putting_right import latest, touch_to_fix
from tablekeeper.display.widgets.side_page import colour_of_seat
from tablekeeper.engines.kokoro.view import PlayerView

LEAST_NAME = 24.0
"""With less room than this only the badge stands there."""
LEAST_ROW = 47
"""A lower row is no target for a finger."""
FINGER = 50
"""The same below the square, where a screen has the smallest pixels."""
BOXES_FROM = 290
"""In a narrower row a name would run into the five boxes: it shows their sum."""


def draw_sheets(pen: Pen, page: TablePage, acts: Mapping[int, Act], top: float, floor: float, chosen: int = -1) -> None:
    """One row a player: five boxes, zero in red; the current one shows who has drawn, peeked, or is waited for."""
    view = page.view
    count = len(view.players)
    columns = 2 if count > 5 or (floor - top - 22) / count < LEAST_ROW else 1
    if pen.frame.portrait:
        columns = 2 if (floor - top) / -(-count // 2) >= FINGER else 3
    rows = -(-count // columns)
    room = floor - top - (22 if columns == 1 else 0)
    high = min(52.0, room / rows)
    if high < 30:
        return
    wide = (pen.frame.page_w - 24 - 8 * (columns - 1)) / columns
    start = floor - rows * high
    if columns == 1:
        for i, letter in enumerate(view.letters):
            x = 12 + wide - 172 + i * 37
            now = i == len(view.letters) - 1
            pen.text(x, start - 12, letter, 18, "strong", pen.c.accent if now else pen.c.text_soft, "middle")
    for seat in range(count):
        x, y = 12 + (seat % columns) * (wide + 8), start + (seat // columns) * high
        _draw_row(pen, page, seat, x, y, wide, high - 5, seat == chosen)
        if seat in acts:
            pen.target(x, y, wide, high, acts[seat], f"seat.{seat}", ring=12)
        elif high >= LEAST_ROW:
            touch_to_fix(pen, latest(page, partial(_is_of, seat)), x, y, wide, high, f"seat.fix.{seat}")


def _is_of(seat: int, entered: Entered) -> bool:
    """Whether this is what was entered of a seat: its number, or what it did with the path."""
    return entered.kind in ("count", "act") and seat in (entered.answer.giver, entered.answer.parts().get("seat"))


def _draw_row(
    pen: Pen, page: TablePage, seat: int, x: float, y: float, w: float, h: float, chosen: bool
) -> None:  # fmt: skip
    view, player = page.view, page.view.players[seat]
    waits = seat in view.waiting
    stroke = pen.c.accent if chosen or waits else None
    pen.rect(x, y, w, h, 12, pen.c.raised if waits or chosen else pen.c.page, stroke, 3 if chosen else 1.5)
    middle = y + h / 2
    narrow = w < BOXES_FROM
    edge = 17 if narrow else 21
    pen.stamp(draw_badge, x + edge, middle, (-13, -13, 13, 13), colour_of_seat(page.colours, seat), 12)
    now = x + w - 29 - max(_sum_width(pen, other) for other in view.players)
    room = now - x - edge - 33 if narrow else 72
    if room > LEAST_NAME:
        pen.text(
            x + edge + (16 if narrow else 20),
            middle,
            player.name,
            20,
            "text" if waits else "strong",
            room=room,
            cut=True,
        )
    if narrow:
        pen.text(x + w - 8, middle, sum(player.boxes), 24, "number", pen.c.text, "end")
        _draw_now(pen, player, waits, now, middle)
    else:
        _draw_boxes(pen, player, waits, x + w - 172, middle)


def _sum_width(pen: Pen, player: PlayerView) -> float:
    return pen.measure.width(str(sum(player.boxes)), 24, "number")


def _draw_boxes(pen: Pen, player: PlayerView, waits: bool, x: float, y: float) -> None:
    for i in range(5):
        cx = x + i * 37
        if i < len(player.boxes):
            zero = player.boxes[i] == 0
            pen.text(cx, y, player.boxes[i], 24, "number", pen.c.bad if zero else pen.c.text, "middle")
        elif i == len(player.boxes):
            _draw_now(pen, player, waits, cx, y)
        else:
            pen.circ(cx, y, 2.5, pen.c.line)


def _draw_now(pen: Pen, player: PlayerView, waits: bool, x: float, y: float) -> None:
    """The box of this round: a number told, a tick, an eye, or a ring with what the path must join to score."""
    if player.count is not None:
        pen.text(x, y, player.count, 24, "number", pen.c.accent, "middle")
    elif waits:
        pen.circ(x, y, 14, None, pen.c.text_soft, 2)
        pen.text(x, y, player.needs, 18, "strong", pen.c.text_soft, "middle")
    elif player.did == "drew":
        pen.icon("check", x, y, 10, pen.c.accent)
    elif player.did == "peeked":
        pen.icon("eye", x, y, 11, pen.c.accent)
