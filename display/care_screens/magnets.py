"""The box by hand: a magnet over one place after the other."""

from __future__ import annotations

from tablekeeper.display.care_pages import MagnetPage
from tablekeeper.display.drawing.layout import MARGIN
from tablekeeper.display.drawing.pen import Pen
from tablekeeper.display.drawing.remembered import Ui
from tablekeeper.display.drawing.theme import INK
from tablekeeper.display.intents import Back, Continue
from tablekeeper.display.widgets.side_page import Tool, header, main_button, now_line, rail


def draw(pen: Pen, page: MagnetPage, ui: Ui) -> None:
    """The nine places on the stage, the one that is asked for framed."""
    stage = pen.stage()
    for i in range(9):
        draw_place(stage, page, i, 18 + (i % 3) * 152, 18 + (i // 3) * 152)
    voice = pen.page()
    header(voice, pen.say("device.box"), page.health, icon="tiles")
    if page.cell:
        now_line(voice, pen.say("magnets.hold", cell=page.cell), pen.say("magnets.how"))
    else:
        y = now_line(voice, pen.say(f"magnets.{page.state}"))
        if page.state != "ok":
            voice.para(MARGIN, y + 6, pen.texts.translate(page.says), voice.frame.column, "body", voice.c.text_soft,
                       floor=voice.frame.rail_y - 72)  # fmt: skip
        main_button(voice, pen.say("calibration.go_on"), Continue(), "go_on")
    rail(voice, [Tool(pen.say("rail.back"), "back", Back(), "back")])


def draw_place(pen: Pen, page: MagnetPage, i: int, x: float, y: float) -> None:
    """One place: answered, asked for, silent, or still to come."""
    answered = i < len(page.answered) and page.answered[i]
    asked = page.cell == i + 1
    if answered:
        pen.rect(x, y, 140, 140, 24, pen.c.ok)
        pen.icon("check", x + 70, y + 70, 30, INK if pen.c.dark else pen.c.ivory)
        return
    silent = page.cell == 0 or i + 1 < page.cell
    line = pen.c.accent if asked else pen.c.bad if silent else pen.c.line
    pen.rect(x, y, 140, 140, 24, pen.c.raised if asked else pen.c.page, line, 5 if asked else 3,
             (9, 7) if silent else None)  # fmt: skip
    pen.text(x + 70, y + 70, i + 1, 44, "number", pen.c.text, "middle")
