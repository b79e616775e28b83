"""Positions of the dial and Monsters, recognised at a real table by what is known to be printed there."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from display.narrow import remembered
from display.pages import TablePage
from display.pen import Pen
from display.pickers import draw_list
from display.scene import Act
from display.speech import speech_of
from display.texts import Texts
from display.wishes import Answered
from engines.core import Question

Ui = Mapping[str, Any]
RECOGNISED = ("dial", "monster")
"""Questions whose options are known by what is printed there, not by our numbers."""
WINDOWS = 5
"""Positions of the dial that show a number [rulebook]."""


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
        return " · ".join("/".join(speech.word("action", icon) for icon in icons) or "?" for icons in turned[:WINDOWS])
    found = next((known for known in view.bestiary if known.word == f"{option.deck}_{option.number}"), None)
    if found is None:
        return texts.say("chocobo.unknown_monster", deck=speech.word("of", option.deck))
    return texts.say("chocobo.known_monster", hp=found.hp, attack=found.attack, heal=found.heal, books=found.books,
                   vegetables=found.vegetables)  # fmt: skip
