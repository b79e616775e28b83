"""Chocobo's Dungeon on the screen: the dial while cards act, the floor while the bird moves, monsters and books."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial

from tablekeeper.display.chocobo.card_keys import MOST, draw_card_keys
from tablekeeper.display.chocobo.dial import draw_dial
from tablekeeper.display.chocobo.entered import draw_entered_cards, is_book, is_monster
from tablekeeper.display.chocobo.floor import draw_floor, has_map
from tablekeeper.display.chocobo.pictures import PICTURED, draw_book, draw_monster, draw_targets, draw_tokens
from tablekeeper.display.chocobo.sharing import SHARED, draw_share_button, draw_shares, ways_to_share
from tablekeeper.display.chocobo.telling import (
    draw_icons,
    draw_known_monsters,
    draw_tell_content,
    draw_tell_stage,
    draw_turns,
)
from tablekeeper.display.drawing.layout import MARGIN
from tablekeeper.display.drawing.pen import Pen
from tablekeeper.display.drawing.remembered import Ui
from tablekeeper.display.drawing.scene import Act
from tablekeeper.display.intents import Answered
from tablekeeper.display.pages import TablePage
from tablekeeper.display.widgets.narrow import draw_step_back, remembered
from tablekeeper.display.widgets.panel import (
    draw_rest_content,
    draw_rest_stage,
    list_open,
    seen_question,
    split_options,
)
from tablekeeper.display.widgets.pickers import draw_pad
from tablekeeper.display.widgets.putting_right import latest, touch_to_fix
from tablekeeper.engines.chocobo.view import View
from tablekeeper.engines.core import Answer, Question
from tablekeeper.engines.core.question import TELL, Facts
from tablekeeper.engines.core.toml_text import Tree

MOST_MONSTERS = 3
"""More cards than this are too narrow on the page; then all attacks stand in the list."""
BOOKS_H = 58
"""What the row of Books takes."""
LEAST_MONSTER = 110
"""A lower card would hide a part of what it prints."""
ON_STAGE = ("dial", "monster", "stop", *PICTURED)
"""Questions that are answered on the stage alone."""
CARD_KINDS = ("play", "draw", "bonus", "put_away", "discard")
PAD: Tree = {"cards": None}
"""Stands for the options that are cards on the page."""


def side_of(page: TablePage) -> str:
    """No sides here."""
    return ""


def seat_side(view: object, seat: int) -> str:
    """No sides here."""
    return ""


def second_line(pen: Pen, page: TablePage) -> str:
    """Where the table is, and the how many-th card it is."""
    view, question = page.view, page.question
    if not view.floor:
        return ""
    where = pen.say("chocobo.at", floor=view.floor.replace("_star", "*"), round=view.round)
    if question is None or question.kind != "play" or question.asked < 0:
        return where
    player = view.players[question.asked]
    whole = player.laid + player.to_lay
    return f"{where}. {pen.say('chocobo.card_of', part=player.laid + 1, whole=whole)}" if whole > 1 else where


def landings(question: Question | None) -> dict[int, str]:
    """The spaces where a move may end; the first way to each."""
    found: dict[int, str] = {}
    for option in question.options if question is not None and question.kind == "move" else ():
        if option.verb == "move" and option.path:  # type: ignore[attr-defined]
            found.setdefault(option.path[-1], option.spell())  # type: ignore[attr-defined]
    return found


def targets_of(question: Question | None) -> dict[str, str]:
    """What an attack may hit, by the monster's word."""
    if question is None or question.kind != "attack":
        return {}
    return {option.target: option.spell() for option in question.options if option.verb == "attack"}  # type: ignore[attr-defined]


def stops_of(question: Question | None) -> dict[str, str]:
    """The icons that the Chocobo may have stopped on."""
    if question is None or question.kind != "stop":
        return {}
    return {option.icon: option.spell() for option in question.options if option.verb == "stop"}  # type: ignore[attr-defined]


