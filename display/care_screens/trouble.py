"""The table cannot be opened: what is wrong, what to do next, and the way to try again."""

from __future__ import annotations

from tablekeeper.display.care_pages import TroublePage
from tablekeeper.display.care_screens.doctor import draw_state
from tablekeeper.display.drawing.layout import MARGIN
from tablekeeper.display.drawing.pen import SMALLEST, Pen
from tablekeeper.display.drawing.remembered import Ui
from tablekeeper.display.intents import Continue, Quit
from tablekeeper.display.widgets.side_page import Tool, header, main_button, now_line, rail

ROOM, PITCH, MOST_LINES = 420.0, 24.0, 15


def draw(pen: Pen, page: TroublePage, ui: Ui) -> None:
    """For whoever helps the sentence on the stage; for everybody what to do on the page."""
    stage = pen.stage()
    draw_state(stage, "bad", 46, 50)
    stage.text(84, 50, pen.say("trouble.for_helpers"), 21, "strong", room=380)
    says = pen.texts.translate(page.says)
    for i, line in enumerate(stage.measure.wrap_paths(says, SMALLEST, "text", ROOM)[:MOST_LINES]):
        stage.text(30, 96 + i * PITCH, line, SMALLEST, "text", stage.c.text_soft)
    voice = pen.page()
    header(voice, "Tablekeeper", (), icon="sun")
    second = pen.say(f"trouble.{page.kind}_do")
    floor = voice.frame.rail_y - 70
    y = now_line(voice, pen.say(f"trouble.{page.kind}"), second, floor=floor)
    if page.tries and y + 50 <= floor:
        words = pen.say("trouble.tried_once") if page.tries == 1 else pen.say("trouble.tried", count=page.tries)
        voice.para(MARGIN, y + 4, words, voice.frame.column, "label", voice.c.doubt, most=2)
    main_button(voice, pen.say("trouble.again"), Continue(), "again", "undo")
    rail(voice, [Tool(pen.say("menu.quit"), "cross", Quit(), "quit")])
