"""Pig on the screen: the points of this turn, and what everybody has."""

from __future__ import annotations

from typing import Any

from tablekeeper.display.drawing.layout import MARGIN
from tablekeeper.display.drawing.pen import Pen
from tablekeeper.display.drawing.remembered import Ui
from tablekeeper.display.pages import TablePage
from tablekeeper.display.screens import plain
from tablekeeper.display.widgets.dice import dice_asked
from tablekeeper.display.widgets.panel import draw_option_buttons, keypad_open, seen_question
from tablekeeper.display.widgets.pieces import draw_badge
from tablekeeper.display.widgets.side_page import colour_of_seat

ROW, LEAST_ROW = 40.0, 26.0


def side_of(page: TablePage) -> str:
    """No sides here."""
    return ""


def seat_side(view: Any, seat: int) -> str:
    """No sides here."""
    return ""


def second_line(pen: Pen, page: TablePage) -> str:
    """What wins."""
    return pen.say("pig.to_goal", goal=page.view.goal)


def draw_stage(pen: Pen, page: TablePage, ui: Ui) -> None:
    """The die that is awaited, or the points of the turn."""
    question = seen_question(page, ui)
    if dice_asked(question) or keypad_open(page, ui):
        plain.draw_stage(pen, page, ui)
        return
    pen.circ(240, 220, 120, pen.c.page, pen.c.accent, 6)
    pen.text(240, 220, page.view.gained, 96, "number", pen.c.text, "middle")
    pen.text(240, 380, pen.say("pig.this_turn", points=page.view.gained), 24, "strong", anchor="middle", room=440)


def draw_content(pen: Pen, page: TablePage, ui: Ui, top: float, floor: float) -> None:
    """Two buttons, and everybody's points above them."""
    question = seen_question(page, ui)
    if dice_asked(question):
        plain.draw_content(pen, page, ui, top, floor)
        return
    if question is not None:
        floor = draw_option_buttons(pen, page, question, floor)
    draw_points(pen, page, top, floor)


def draw_points(pen: Pen, page: TablePage, top: float, floor: float) -> None:
    """A row for each seat, where there is room for all of them."""
    points = page.view.points
    pitch = min(ROW, (floor - top) / len(points))
    for seat, held in enumerate(points if pitch >= LEAST_ROW else ()):
        y = floor - pitch * (len(points) - seat) + pitch / 2
        pen.stamp(draw_badge, MARGIN + 14, y, (-13, -13, 13, 13), colour_of_seat(page.colours, seat), 12)
        pen.text(MARGIN + 38, y, page.names[seat], 21, "strong", room=pen.frame.column - 110, cut=True)
        pen.text(MARGIN + pen.frame.column, y, held, 30, "number", anchor="end")
