"""What happened so far, one row an answer, and the three ways back."""

from __future__ import annotations

from tablekeeper.display.drawing.layout import MARGIN
from tablekeeper.display.drawing.pen import NARROW, Pen
from tablekeeper.display.drawing.remembered import Ui
from tablekeeper.display.drawing.scene import Act, Local
from tablekeeper.display.intents import Back, LookBack, OpenFix, OpenMenu, Rewind, TakeBack
from tablekeeper.display.pages import Step, TimelinePage, WayBackPage
from tablekeeper.display.widgets.pieces import draw_badge
from tablekeeper.display.widgets.scroll import ROWS_WISE, draw_scroll
from tablekeeper.display.widgets.side_page import Tool, colour_of_seat, header, now_line, rail
from tablekeeper.display.words.speech import Speech
from tablekeeper.display.words.texts import signed
from tablekeeper.engines.core import CHANCE

ROWS = 6
QUIET = ("target_removed", "turn_begun", "tiles_drawn", "tile_obeyed", "start_passed")
"""Events that say little when another one stands beside them."""


def draw(pen: Pen, page: TimelinePage, ui: Ui) -> None:
    """The rows on the stage, newest at the bottom; what to do with the chosen one on the page."""
    count = len(page.steps)
    rows = ROWS if count <= ROWS else ROWS - 1
    pages = max(1, -(-count // rows))
    scroll = ui.get("scroll", pages - 1)
    start = max(0, count - (pages - scroll) * rows)
    shown = page.steps[start : max(0, count - (pages - 1 - scroll) * rows)]
    chosen = ui.get("step", page.steps[-1].at if page.steps else -1)
    stage = pen.stage()
    speech = Speech(pen.texts, page.game, page.names, page.colours)
    stage.line(46, 4, 46, 476, pen.c.raised, 6)
    for i, step in enumerate(shown):
        draw_step(stage, page, step, speech, 10 + i * 78, step.at == chosen)
        stage.target(84, 10 + i * 78, 384, 70, Local("step", step.at), f"step.{step.at}", first=step.at == chosen,
                     ring=16)  # fmt: skip
    draw_scroll(stage, 84, 10 + rows * 78, 384, 58, scroll, pages, ROWS_WISE)
    draw_ways(pen.page(), page, next((step for step in page.steps if step.at == chosen), None))


def draw_step(
    pen: Pen, page: TimelinePage | WayBackPage, step: Step, speech: Speech, y: float, chosen: bool = False
) -> None:
    """One answer: whose, what it did; a fixed reading leaves a visible seam, an undone row is struck."""
    pen.rect(84, y, 384, 70, 16, pen.c.raised if chosen else pen.c.page, pen.c.accent if chosen else None, 3)
    if step.seat >= 0:
        pen.stamp(draw_badge, 46, y + 35, (-22, -22, 22, 22), colour_of_seat(page.colours, step.seat), 21)
    loud = [event for event in step.events if event.kind not in QUIET] or list(step.events)
    lines = [speech.event(event) for event in loud[:2]] or [_answer_words(pen, page.game, step.text)]
    room = 384 - 36 - (36 if step.was else 0)
    ink = pen.c.text_soft if step.undone else pen.c.text
    wide = pen.text(102, y + 23, lines[0], 21, "strong", ink, room=room, cut=True)
    if step.undone:
        pen.line(102, y + 23, 102 + wide, y + 23, pen.c.text_soft, 2)
        pen.text(102, y + 49, pen.say("timeline.undone"), 18, "text", pen.c.text_soft, room=room, cut=True)
    elif step.was:
        was, now = (signed(text.partition(" ")[2]) for text in (step.was, step.text))
        words = pen.say("timeline.fixed", was=was, now=now)
        pen.text(102, y + 49, words, 18, "text", pen.c.doubt, room=room, cut=True)
        pen.icon("fix", 442, y + 36, 13, pen.c.doubt)
    elif len(lines) > 1:
        pen.text(102, y + 49, lines[1], 18, "text", pen.c.text_soft, room=room, cut=True)


def _answer_words(pen: Pen, game: str, text: str) -> str:
    """An answer of which the table saw nothing happen: what only one may know stays hidden."""
    if not text:
        return pen.say("timeline.hidden")
    known = None if " " in text else pen.texts.first(f"{game}.answer.{text}")
    return known or signed(text)


def draw_ways(pen: Pen, page: TimelinePage, step: Step | None) -> None:
    """Fix a reading, take back a decision, rewind for everyone: never mixed up."""
    header(pen, pen.say("timeline.title"), page.health, icon="undo")
    tall = not pen.frame.portrait
    y = now_line(pen, pen.say("timeline.pick"), most=2 if tall else 1)
    alive = step is not None and not step.undone
    fix: Act | None = OpenFix(step.at) if step is not None and alive and step.fixable else None
    back: Act | None = LookBack(TakeBack()) if step is not None and step.at == page.can_take_back else None
    rewind: Act | None = LookBack(Rewind(step.at)) if step is not None and alive else None
    ways = (
        ("fix", fix, "timeline.fix", "timeline.fix_yes" if fix else why_not_fixed(step)),
        ("undo", back, "timeline.take_back", "timeline.take_back_yes" if back else why_not_taken_back(page, step)),
        ("rewind", rewind, "timeline.rewind", "timeline.rewind_yes"),
    )
    floor = pen.frame.rail_y - 8
    pitch = min(84.0, (floor - y - 4) / 3)
    for i, (key, act, title, why) in enumerate(ways):
        _draw_way(pen, floor - (3 - i) * pitch, pitch - 8, act, key, pen.say(title), pen.say(why))
    rail(
        pen,
        [
            Tool(pen.say("rail.back"), "back", Back(), "back", "main"),
            Tool(pen.say("rail.menu"), "menu", OpenMenu(), "menu", hot="m"),
        ],
    )


def why_not_fixed(step: Step | None) -> str:
    """Why nothing is to be put right there."""
    return "timeline.drawn" if step is not None and step.seat == CHANCE else "timeline.decided"


def why_not_taken_back(page: TimelinePage, step: Step | None) -> str:
    """Why this is no choice that its giver may still take back."""
    if step is None or step.seat == CHANCE:
        return "timeline.no_choice"
    standing = [one.at for one in page.steps if not one.undone]
    return "timeline.later" if standing[-1:] != [step.at] else "timeline.shown"


def _draw_way(pen: Pen, y: float, high: float, act: Act | None, key: str, title: str, why: str) -> None:
    w, off = pen.frame.column, act is None
    pen.rect(MARGIN, y, w, high, 16, None if off else pen.c.raised, pen.c.line if off else None, 2, (6, 6))
    ink = pen.c.text_soft if off else pen.c.text
    if w < NARROW:
        pen.text(MARGIN + 6, y + 15, title, 21, "strong", ink, room=w - 8)
        pen.broken(MARGIN + 6, y + high / 2 + 12, why, 18, w - 8, "text", pen.c.text_soft)
    elif high >= 56:
        pen.text(32, y + high / 2 - 13, title, 21, "strong", ink, room=w - 32)
        pen.text(32, y + high / 2 + 14, why, 18, "text", pen.c.text_soft, room=w - 32)
    else:
        wide = pen.text(32, y + high / 2, title, 21, "strong", ink, room=w * 0.5)
        pen.text(44 + wide, y + high / 2, why, 18, "text", pen.c.text_soft, room=w - wide - 48)
    if act is not None:
        pen.target(MARGIN, y, w, high, act, key, ring=16)