def spatial_of(page: TablePage, question: Question | None) -> Tree:
    """The spelled options that lie on the floor, on a Monster's card, or in somebody's hands."""
    found = dict.fromkeys(landings(question).values()) if has_map(page.view) else {}
    found |= dict.fromkeys(stops_of(question).values())
    attacks = targets_of(question)
    if has_map(page.view) and "boss" in attacks:
        found[attacks["boss"]] = None
    words = {monster.word for monster in page.view.monsters}
    found |= {text: None for word, text in attacks.items() if word in words}
    if question is not None and is_shared(question):
        found |= dict.fromkeys(option.spell() for option in question.options if option.by_seat)
    return found


def is_shared(question: Question) -> bool:
    """Whether cards are shared out among several players."""
    return question.kind in SHARED and len(ways_to_share(question)) > 1


def draw_stage(pen: Pen, page: TablePage, ui: Ui) -> None:
    """The dial, or the floor while the bird moves, or what is chosen as it looks."""
    question, view = seen_question(page, ui), page.view
    spatial = spatial_of(page, question)
    rest = rest_of(question, spatial)
    pad = question is not None and has_pad(question)
    if question is not None and question.kind in STAGES and question.options:
        STAGES[question.kind](pen, page, question, ui)
    elif question is not None and list_open(rest, PAD if pad else spatial, ui):
        draw_rest_stage(pen, page, question, rest, ui)
    elif question is not None and pad and is_crowded(pen, question, rest):
        draw_pad(pen, cards_of(question), remembered(ui, "tens"), ())
    elif question is not None and is_shared(question):
        draw_shares(pen, page, question, ui)
    elif question is not None and attacked(page, question):
        draw_targets(pen, view.monsters, targets_of(question))
    elif has_map(view) and (landings(question) or view.boss is not None):
        draw_floor(pen, view, landings(question), targets_of(question).get("boss", ""))
    else:
        draw_dial(pen, view)
        draw_entered_cards(pen, page)


def attacked(page: TablePage, question: Question) -> bool:
    """Whether Monsters are chosen as large cards on the stage."""
    return any(monster.word in targets_of(question) for monster in page.view.monsters)


def _stage_of_stop(pen: Pen, page: TablePage, question: Question, ui: Ui) -> None:
    draw_icons(pen, page, list(stops_of(question).items()))


def _stage_of_tokens(pen: Pen, page: TablePage, question: Question, ui: Ui) -> None:
    draw_tokens(pen, page, list(dict.fromkeys(question.options)))


def _stage_of_dial(pen: Pen, page: TablePage, question: Question, ui: Ui) -> None:
    draw_turns(pen, page, question)


STAGES: dict[str, Callable[[Pen, TablePage, Question, Ui], None]] = {
    TELL: draw_tell_stage, "dial": _stage_of_dial, "monster": draw_known_monsters, "stop": _stage_of_stop,
    **dict.fromkeys(PICTURED, _stage_of_tokens),
}  # fmt: skip
"""Questions that have the square to themselves."""


def cards_of(question: Question) -> dict[int, Act]:
    """Cards by their number."""
    cards = [option for option in question.options if hasattr(option, "card")]
    return {option.card: Answered(option.spell()) for option in cards}


def has_pad(question: Question) -> bool:
    """Whether cards are chosen by their numbers on the page."""
    return question.kind in CARD_KINDS and bool(cards_of(question))


def is_crowded(pen: Pen, question: Question, rest: list[Answer]) -> bool:
    """Whether Books take the room that the cards would need; then the cards lie on the square."""
    return bool(rest) and (pen.frame.portrait or pen.look.large or len(cards_of(question)) > MOST)


def rest_of(question: Question | None, spatial: Mapping[str, object]) -> list[Answer]:
    """The options that lie nowhere on the stage: beside cards these are the Books."""
    rest = split_options(question, spatial)
    return [o for o in rest if not hasattr(o, "card")] if question is not None and has_pad(question) else rest


