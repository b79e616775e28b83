"""Switch the Pi off, or only leave the program: asked once."""

from __future__ import annotations

from tablekeeper.display.care_pages import SwitchOffPage
from tablekeeper.display.drawing.pen import Pen
from tablekeeper.display.drawing.remembered import Ui
from tablekeeper.display.intents import Back, Quit, SwitchOff
from tablekeeper.display.widgets.side_page import Tool, header, main_button, now_line, rail


def draw(pen: Pen, page: SwitchOffPage, ui: Ui) -> None:
    """A large sign on the square, both ways out on the page."""
    stage = pen.stage()
    stage.circ(240, 240, 120, pen.c.page, pen.c.accent, 8)
    stage.icon("power", 240, 240, 62, pen.c.accent, pen.c.page)
    voice = pen.page()
    header(voice, "Tablekeeper", page.health, icon="sun")
    floor = voice.frame.rail_y - 136
    now_line(voice, pen.say("switch_off.ask"), pen.say("switch_off.how"), most=2, floor=floor)
    main_button(voice, pen.say("switch_off.yes"), SwitchOff(), "switch_off", "power", 2, kind="quiet")
    main_button(voice, pen.say("switch_off.leave"), Quit(), "leave", None, kind="quiet")
    rail(voice, [Tool(pen.say("rail.back"), "back", Back(), "back", "main")])
