"""All games that wait to be continued, one row each."""

from __future__ import annotations

from tablekeeper.display.drawing.layout import MARGIN
from tablekeeper.display.drawing.pen import Pen
from tablekeeper.display.drawing.remembered import Ui
from tablekeeper.display.drawing.scene import Local
from tablekeeper.display.intents import LeaveGame, OpenMenu, ResumeGame
from tablekeeper.display.pages import Unfinished, UnfinishedPage
from tablekeeper.display.widgets.scroll import ROWS_WISE, draw_scroll
from tablekeeper.display.widgets.side_page import Tool, header, main_button, now_line, rail
from tablekeeper.display.widgets.small_table import draw_small_table

ROWS = 5


def draw(pen: Pen, page: UnfinishedPage, ui: Ui) -> None:
    """The rows on the stage; what to do with the chosen one on the page."""
    stage = pen.stage()
    last = max(0, (len(page.games) - 1) // ROWS)
    scroll = min(ui.get("scroll", 0), last)
    shown = page.games[scroll * ROWS : (scroll + 1) * ROWS]
    numbers = [game.number for game in shown]
    chosen = ui.get("game") if ui.get("game") in numbers else next(iter(numbers), 0)
    for i, game in enumerate(shown):
        draw_row(stage, game, 10 + i * 78, game.number == chosen)
    draw_scroll(stage, 12, 10 + ROWS * 78, 456, 58, scroll, last + 1, ROWS_WISE)
    voice = pen.page()
    header(voice, pen.say("unfinished.title"), page.health, icon="undo")
    words = pen.say("unfinished.which" if page.games else "unfinished.none")
    y = now_line(voice, words if not page.fault else pen.say("unfinished.not_that"))
    words = pen.texts.translate(page.fault) if page.fault else pen.say("unfinished.kept")
    floor = voice.frame.rail_y - (72 if voice.frame.portrait else 136)
    voice.para(MARGIN, y + 4, words, voice.frame.column, "body", voice.c.text_soft, floor=floor)
    if chosen:
        main_button(voice, pen.say("unfinished.go_on"), ResumeGame(chosen), "go_on", "check")
    tools = [Tool(pen.say("rail.menu"), "menu", OpenMenu(), "menu", hot="m")]
    if chosen:
        tools.append(Tool(pen.say("resume.leave"), None, LeaveGame(chosen), "leave"))
    rail(voice, tools)


def draw_row(pen: Pen, game: Unfinished, y: float, chosen: bool) -> None:
    """One game: which, who, when, how far."""
    pen.rect(12, y, 456, 70, 16, pen.c.raised if chosen else pen.c.page, pen.c.accent if chosen else None, 3)
    title = pen.texts.first(f"game.{game.game}") or game.game
    draw_small_table(pen, game, 18, y + 4, 62)
    wide = pen.text(450, y + 23, pen.say("unfinished.answers", count=game.answers), 18, "text", pen.c.text_soft, "end")
    pen.text(94, y + 23, title, 21, "strong", room=346 - wide, cut=True)
    wide = pen.text(450, y + 49, game.left_at, 18, "text", pen.c.text_soft, "end", room=200)
    pen.text(94, y + 49, ", ".join(game.names), 18, "text", room=346 - wide, cut=True)
    pen.target(12, y, 456, 70, Local("game", game.number), f"game.{game.number}", first=chosen, ring=16)
