"""What nobody has told about this copy yet: told part by part, each number on a pad, each word in a list."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from display.layout import MARGIN
from display.narrow import remembered
from display.pages import TablePage
from display.pen import Pen
from display.pickers import draw_list, draw_pad
from display.scene import Act, Local
from display.speech import speech_of
from display.texts import Texts
from display.wishes import Answered
from engines.chocobo.answers import Tell
from engines.core import Question
from engines.core.question import TELL

Ui = Mapping[str, Any]
Words = tuple[str, ...]
RECOGNISED = ("dial", "monster")
"""Questions whose options are known by what is printed there, not by our numbers."""
WINDOWS = 5
"""Positions of the dial that show a number [rulebook]."""


def is_told(question: Question | None) -> bool:
    """Whether the table is asked what its copy prints."""
    return question is not None and question.kind == TELL


def following(question: Question, told: Words) -> list[str]:
    """What may come after the parts told so far."""
    values = (option.value for option in question.options if isinstance(option, Tell))
    return list(dict.fromkeys(v[len(told)] for v in values if v[: len(told)] == told and len(v) > len(told)))


def spell(question: Question, told: Words) -> str | None:
    """The answer with these parts, if it is whole."""
    first = question.options[0]
    assert isinstance(first, Tell)
    whole = replace(first, value=told)
    return whole.spell() if whole in question.options else None


def draw_telling(pen: Pen, page: TablePage, question: Question, ui: Ui) -> None:
    """The next part on the stage."""
    told: Words = ui.get("told", ())
    speech = speech_of(pen.texts, page)
    acts: dict[str, Act] = {}
    for word in following(question, told):
        there = (*told, word)
        text = None if following(question, there) else spell(question, there)
        acts[word] = Answered(text) if text is not None else Local("told", there)
    if all(word.isdigit() for word in acts):
        draw_pad(pen, {int(word): act for word, act in acts.items()}, remembered(ui, "tens", told), told)
    else:
        lines: list[tuple[str, Act | None]] = [(speech.word("printed", word), act) for word, act in acts.items()]
        draw_list(pen, lines, remembered(ui, "scroll", told) or 0, here=told)


def draw_told(pen: Pen, page: TablePage, question: Question, ui: Ui, top: float, floor: float) -> None:
    """Which part is told now and what stands so far; the way back, and the end where no part must follow."""
    told: Words = ui.get("told", ())
    speech = speech_of(pen.texts, page)
    part = pen.texts.first(f"chocobo.part.{question.about['why']}_{len(told)}")
    if part is not None:
        top = pen.para(MARGIN, top + 8, part, pen.frame.column, "title", pen.c.accent, most=2)
    if told:
        so_far = ", ".join(speech.word("printed", word) for word in told)
        pen.para(MARGIN, top + 4, so_far, pen.frame.column, "body", pen.c.text_soft, most=2)
    text = spell(question, told)
    if text is not None:
        label = pen.say("chocobo.that_is_all" if told else "chocobo.none")
        pen.button(MARGIN, floor - 60, pen.frame.column, 54, label, Answered(text), "told.whole", "main", "check")
        floor -= 64
    inside = remembered(ui, "tens", told) is not None
    if told or inside:
        back = Local("tens", (told, None)) if inside else Local("told", told[:-1])
        pen.button(MARGIN, floor - 60, pen.frame.column, 54, pen.say("rail.back"), back, "told.back", "quiet", "back")


def draw_recognised(pen: Pen, page: TablePage, question: Question, ui: Ui) -> None:
    """Positions of the dial and Monsters, each by what is known to be printed there."""
    labels: dict[str, Act | None] = {}
    for option in question.options:  # of cards that are printed alike the first stands for all
        labels.setdefault(label_of(pen.texts, page, option), Answered(option.spell()))
    draw_list(pen, list(labels.items()), remembered(ui, "scroll") or 0)


def label_of(texts: Texts, page: TablePage, option: Any) -> str:
    """How somebody with the box in front of them recognises an option."""
    view, speech = page.view, speech_of(texts, page)
    if option.verb == "begin":
        turned = view.dial[option.position :] + view.dial[: option.position]
        return " · ".join("/".join(speech.word("printed", icon) for icon in icons) or "?" for icons in turned[:WINDOWS])
    found = next((known for known in view.bestiary if known.word == f"{option.deck}_{option.number}"), None)
    if found is None:
        return texts.say("chocobo.unknown_monster", deck=speech.word("of", option.deck))
    return texts.say("chocobo.known_monster", hp=found.hp, attack=found.attack, heal=found.heal, books=found.books,
                   vegetables=found.vegetables)  # fmt: skip
