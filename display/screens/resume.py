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

VOICE_H = 120.0
"""Where the question ends at the least. What comes next is left out rather: it stands on the table's own page."""


def draw(pen: Pen, page: ResumePage, ui: Ui) -> None:
    """The table as it was, and whether it looks like this."""
    like = TablePage(page.game, page.view, None, page.names, colours=page.colours, health=page.health)
    table.draw_stage(pen.stage(), like, {})
    pen.scene.targets.clear()
    voice = pen.page()
    asked = TablePage(page.game, page.view, page.question, page.names, colours=page.colours, health=page.health)
    table.draw_head(voice, asked)
    floor = voice.frame.rail_y - (136 if not voice.frame.portrait else 72)
    second = pen.texts.translate(page.misfit) if page.misfit else _say_kept(pen, page)
    if page.question is not None and not page.misfit:
        following = pen.say("resume.next", ask=speech_of(voice.texts, asked).ask(page.question))
        longer = f"{second} {following}"
        second = longer if voice.least_high(longer, voice.frame.column) <= floor - VOICE_H else second
    keep = voice.least_high(second, voice.frame.column) + 4
    y = now_line(voice, pen.say("resume.misfit" if page.misfit else "resume.same"), floor=floor, keep=keep)
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
    tools = [] if page.misfit else [Tool(pen.say("timeline.short"), "rew", OpenTimeline(), "timeline")]
    tools.append(Tool(pen.say("rail.menu"), "menu", OpenMenu(), "menu", hot="m"))
    if page.others:
        tools.append(Tool(pen.say("resume.others"), "undo", OpenUnfinished(), "unfinished"))
    rail(voice, tools)


def _say_kept(pen: Pen, page: ResumePage) -> str:
    """That nothing was lost, unless there is something to be said about that."""
    if page.changed:
        return pen.say("resume.changed")
    kept = pen.say("resume.lost", time=page.stopped_at) if page.stopped_at else pen.say("resume.nothing_lost")
    return notice_of(pen.texts, page.health) or kept
