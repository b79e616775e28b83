"""Learn a game while playing it: one thing at a time, beside the table that it speaks of."""

from __future__ import annotations

from tablekeeper.display.drawing.layout import MARGIN
from tablekeeper.display.drawing.pen import Pen
from tablekeeper.display.drawing.remembered import Ui
from tablekeeper.display.intents import Back, Continue
from tablekeeper.display.pages import LessonPage
from tablekeeper.display.screens import table
from tablekeeper.display.widgets.side_page import Tool, header, main_button, now_line, rail


def draw(pen: Pen, page: LessonPage, ui: Ui) -> None:
    """The table stays in the square; the lesson speaks on the page."""
    table.draw_stage(pen.stage(), page.table, {})
    pen.scene.targets.clear()
    voice = pen.page()
    header(voice, pen.say("lesson.step", part=page.number, whole=page.whole), page.table.health, icon="book")
    chapter = pen.texts.first(f"lesson.chapter.{page.chapter.replace(' ', '_').replace('-', '_')}") or page.chapter
    y = now_line(voice, chapter, most=1 if voice.frame.portrait else 2)
    voice.para(MARGIN, y + 6, page.says, voice.frame.column, "title", floor=voice.frame.rail_y - 72)
    last = page.number >= page.whole
    label = "lesson.play" if last or not page.by_reading else "lesson.next"
    main_button(voice, pen.say(label), Continue(), "next", "fwd")
    rail(voice, [Tool(pen.say("lesson.skip"), None, Back(), "skip")])
