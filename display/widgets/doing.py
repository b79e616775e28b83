"""What to do with one's hands: the lines over the page's content after each answer, page by page, and the way back."""

from __future__ import annotations

from typing import NamedTuple

from tablekeeper.display.drawing.layout import MARGIN
from tablekeeper.display.drawing.pen import TYPE, Pen
from tablekeeper.display.drawing.remembered import Ui
from tablekeeper.display.drawing.scene import Local
from tablekeeper.display.games import look_of
from tablekeeper.display.pages import TablePage
from tablekeeper.display.widgets.pieces import draw_badge
from tablekeeper.display.widgets.side_page import colour_of_seat, main_button
from tablekeeper.display.words.instructions import CHOSE, PIECE, Line, addressed, lines_of
from tablekeeper.display.words.speech import asked_seat, speech_of

OPEN = "do"
"""What the screen keeps of it: the number of the page that lies open, or CLOSED."""
CLOSED = -1
COLUMN = 38
"""Where the words begin, to the right of the piece."""
GAP = 8
BUTTON_W = 56
LEAST_H = 150.0
"""So much room the lines take at the least."""


class Row(NamedTuple):
    """One line with its words, broken as they will stand."""

    line: Line
    words: str
    high: float


def lines_on(pen: Pen, page: TablePage) -> list[Line]:
    """What hands have to do since people answered last."""
    return lines_of(speech_of(pen.texts, page), look_of(page.game).instructions, page.view, page.done)


def open_page(page: TablePage, ui: Ui, lines: list[Line]) -> int:
    """Which page of the lines lies open; once somebody has picked anything on the screen, none does by itself."""
    if not lines or page.note == "paused":
        return CLOSED
    to_do = page.hands and any(line.instruction.moves and line.instruction.due for line in lines)
    by_itself = not ui and (to_do or any(line.event.kind == CHOSE for line in lines))
    return int(ui.get(OPEN, 0 if by_itself else CLOSED))


def draw_lines(pen: Pen, page: TablePage, lines: list[Line], number: int, top: float) -> None:
    """One page of the lines; the button turns to the next one, and from the last back to the table."""
    room = pen.frame.rail_y - 64 - GAP - top
    sheets = _deal(pen, page, lines, room)
    number = min(number, len(sheets) - 1)
    y = top + GAP
    for row in sheets[number]:
        _draw_row(pen, page, row, y)
        y += row.high
    more = number + 1 < len(sheets)
    label = pen.say("do.more", part=number + 1, whole=len(sheets)) if more else pen.say("do.all_done")
    main_button(pen, label, Local(OPEN, number + 1 if more else CLOSED), "hands_on", "fwd" if more else "check")


def draw_way_back(pen: Pen, lines: list[Line], x: float) -> None:
    """The small button in the header that opens the lines again."""
    pen.icon("tiles", x + BUTTON_W / 2, 31, 11, pen.c.accent, pen.c.page)
    pen.target(x, 2, BUTTON_W - 4, 52, Local(OPEN, 0), "hands_open", says=pen.say("do.open", count=len(lines)))


def _deal(pen: Pen, page: TablePage, lines: list[Line], room: float) -> list[list[Row]]:
    """The lines on as many sheets as they need, at least one line on each. Whose hands are meant is said where that
    changes, and once more at the top of a sheet."""
    sheets: list[list[Row]] = [[]]
    before = asked = asked_seat(page.question) if page.question is not None else None
    left = room + GAP
    for line in lines:
        row = _row(pen, page, line, named=line.seat != before)
        if sheets[-1] and row.high > left:
            row = _row(pen, page, line, named=line.seat != asked)
            sheets.append([])
            left = room + GAP
        sheets[-1].append(row)
        left -= row.high
        before = line.seat
    return sheets


def _row(pen: Pen, page: TablePage, line: Line, *, named: bool) -> Row:
    speech, style = speech_of(pen.texts, page), TYPE["body"]
    words = addressed(speech, line) if named and line.seat >= 0 else line.says
    split = pen.measure.wrap(words, pen.grown(float(style["size"])), style["font"], pen.frame.column - COLUMN)
    return Row(line, words, max(2 * PIECE, len(split) * pen.grown(float(style["line"]))) + GAP)


def _draw_row(pen: Pen, page: TablePage, row: Row, y: float) -> None:
    line = row.line
    colour = colour_of_seat(page.colours, line.seat) if line.seat >= 0 else "white"
    x, middle = MARGIN + PIECE, y + 13
    if line.instruction.draw is not None:
        line.instruction.draw(pen, x, middle, line.event, page.view, colour)
    elif line.seat >= 0:
        pen.stamp(draw_badge, x, middle, (-13, -13, 13, 13), colour, 12)
    ink = pen.c.text if line.instruction.moves else pen.c.text_soft
    pen.para(MARGIN + COLUMN, y, row.words, pen.frame.column - COLUMN, "body", ink, most=12,
             floor=pen.frame.rail_y - 64)  # fmt: skip
