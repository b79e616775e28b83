"""Statistics over all evenings: games and who won them, and what can be said of the dice."""

from __future__ import annotations

from tablekeeper.display.drawing.pen import Pen
from tablekeeper.display.drawing.remembered import Ui
from tablekeeper.display.drawing.scene import Local
from tablekeeper.display.intents import Back
from tablekeeper.display.pages import EveningsPage, GameCount
from tablekeeper.display.screens.end import draw_dice_rows
from tablekeeper.display.screens.menu import CARDS, others
from tablekeeper.display.widgets.side_page import Tool, header, now_line, rail

MOST_WINNERS = 3


def draw(pen: Pen, page: EveningsPage, ui: Ui) -> None:
    """Games or dice on the stage."""
    tab, first = ui.get("tab", "games"), ui.get("first", 0)
    stage = pen.stage()
    if tab == "dice":
        draw_dice_rows(stage, page.dice)
    else:
        draw_games(stage, page, first)
    voice = pen.page()
    header(voice, pen.say("evenings.title"), page.health, icon="crown")
    played = sum(game.finished for game in page.games)
    fixed = pen.say("evenings.fixed", count=page.fixed) if page.fixed else ""
    said = pen.say("evenings.played_one") if played == 1 else pen.say("evenings.played", count=played)
    now_line(voice, said, fixed)
    other = "dice" if tab == "games" else "games"
    rail(
        voice,
        [
            Tool(pen.say("rail.back"), "back", Back(), "back", "main"),
            *(others(pen, first, len(page.games)) if tab == "games" else ()),
            Tool(pen.say(f"evenings.{other}"), None, Local("tab", other), other),
        ],
    )


def draw_games(pen: Pen, page: EveningsPage, first: int) -> None:
    """One row a game: how often it was played, who won it most."""
    if not page.games:
        pen.text(240, 240, pen.say("evenings.none"), 21, "text", pen.c.text_soft, "middle", room=440)
    for i, game in enumerate(page.games[first : first + CARDS]):
        draw_game(pen, game, 10 + i * 117)


def draw_game(pen: Pen, game: GameCount, y: float) -> None:
    """One game."""
    pen.rect(12, y, 456, 109, 18, pen.c.page)
    pen.text(30, y + 26, pen.texts.first(f"game.{game.game}") or game.game, 23, "strong", room=300)
    count = pen.say("evenings.of", finished=game.finished, begun=game.begun)
    pen.text(450, y + 26, count, 18, "text", pen.c.text_soft, "end", room=120)
    for n, (name, wins) in enumerate(game.wins[:MOST_WINNERS]):
        x = 30 + n * 144
        pen.icon("crown", x + 12, y + 66, 11, pen.c.materials["gold"])
        pen.text(x + 30, y + 66, name, 20, "strong", room=104, cut=True)
        pen.text(x + 30, y + 90, wins, 18, "text", pen.c.text_soft)
    if not game.wins:
        pen.text(30, y + 72, pen.say("evenings.nobody"), 19, "text", pen.c.text_soft, room=420)
