"""Telling what this copy prints: icons as pictures, and numbers one after the other."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from display.chocobo.dial import draw_window
from display.chocobo.floor import draw_space, draw_strike
from display.layout import MARGIN
from display.narrow import draw_step_back, remembered
from display.pages import TablePage
from display.pen import Pen
from display.pickers import draw_grid, draw_pad
from display.scene import Act, Local
from display.speech import speech_of
from display.voice import main_button
from display.wishes import Answered
from engines.core import Question

Ui = Mapping[str, Any]
ICONS = ("ring_icon", "strike")


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
    numbers: dict[int, Act] = {}
    values = {option.value: option.spell() for option in question.options}  # type: ignore[attr-defined]
    longest = max(map(len, values))
    for value in values:
        if len(value) > at and value[:at] == told:
            done = (*told, value[at])
            numbers[int(value[at])] = Answered(values[done]) if at + 1 == longest else Local("told", done)
    return numbers


def draw_dial_choice(pen: Pen, icons: list[tuple[tuple[str, ...], str]]) -> None:
    """Which icons? Each as it is printed on the dial; with what it answers."""

    def cell(pen: Pen, x: float, y: float, w: float, h: float, choice: tuple[tuple[str, ...], str]) -> None:
        small = pen.moved(x + w / 2, y + h / 2)
        small.k = pen.k * (h - 16) / 64
        small.stamp(draw_window, 0, 0, (-42, -42, 42, 42), choice[0], True, False, False)

    draw_grid(pen, icons, cell, lambda choice: Answered(choice[1]), "dial")


def draw_icons(pen: Pen, page: TablePage, icons: list[tuple[str, str]], strikes: bool = False) -> None:
    """Which icon? Each as it is printed on a space, and in words; with what it answers."""
    speech = speech_of(pen.texts, page)

    def cell(pen: Pen, x: float, y: float, w: float, h: float, choice: tuple[str, str]) -> None:
        edge = min(84.0, h - 40)
        out = edge / 2
        there: tuple[Any, ...] = (edge, choice[0]) if strikes else (edge, choice[0], False)
        pen.stamp(draw_strike if strikes else draw_space, x + w / 2, y + out + 6, (-out, -out, out, out), *there)
        word = speech.word("icon", choice[0].rstrip("0123456789").rstrip("_"))
        pen.text(x + w / 2, y + h - 16, word, 18, "strong", pen.c.text, "middle", room=w - 8)

    draw_grid(pen, icons, cell, lambda choice: Answered(choice[1]), "icon")


def draw_tell_content(pen: Pen, page: TablePage, question: Question, ui: Ui, top: float, floor: float) -> None:
    """The numbers told so far, the one that is told now, and the way back."""
    told, why = told_of(ui), question.about["why"]
    if told in {option.value for option in question.options} and why == "ring_touches":  # type: ignore[attr-defined]
        spelled = next(option.spell() for option in question.options if option.value == told)  # type: ignore[attr-defined]
        main_button(pen, pen.say("chocobo.enough" if told else "chocobo.none"), Answered(spelled), "enough")
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
                 room=pen.frame.column - 60)  # fmt: skip
        if n < len(told):
            pen.text(pen.frame.page_w - MARGIN - 4, y + pitch / 2, told[n], 24, "number", pen.c.accent, "end")
