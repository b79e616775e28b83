"""What a way back would undo, shown before it is taken; what concerns everybody is agreed to by everybody."""

from __future__ import annotations

from tablekeeper.display.drawing.layout import MARGIN
from tablekeeper.display.drawing.pen import SMALLEST, Pen
from tablekeeper.display.drawing.remembered import Ui
from tablekeeper.display.drawing.scene import Local
from tablekeeper.display.intents import Back, FixReading, Rewind
from tablekeeper.display.pages import WayBackPage
from tablekeeper.display.screens.timeline import ROWS, draw_step
from tablekeeper.display.widgets.pieces import draw_badge
from tablekeeper.display.widgets.scroll import ROWS_WISE, draw_scroll
from tablekeeper.display.widgets.side_page import (
    Tool,
    colour_of_seat,
    header,
    main_button,
    name_of,
    now_line,
    rail,
)
from tablekeeper.display.words.speech import Speech

FEW = 4
"""With more people than this their keys take all the room."""
KEY_H = 55.0
"""A key for a finger, and the gap below it."""
ROOM_BESIDE = 76.0
"""What stands beside a name on its key: the badge, and the tick of whoever agrees."""
WORDS_H = 150.0
"""The header, the question in two lines and what it undoes."""


def draw(pen: Pen, page: WayBackPage, ui: Ui) -> None:
    """The rows that would be undone on the stage; what to do on the page."""
    _draw_undone(pen.stage(), page, ui)
    voice = pen.page()
    header(voice, pen.say("way_back.title"), page.health, icon="undo")
    kind = way_of(page)
    second = pen.say("way_back.undoes", count=len(page.steps)) if len(page.agree) <= FEW else ""
    floor = voice.frame.rail_y - 68
    y = now_line(voice, pen.say(f"way_back.{kind}"), second, most=2, floor=floor, keep=_rows_of(voice, page) * KEY_H)
    agreed = frozenset(ui.get("agreed", ()))
    waiting = [seat for seat in page.agree if seat not in agreed]
    if page.agree:
        _draw_agreeing(voice, page, agreed, y + 2, floor)
    label = pen.say("way_back.all_agree" if waiting else f"way_back.{kind}_yes")
    main_button(voice, label, None if waiting else page.way, "yes", None if waiting else "check")
    rail(voice, [Tool(pen.say("way_back.leave"), "back", Back(), "back")])


def way_of(page: WayBackPage) -> str:
    """Which of the three ways it is."""
    if isinstance(page.way, FixReading):
        return "fix"
    return "rewind" if isinstance(page.way, Rewind) else "take_back"


def _draw_undone(pen: Pen, page: WayBackPage, ui: Ui) -> None:
    """The answers that go, the newest at the bottom."""
    count = len(page.steps)
    rows = ROWS if count <= ROWS else ROWS - 1
    pages = max(1, -(-count // rows))
    scroll = min(ui.get("scroll", 0), pages - 1)
    speech = Speech(pen.texts, page.game, page.names, page.colours)
    pen.line(46, 4, 46, 476, pen.c.raised, 6)
    for i, step in enumerate(page.steps[scroll * rows : (scroll + 1) * rows]):
        draw_step(pen, page, step, speech, 10 + i * 78)
    draw_scroll(pen, 84, 10 + rows * 78, 384, 58, scroll, pages, ROWS_WISE)


def _columns_of(pen: Pen, page: WayBackPage) -> int:
    """Beside the square one or two; below it as many as the names have room for, unless the keys lack it then."""
    if not pen.frame.portrait:
        return 1 if len(page.agree) <= FEW // 2 else 2
    names = [name_of(pen.texts, page.names, seat) for seat in page.agree]
    widest = pen.measure.widest(names, SMALLEST, "strong") if names else 0.0
    room = pen.frame.rail_y - 68 - WORDS_H
    fits = [n for n in (4, 3, 2) if _key_width(pen, n) - ROOM_BESIDE >= widest]
    high = [n for n in (2, 3, 4) if -(-len(names) // n) * KEY_H <= room]
    return next((n for n in fits if n in high), next(iter(high), 4))


def _key_width(pen: Pen, columns: int) -> float:
    return (pen.frame.column - 8 * (columns - 1)) / columns


def _rows_of(pen: Pen, page: WayBackPage) -> int:
    return -(-len(page.agree) // _columns_of(pen, page))


def _draw_agreeing(pen: Pen, page: WayBackPage, agreed: frozenset[int], top: float, floor: float) -> None:
    """A key for each person; a touch agrees, another one takes that back."""
    columns, rows = _columns_of(pen, page), _rows_of(pen, page)
    wide = _key_width(pen, columns)
    pitch = min(62.0, (floor - top) / rows)
    for n, seat in enumerate(page.agree):
        x, y = MARGIN + n % columns * (wide + 8), floor - (rows - n // columns) * pitch
        on = seat in agreed
        high = pitch - 4
        pen.rect(x, y, wide, high, 14, pen.c.raised if on else None, pen.c.accent if on else pen.c.line, 3 if on else 2)
        pen.stamp(draw_badge, x + 24, y + high / 2, (-15, -15, 15, 15), colour_of_seat(page.colours, seat), 14)
        name = name_of(pen.texts, page.names, seat)
        pen.text(x + 46, y + high / 2, name, 20, "strong", room=wide - ROOM_BESIDE, cut=True)
        if on:
            pen.icon("check", x + wide - 18, y + high / 2, 10, pen.c.accent)
        seats = tuple(sorted(agreed - {seat} if on else agreed | {seat}))
        says = pen.say("way_back.agrees", name=name)
        pen.target(x, y, wide, high, Local("agreed", seats), f"agree.{seat}", first=n == 0, says=says)
