"""Learn a game while playing it: one thing at a time, beside the table that it speaks of."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from display.layout import MARGIN
from display.pages import LessonPage
from display.pen import Pen
from display.screens import table
from display.voice import Tool, header, main_button, now_line, rail
from display.wishes import Back, Continue


def lessons_of(pen: Pen, game: str) -> int:
    """How many lessons a game has."""
    count = 0
    while f"{game}.lesson.title_{count + 1}" in pen.texts:
        count += 1
    return count


def draw(pen: Pen, page: LessonPage, ui: Mapping[str, Any]) -> None:
    """The table stays in the square; the lesson speaks on the page."""
    game = page.table.game
    table.draw_stage(pen.stage(), page.table, {})
    pen.scene.targets.clear()
    voice = pen.page()
    whole = lessons_of(pen, game)
    header(voice, pen.say("lesson.step", part=page.number, whole=whole), page.table.health, icon="book")
    title = pen.texts.first(f"{game}.lesson.title_{page.number}") or pen.say("lesson.none")
    says = pen.texts.first(f"{game}.lesson.says_{page.number}") or ""
    y = now_line(voice, title, most=2)
    voice.para(MARGIN, y + 6, says, voice.frame.column, "body", voice.c.text_soft, floor=voice.frame.rail_y - 72)
    last = page.number >= whole
    main_button(voice, pen.say("lesson.play" if last else "lesson.next"), Continue(), "next", "fwd")
    rail(voice, [Tool(pen.say("lesson.skip"), None, Back(), "skip")])
