"""A game that nobody has drawn yet: its options as a list, its players as names; never a blank screen."""

from __future__ import annotations

from collections.abc import Sequence

from tablekeeper.display.drawing.pen import Pen
from tablekeeper.display.drawing.remembered import Ui
from tablekeeper.display.pages import TablePage
from tablekeeper.display.widgets.dice import dice_asked, draw_tray
from tablekeeper.display.widgets.narrow import draw_options_stage, draw_step_back
from tablekeeper.display.widgets.panel import draw_option_buttons, few, keypad_content, keypad_open, seen_question
from tablekeeper.display.widgets.pickers import draw_keypad
from tablekeeper.display.widgets.pieces import draw_badge
from tablekeeper.display.widgets.side_page import colour_of_seat
from tablekeeper.display.words.speech import Speech, speech_of
from tablekeeper.engines.core import Event


def side_of(page: TablePage) -> str:
    """No sides here."""
    return ""


def seat_side(view: object, seat: int) -> str:
    """No sides here."""
    return ""


def second_line(pen: Pen, page: TablePage) -> str:
    """Nothing softer to say."""
    return ""


def draw_stage(pen: Pen, page: TablePage, ui: Ui) -> None:
    """What is to be chosen, or what happened last."""
    question = seen_question(page, ui)
    if question is not None and keypad_open(page, ui):
        bodies = dice_asked(question)
        draw_keypad(pen, bodies, ui.get("dice", (None,) * len(bodies)))
    elif question is not None and dice_asked(question):
        draw_tray(pen, page)
    elif question is not None and question.options and not few(question):
        draw_options_stage(pen, page, question, ui)
    else:
        draw_events(pen, speech_of(pen.texts, page), page.happened)


def draw_events(pen: Pen, speech: Speech, events: Sequence[Event]) -> None:
    """The latest of them as rows, each with the badge of whose it is."""
    for i, event in enumerate(events[-6:]):
        y = 12 + i * 78
        pen.rect(12, y, 456, 70, 16, pen.c.page)
        left = 30.0
        if event.seat >= 0:
            pen.stamp(draw_badge, 46, y + 35, (-22, -22, 22, 22), colour_of_seat(speech.colours, event.seat), 21)
            left = 84
        words = speech.event(event)
        two = len(pen.measure.wrap(words, pen.grown(21), "text", 440 - left)) > 1
        pen.para(left, y + (9 if two else 22), words, 440 - left, "body", most=2)


def draw_content(pen: Pen, page: TablePage, ui: Ui, top: float, floor: float) -> None:
    """Two or three options as buttons, else the people."""
    question = seen_question(page, ui)
    if question is not None and keypad_open(page, ui):
        keypad_content(pen, page, question, ui, top)
        return
    if question is not None and question.options and not dice_asked(question) and few(question):
        floor = draw_option_buttons(pen, page, question, floor)
    else:
        floor = draw_step_back(pen, ui, floor)
    draw_people(pen, page, top, floor)


def draw_people(pen: Pen, page: TablePage, top: float, floor: float) -> None:
    """Everybody's badge and name, in the order of the seats."""
    colours = page.colours
    seats = sorted(seat for seat in page.names if seat >= 0)
    columns = 2
    high = 38.0
    rows = -(-len(seats) // columns)
    if floor - top < rows * high:
        return
    asked = page.question.asked if page.question is not None else -9
    wide = (pen.frame.page_w - 20) / columns
    for n, seat in enumerate(seats):
        x, y = 10 + (n % columns) * wide, floor - rows * high + (n // columns) * high
        if seat == asked:
            pen.rect(x, y + 1, wide - 4, high - 2, 12, pen.c.raised)
        pen.stamp(draw_badge, x + 20, y + 19, (-13, -13, 13, 13), colour_of_seat(colours, seat), 12)
        pen.text(x + 40, y + 19, page.names[seat], 21, "strong" if seat == asked else "text", room=wide - 50, cut=True)
