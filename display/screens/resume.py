"""After a power cut: everything that must lie on the table as a picture."""

from __future__ import annotations

from tablekeeper.display.drawing.layout import MARGIN
from tablekeeper.display.drawing.pen import Pen
from tablekeeper.display.drawing.remembered import Ui
from tablekeeper.display.intents import (
    Continue,
    Intent,
    LeaveGame,
    OpenMenu,
    OpenTimeline,
    OpenUnfinished,
    SomethingDiffers,
)
from tablekeeper.display.pages import ResumePage, TablePage
from tablekeeper.display.screens import table
from tablekeeper.display.screens.menu import notice_of
from tablekeeper.display.widgets.side_page import Tool, main_button, now_line, rail
from tablekeeper.display.words.speech import speech_of


def draw(pen: Pen, page: ResumePage, ui: Ui) -> None:
    """The table as it was, and whether it looks like this."""
    like = TablePage(page.game, page.view, None, page.names, colours=page.colours, health=page.health)
    table.draw_stage(pen.stage(), like, {})
    pen.scene.targets.clear()
    voice = pen.page()
    asked = TablePage(page.game, page.view, page.question, page.names, colours=page.colours, health=page.health)
    table.draw_head(voice, asked)
    y = now_line(voice, pen.say("resume.misfit" if page.misfit else "resume.same"))
    second = pen.texts.translate(page.misfit) if page.misfit else _say_kept(pen, page)
    if page.question is not None and not page.misfit:
        second += " " + pen.say("resume.next", ask=speech_of(voice.texts, asked).ask(page.question))
    floor = voice.frame.rail_y - (136 if not voice.frame.portrait else 72)
    voice.para(MARGIN, y + 4, second, voice.frame.column, "body", voice.c.text_soft, floor=floor)
    yes, no = pen.say("resume.yes"), pen.say("resume.no")
    differs: Intent = SomethingDiffers()
    if page.misfit:
        yes, no, differs = pen.say("resume.settle"), pen.say("resume.leave"), LeaveGame(page.number)
    if voice.frame.portrait:
        half = (voice.frame.column - 10) / 2
        top = voice.frame.rail_y - 64
        voice.button(MARGIN, top, half, 54, yes, Continue(), "yes", "main", "check", 22, first=True)
        voice.button(MARGIN + half + 10, top, half, 54, no, differs, "no", "quiet", None, 22)
    else:
        main_button(voice, yes, Continue(), "yes", "check", 2)
        main_button(voice, no, differs, "no", None, kind="quiet")
    tools = [] if page.misfit else [Tool(pen.say("timeline.short"), None, OpenTimeline(), "timeline")]
    tools.append(Tool(pen.say("rail.menu"), "menu", OpenMenu(), "menu", hot="m"))
    if page.others:
        tools.append(Tool(pen.say("resume.others"), None, OpenUnfinished(), "unfinished"))
    rail(voice, tools)


def _say_kept(pen: Pen, page: ResumePage) -> str:
    """That nothing was lost, unless there is something to be said about that."""
    if page.changed:
        return pen.say("resume.changed")
    kept = pen.say("resume.lost", time=page.stopped_at) if page.stopped_at else pen.say("resume.nothing_lost")
    return notice_of(pen.texts, page.health) or kept
