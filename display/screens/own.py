"""On a phone: reading aloud, a hint, the rules, and another seat."""

from __future__ import annotations

from typing import NamedTuple

from tablekeeper.display.drawing.layout import MARGIN, STAGE
from tablekeeper.display.drawing.pen import Pen
from tablekeeper.display.drawing.remembered import Ui
from tablekeeper.display.drawing.scene import Act
from tablekeeper.display.intents import AskHint, Back, ChooseSeat, OpenRules, ReadAloud, TakeSeat
from tablekeeper.display.phone_pages import OwnPage
from tablekeeper.display.widgets.side_page import Tool, header, now_line, rail

HIGH, PITCH = 76.0, 92.0
MOST_LINES = 14


class Row(NamedTuple):
    """One thing that the phone can do; without an act it cannot just now."""

    label: str
    act: Act | None
    key: str


def draw(pen: Pen, page: OwnPage, ui: Ui) -> None:
    """A row for each thing; what a hint says stands beside them."""
    stage, voice = pen.stage(), pen.page()
    rows = rows_of(pen, page)
    top = (STAGE - PITCH * len(rows) + PITCH - HIGH) / 2
    for number, row in enumerate(rows):
        stage.button(12, top + number * PITCH, 456, HIGH, row.label, row.act, row.key, size=24, first=number == 0)
    header(voice, page.name or pen.say("phones.own"), (), who=page.colour, icon="" if page.colour else "eye")
    first, *rest = page.hint or (pen.say("phones.own_how"),)
    _say(voice, first, " ".join(rest))
    rail(voice, [Tool(pen.say("rail.back"), "back", Back(), "back", "main")])


def _say(pen: Pen, first: str, rest: str) -> None:
    """A hint may take as many lines as there is room for."""
    floor, wide = pen.frame.rail_y - 12, pen.frame.column
    y = now_line(pen, first, floor=floor, keep=pen.least_high(rest, wide) + 4 if rest else 0.0)
    if rest:
        pen.para(MARGIN, y + 4, rest, wide, "body", pen.c.text_soft, most=MOST_LINES, floor=floor, steady=True)


def rows_of(pen: Pen, page: OwnPage) -> list[Row]:
    """What this phone can do."""
    rows = [Row(pen.say("phones.aloud_off" if page.aloud else "phones.aloud_on"), ReadAloud(not page.aloud), "aloud")]
    if page.hints and page.name:
        rows.append(Row(pen.say("phones.hint"), AskHint() if page.may_ask else None, "hint"))
    rows.append(Row(pen.say("phones.rules"), OpenRules(), "rules"))
    seat = Row(pen.say("phones.leave"), TakeSeat(None), "leave") if page.name else None
    return [*rows, seat or Row(pen.say("phones.choose"), ChooseSeat(), "choose")]
