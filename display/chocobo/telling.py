"""Telling what this copy prints: icons as pictures, and numbers one after the other."""

from __future__ import annotations

from tablekeeper.display.chocobo.dial import WINDOWS, draw_window
from tablekeeper.display.chocobo.floor import draw_space, draw_strike
from tablekeeper.display.chocobo.pictures import Card, draw_cards, rewards_of
from tablekeeper.display.drawing.layout import MARGIN
from tablekeeper.display.drawing.pen import Pen
from tablekeeper.display.drawing.remembered import Ui
from tablekeeper.display.drawing.scene import Act, Local
from tablekeeper.display.intents import Answered
from tablekeeper.display.pages import TablePage
from tablekeeper.display.widgets.narrow import draw_step_back, remembered
from tablekeeper.display.widgets.pickers import draw_grid, draw_list, draw_pad
from tablekeeper.display.widgets.side_page import main_button
from tablekeeper.display.words.speech import speech_of
from tablekeeper.display.words.texts import Texts
from tablekeeper.engines.chocobo.view import MonsterView
from tablekeeper.engines.core import Answer, Question

ICONS = ("ring_icon", "strike")
TOUCHES = "ring_touches"
"""Where none, one or two numbers may be told."""
MOST_CARDS = 12
"""More would be too small to read."""


def draw_tell_stage(pen: Pen, page: TablePage, question: Question, ui: Ui) -> None:
    """What can be printed there, as large as it can be."""
    if question.about["why"] == "dial":
        draw_dial_choice(pen, [(option.value, option.spell()) for option in question.options])  # type: ignore[attr-defined]
    elif question.about["why"] in ICONS:
        strikes = question.about["why"] == "strike"
        draw_icons(pen, page, [(option.value[0], option.spell()) for option in question.options], strikes)  # type: ignore[attr-defined]
    else:
        told = told_of(ui)
        draw_pad(pen, next_numbers(question, told), remembered(ui, "tens", told), told)


def told_of(ui: Ui) -> tuple[str, ...]:
    """The numbers told so far."""
    told: tuple[str, ...] = ui.get("told", ())
    return told


def next_numbers(question: Question, told: tuple[str, ...]) -> dict[int, Act]:
    """What may be told next, and what that does: the last number answers."""
    at = len(told)
    longest = max(len(option.value) for option in question.options)  # type: ignore[attr-defined]
    numbers: dict[int, Act] = {}
    for option in question.options:
        value: tuple[str, ...] = option.value  # type: ignore[attr-defined]
        if len(value) <= at or value[:at] != told or int(value[at]) in numbers:
            continue
        done = value[: at + 1]
        numbers[int(value[at])] = Answered(option.spell()) if len(done) == longest else Local("told", done)
    return numbers


def draw_dial_choice(pen: Pen, icons: list[tuple[tuple[str, ...], str]]) -> None:
    """Which icons? Each as it is printed on the dial; with what it answers."""

    def cell(pen: Pen, x: float, y: float, w: float, h: float, choice: tuple[tuple[str, ...], str]) -> None:
        draw_icon_of_dial(pen, choice[0], x + w / 2, y + h / 2, h - 16)

    draw_grid(pen, icons, cell, lambda choice: Answered(choice[1]), "dial")


def draw_icon_of_dial(pen: Pen, icons: tuple[str, ...], x: float, y: float, edge: float) -> None:
    """One position of the dial."""
    small = pen.moved(x, y)
    small.k = pen.k * edge / 64
    small.stamp(draw_window, 0, 0, (-42, -42, 42, 42), icons, True, False, False)


