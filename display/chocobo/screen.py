"""Chocobo's Dungeon on the screen: the dial while cards act, the floor while the bird moves, monsters and books."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Any

from tablekeeper.display.chocobo.dial import SIGNS, TINTS, draw_dial
from tablekeeper.display.chocobo.entered import draw_entered_cards, is_book, is_monster
from tablekeeper.display.chocobo.floor import draw_floor, has_map
from tablekeeper.display.chocobo.telling import (
    draw_icons,
    draw_known_monsters,
    draw_tell_content,
    draw_tell_stage,
    draw_turns,
)
from tablekeeper.display.drawing.icons import draw_icon
from tablekeeper.display.drawing.layout import MARGIN
from tablekeeper.display.drawing.pen import Pen
from tablekeeper.display.drawing.remembered import Ui
from tablekeeper.display.drawing.scene import Act
from tablekeeper.display.drawing.shapes import Shapes
from tablekeeper.display.drawing.theme import INK, LOSS
from tablekeeper.display.intents import Answered
from tablekeeper.display.pages import TablePage
from tablekeeper.display.widgets.narrow import draw_step_back, remembered
from tablekeeper.display.widgets.panel import (
    FEW,
    draw_rest_content,
    draw_rest_stage,
    list_open,
    seen_question,
    split_options,
)
from tablekeeper.display.widgets.pickers import draw_pad
from tablekeeper.display.widgets.putting_right import latest, touch_to_fix
from tablekeeper.engines.chocobo.view import MonsterView, View
from tablekeeper.engines.core import Answer, Question
from tablekeeper.engines.core.question import TELL
from tablekeeper.engines.core.toml_text import Tree

MOST_MONSTERS = 3
"""More cards than this are too narrow on the page; then all attacks stand in the list."""
ON_STAGE = ("dial", "monster")
"""Questions that are answered on the stage alone."""
CARD_KINDS = ("play", "draw", "bonus", "put_away")
PAD = {"cards": None}
"""Stands for the options that lie on a pad of card numbers."""


def side_of(page: TablePage) -> str:
    """No sides here."""
    return ""


def seat_side(view: object, seat: int) -> str:
    """No sides here."""
    return ""


def second_line(pen: Pen, page: TablePage) -> str:
    """Where the table is."""
    view = page.view
    if not view.floor:
        return ""
    return pen.say("chocobo.at", floor=view.floor.replace("_star", "*"), round=view.round)


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


def spatial_of(pen: Pen, page: TablePage, question: Question | None) -> Tree:
    """The spelled options that lie on the floor or on a monster's card; the cards need room on the page."""
    on_floor = dict.fromkeys(landings(question).values()) if has_map(page.view) else {}
    on_floor |= dict.fromkeys(stops_of(question).values())
    if has_map(page.view) and "boss" in targets_of(question):
        on_floor[targets_of(question)["boss"]] = None
    attacks = targets_of(question)
    books = len(question.options) - len(attacks) if question is not None else 0
    if pen.frame.portrait or pen.look.large or 1 < books <= FEW:
        return on_floor
    words = {monster.word for monster in page.view.monsters[:MOST_MONSTERS]}
    return {**on_floor, **{text: None for word, text in attacks.items() if word in words}}


def draw_stage(pen: Pen, page: TablePage, ui: Ui) -> None:
    """The dial, or the floor while the bird moves, or a pad of card numbers."""
    question, view = seen_question(page, ui), page.view
    spatial = spatial_of(pen, page, question)
    rest = rest_of(question, spatial)
    if question is not None and question.kind == TELL:
        draw_tell_stage(pen, page, question, ui)
    elif question is not None and question.kind == "dial":
        draw_turns(pen, page, question)
    elif question is not None and question.kind == "monster":
        draw_known_monsters(pen, page, question, ui)
    elif question is not None and question.kind == "stop":
        draw_icons(pen, page, list(stops_of(question).items()))
    elif question is not None and has_pad(question) and not list_open(rest, PAD, ui):
        draw_pad(pen, cards_of(question), remembered(ui, "tens"))
    elif question is not None and list_open(rest, spatial, ui):
        draw_rest_stage(pen, page, question, rest, ui)
    elif has_map(view) and (landings(question) or view.boss is not None):
        draw_floor(pen, view, landings(question), targets_of(question).get("boss", ""))
    else:
        draw_dial(pen, view)
        draw_entered_cards(pen, page)


def cards_of(question: Question) -> dict[int, Act]:
    """Cards by their number."""
    cards = [option for option in question.options if hasattr(option, "card")]
    return {option.card: Answered(option.spell()) for option in cards}


def has_pad(question: Question) -> bool:
    """Whether cards are chosen by their numbers on the stage."""
    return question.kind in CARD_KINDS and len(cards_of(question)) > 3


def rest_of(question: Question | None, spatial: Mapping[str, object]) -> list[Answer]:
    """The options that lie nowhere on the stage: beside a pad of cards these are the Books."""
    rest = split_options(question, spatial)
    return [o for o in rest if not hasattr(o, "card")] if question is not None and has_pad(question) else rest