def draw_content(pen: Pen, page: TablePage, ui: Ui, top: float, floor: float) -> None:
    """Other options, then cards or Monsters, then books, as far as there is room."""
    question = seen_question(page, ui)
    if question is not None and question.kind == TELL:
        draw_tell_content(pen, page, question, ui, top, floor)
        return
    spatial = spatial_of(page, question)
    rest = rest_of(question, spatial) if question is None or question.kind not in ON_STAGE else []
    if question is not None and is_shared(question):
        draw_share_button(pen, question, ui)
        floor -= 64
    pad = question is not None and has_pad(question)
    if question is not None:
        floor = draw_rest_content(pen, page, question, rest, PAD if pad else spatial, ui, floor)
    if question is not None and pad and is_crowded(pen, question, rest):
        draw_step_back(pen, ui, floor)
        return
    if question is not None and pad and not list_open(rest, PAD, ui):
        draw_card_keys(pen, page, cards_of(question), ui, top + 6, floor)
        return
    if not dial_shown(page, question, list_open(rest, spatial, ui)) and floor - top >= VITALS_H:
        draw_vitals(pen, page.view, top + 6)
        top += VITALS_H
    if question is None or not attacked(page, question):
        draw_row(pen, page, top + 8, floor)


VITALS_H = 40


def dial_shown(page: TablePage, question: Question | None, listed: bool) -> bool:
    """Whether the stage shows the dial, and with it HP and vegetables."""
    view = page.view
    if question is None:
        return view.boss is None or not has_map(view)
    elsewhere = bool(landings(question)) or view.boss is not None
    own = question.kind in ON_STAGE or is_shared(question) or attacked(page, question)
    return not (listed or own or (has_map(view) and elsewhere))


def draw_vitals(pen: Pen, view: View, y: float) -> None:
    """HP and vegetables in a row, while the dial is not there to show them."""
    pen.icon("heart", MARGIN + 14, y + 16, 13, pen.c.materials["heart"], pen.c.page)
    wide = pen.text(MARGIN + 36, y + 16, view.hp, 30, "number")
    pen.icon("veg", MARGIN + wide + 70, y + 16, 13, pen.c.materials["vegetable"], pen.c.page)
    pen.text(MARGIN + wide + 92, y + 16, view.vegetables, 30, "number")


def draw_row(pen: Pen, page: TablePage, top: float, floor: float) -> None:
    """The Monsters, and below them the Books, as far as there is room."""
    y = draw_monsters(pen, page, top, floor)
    if page.view.books and floor - y >= BOOKS_H:
        draw_books(pen, page, page.view.books, y)


def draw_monsters(pen: Pen, page: TablePage, top: float, floor: float) -> float:
    """The row of Monsters, each with all that its card prints; returns where it ends."""
    monsters = page.view.monsters[:MOST_MONSTERS]
    high = min(144.0, floor - top - 4)
    if not monsters or high < LEAST_MONSTER:
        return top
    gap = 10.0
    wide = min(150.0, (pen.frame.column - gap * (len(monsters) - 1)) / len(monsters))
    for i, monster in enumerate(monsters):
        x = MARGIN + i * (wide + gap)
        draw_monster(pen, monster, x, top, wide, high, i)
        touch_to_fix(pen, latest(page, partial(is_monster, monster.word)), x, top, wide, high, f"monster.fix.{i}")
    return top + high + 10


def draw_books(pen: Pen, page: TablePage, books: tuple[str, ...], y: float) -> None:
    """Three slots; what they hold."""
    wide = (pen.frame.column - 20) / 3
    for i in range(3):
        x = MARGIN + i * (wide + 10)
        if i >= len(books):
            pen.rect(x, y, wide, 50, 14, None, pen.c.line, 2, (5, 6))
            pen.icon("book", x + wide / 2, y + 25, 12, pen.c.line, pen.c.page)
            continue
        pen.stamp(draw_book, x, y, (-1, -1, wide + 1, 54), wide, books[i])
        touch_to_fix(pen, latest(page, partial(is_book, books[i])), x, y, wide, 54, f"book.fix.{i}")


def reached(view: View) -> tuple[tuple[str, Facts], ...]:
    """How far the table came: the floor, the rounds, the boss, what is left."""
    facts: list[tuple[str, Facts]] = [
        ("floor", {"floor": view.floor.replace("_star", "*"), "round": view.round}),
        ("left", {"hp": view.hp, "vegetables": view.vegetables}),
    ]
    if view.boss is not None:
        facts.append(("boss", {"damage": view.boss.damage, "whole": view.boss.hp or "?"}))
    return tuple(facts)