def draw_turns(pen: Pen, page: TablePage, question: Question) -> None:
    """How may the dial stand? One row for each way: its five windows from number 1 to 5."""
    dial, count = page.view.dial, len(question.options)
    columns = 1 if count <= 8 else 2
    rows = -(-count // columns)
    pitch, wide = 472 / rows, (462 - 6 * columns) / columns
    for n, option in enumerate(question.options):
        x, y, at = 12 + n // rows * (wide + 6), 4 + n % rows * pitch, option.position  # type: ignore[attr-defined]
        pen.rect(x, y, wide, pitch - 6, 14, pen.c.page)
        step = wide / WINDOWS
        for i, icons in enumerate((dial[at:] + dial[:at])[:WINDOWS]):
            draw_icon_of_dial(pen, icons, x + (i + 0.5) * step, y + (pitch - 6) / 2, min(pitch - 10, 64, step - 4))
        pen.target(x, y, wide, pitch - 6, Answered(option.spell()), f"turn.{n}", first=n == 0)


def draw_known_monsters(pen: Pen, page: TablePage, question: Question, ui: Ui) -> None:
    """Monsters, each by what is known to be printed on its card; very many as a list."""
    cards: dict[str, Card] = {}
    for option in question.options:  # of cards that are printed alike the first stands for all
        deck = speech_of(pen.texts, page).word("of", option.parts()["deck"])
        cards.setdefault(label_of(pen.texts, page, option), Card(known_of(page, option), deck, option.spell()))
    if len(cards) <= MOST_CARDS:
        draw_cards(pen, cards)
    else:
        acts: list[tuple[str, Act | None]] = [(words, Answered(card.answer)) for words, card in cards.items()]
        draw_list(pen, acts, remembered(ui, "scroll") or 0)


def known_of(page: TablePage, option: Answer) -> MonsterView | None:
    """What this Monster's card is known to print."""
    word = "{deck}_{number}".format(**option.parts())
    return next((known for known in page.view.bestiary if known.word == word), None)


def label_of(texts: Texts, page: TablePage, option: Answer) -> str:
    """How somebody with the card in front of them recognises a monster."""
    found = known_of(page, option)
    if found is None:
        return texts.say("chocobo.unknown_monster", deck=speech_of(texts, page).word("of", option.parts()["deck"]))
    rewards = ", ".join(texts.say(f"chocobo.reward.{sign}", count=count) for sign, count in rewards_of(found))
    return texts.say("chocobo.known_monster", hp=found.hp, attack=found.attack, rewards=rewards or "–")


def draw_icons(pen: Pen, page: TablePage, icons: list[tuple[str, str]], strikes: bool = False) -> None:
    """Which icon? Each as it is printed on a space, and in words; with what it answers."""
    speech = speech_of(pen.texts, page)

    def cell(pen: Pen, x: float, y: float, w: float, h: float, choice: tuple[str, str]) -> None:
        edge = min(84.0, h - 40)
        out = edge / 2
        there: tuple[object, ...] = (edge, choice[0]) if strikes else (edge, choice[0], False)
        pen.stamp(draw_strike if strikes else draw_space, x + w / 2, y + out + 6, (-out, -out, out, out), *there)
        word = speech.word("icon", choice[0].rstrip("0123456789").rstrip("_"))
        pen.text(x + w / 2, y + h - 16, word, 18, "strong", pen.c.text, "middle", room=w - 8)

    draw_grid(pen, icons, cell, lambda choice: Answered(choice[1]), "icon")


def draw_tell_content(pen: Pen, page: TablePage, question: Question, ui: Ui, top: float, floor: float) -> None:
    """The numbers told so far, the one that is told now, and the way back."""
    told, why = told_of(ui), question.about["why"]
    whole = next((o.spell() for o in question.options if o.value == told), None) if why == TOUCHES else None  # type: ignore[attr-defined]
    if whole is not None:
        main_button(pen, pen.say("chocobo.that_is_all" if told else "chocobo.none"), Answered(whole), "enough")
        floor -= 64
    if remembered(ui, "tens", told) is not None:
        floor = draw_step_back(pen, ui, floor, told)
    elif told:
        pen.button(MARGIN, floor - 60, pen.frame.column, 54, pen.say("rail.back"), Local("told", told[:-1]), "told",
                   "quiet", "back")  # fmt: skip
        floor -= 64
    names = [name for n in range(5) if (name := pen.texts.first(f"chocobo.part.{why}_{n}"))]
    pitch = min(38.0, (floor - top - 8) / max(len(names), 1))
    if pitch < 22:
        return
    for n, name in enumerate(names):
        y = top + 8 + pitch * n
        if n == len(told):
            pen.rect(MARGIN - 6, y + 1, pen.frame.column + 12, pitch - 2, 10, pen.c.raised)
        ink = pen.c.text if n <= len(told) else pen.c.text_soft
        pen.text(MARGIN + 4, y + pitch / 2, name, 20, "strong" if n == len(told) else "text", ink,
                 room=pen.frame.column - (60 if n < len(told) else 8))  # fmt: skip
        if n < len(told):
            pen.text(pen.frame.page_w - MARGIN - 4, y + pitch / 2, told[n], 24, "number", pen.c.accent, "end")