def draw_content(pen: Pen, page: TablePage, ui: Ui, top: float, floor: float) -> None:
    """Other options, then monsters, then books, as far as there is room."""
    question = seen_question(page, ui)
    if question is not None and question.kind == TELL:
        draw_tell_content(pen, page, question, ui, top, floor)
        return
    spatial = spatial_of(pen, page, question)
    rest = rest_of(question, spatial) if question is None or question.kind not in ON_STAGE else []
    if question is not None and has_pad(question):
        floor = draw_step_back(pen, ui, floor)
        floor = draw_rest_content(pen, page, question, rest, PAD, ui, floor)
    elif question is not None:
        floor = draw_rest_content(pen, page, question, rest, spatial, ui, floor)
    if not dial_shown(question, page.view, list_open(rest, spatial, ui)) and floor - top >= VITALS_H:
        draw_vitals(pen, page.view, top + 6)
        top += VITALS_H
    acts = {word: text for word, text in targets_of(question).items() if text in spatial}
    draw_monsters(pen, page, acts, top + 8, floor)


VITALS_H = 40


def dial_shown(question: Question | None, view: View, listed: bool) -> bool:
    """Whether the stage shows the dial, and with it HP and vegetables."""
    if question is None:
        return view.boss is None or not has_map(view)
    pad = has_pad(question)
    elsewhere = bool(landings(question)) or view.boss is not None
    return not (listed or pad or question.kind in ("stop", *ON_STAGE) or (has_map(view) and elsewhere))


def draw_vitals(pen: Pen, view: View, y: float) -> None:
    """HP and vegetables in a row, while the dial is not there to show them."""
    pen.icon("heart", MARGIN + 14, y + 16, 13, pen.c.materials["heart"], pen.c.page)
    wide = pen.text(MARGIN + 36, y + 16, view.hp, 30, "number")
    pen.icon("veg", MARGIN + wide + 70, y + 16, 13, pen.c.materials["vegetable"], pen.c.page)
    pen.text(MARGIN + wide + 92, y + 16, view.vegetables, 30, "number")


def draw_monsters(pen: Pen, page: TablePage, acts: Mapping[str, str], top: float, floor: float) -> None:
    """The row of monsters; the one to attack is touched."""
    monsters = page.view.monsters[:MOST_MONSTERS]
    high = min(144.0, floor - top - 4)
    if not monsters or high < 84:
        return
    gap = 10.0
    wide = min(150.0, (pen.frame.column - gap * (len(monsters) - 1)) / len(monsters))
    for i, monster in enumerate(monsters):
        x = MARGIN + i * (wide + gap)
        draw_monster(pen, monster, x, top, wide, high, i)
        if monster.word in acts:
            pen.target(x, top, wide, high, Answered(acts[monster.word]), f"monster.{i}", first=i == 0)
        else:
            touch_to_fix(pen, latest(page, partial(is_monster, monster.word)), x, top, wide, high, f"monster.fix.{i}")
    y = top + high + 10
    if page.view.books and floor - y >= 52:
        draw_books(pen, page, page.view.books, y)


def draw_monster(pen: Pen, monster: MonsterView, x: float, y: float, w: float, h: float, number: int) -> None:
    """A paper card: HP left, attack, reward; what nobody has told is a question mark."""
    pen.rect(x, y, w, h + 3, 13, pen.c.ivory_edge)
    pen.rect(x, y, w, h - 1, 13, pen.c.ivory)
    title = pen.say("chocobo.monster", number=number + 1) if w > 110 else str(number + 1)
    pen.text(x + 12, y + 19, title, 19, "strong", INK, room=w - 24)
    left = max(0, monster.hp - monster.damage)
    pen.icon("heart", x + 22, y + 56, 12, LOSS, pen.c.ivory)
    wide = pen.text(x + 40, y + 56, left if monster.hp else "?", 34, "number", INK, room=w - 50)
    if w > 110:
        pen.text(x + w - 10, y + 58, pen.say("chocobo.of_hp", whole=monster.hp or "?"), 18, "strong", (90, 81, 98),
                 "end", room=w - wide - 52)  # fmt: skip
    if h >= 120:
        pen.icon("attack", x + 22, y + h - 26, 10, INK, pen.c.ivory)
        pen.text(x + 38, y + h - 26, monster.attack or "?", 24, "number", INK)
        sign = "book" if monster.books else "veg" if monster.vegetables else "heart" if monster.heal else ""
        if sign and w > 100:
            pen.icon(sign, x + w - 22, y + h - 26, 11, INK, pen.c.ivory)
            pen.text(x + w - 38, y + h - 26, monster.books or monster.vegetables or monster.heal, 22, "number", INK,
                     "end")  # fmt: skip


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


def draw_book(canvas: Shapes, wide: float, book: str) -> None:
    """A Book token: its effect and how much."""
    canvas.rect(0, 3, wide, 50, 14, fill=canvas.c.ivory_edge)
    canvas.rect(0, 0, wide, 50, 14, fill=canvas.c.ivory)
    kind, _, number = book.partition("_")
    sign = {"heal": "heart", "blast": "sun"}.get(kind) or SIGNS.get(kind, "book")
    draw_icon(canvas, sign, wide / 2 - 16, 25, 13, TINTS.get(kind, LOSS), canvas.c.ivory)
    canvas.text(wide / 2 + 16, 25, number, 26, "number", INK)


def reached(view: View) -> tuple[tuple[str, Mapping[str, Any]], ...]:
    """How far the table came: the floor, the rounds, the boss, what is left."""
    facts: list[tuple[str, Mapping[str, Any]]] = [
        ("floor", {"floor": view.floor.replace("_star", "*"), "round": view.round}),
        ("left", {"hp": view.hp, "vegetables": view.vegetables}),
    ]
    if view.boss is not None:
        facts.append(("boss", {"damage": view.boss.damage, "whole": view.boss.hp or "?"}))
    return tuple(facts)
