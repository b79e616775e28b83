"""Cocoons on the screen: the box, the tokens left, the locks."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from tablekeeper.display.cocoons.box import draw_box, draw_edges
from tablekeeper.display.cocoons.guardians import draw_token_at
from tablekeeper.display.cocoons.trapdoors import draw_rune, draw_trapdoor
from tablekeeper.display.drawing.layout import MARGIN
from tablekeeper.display.drawing.pen import SMALLEST, Pen
from tablekeeper.display.drawing.remembered import Ui
from tablekeeper.display.drawing.shapes import Shapes
from tablekeeper.display.drawing.theme import Colour
from tablekeeper.display.intents import Answered
from tablekeeper.display.pages import TablePage
from tablekeeper.display.widgets.panel import (
    draw_rest_content,
    draw_rest_stage,
    list_open,
    seen_question,
    split_options,
)
from tablekeeper.display.widgets.pickers import draw_grid
from tablekeeper.display.words.speech import speech_of
from tablekeeper.engines.cocoons.view import View
from tablekeeper.engines.core import Answer, Question
from tablekeeper.engines.core.question import Facts

ON_PLACES = ("slide", "put", "start", "lay")
FEW_TOKENS = 5
MINI_CELL = 40.0
PICTURED = ("name", "find", "reveal", "flip")
"""Questions that are answered by touching what one sees."""


def side_of(page: TablePage) -> str:
    """No sides here."""
    return ""


def seat_side(view: object, seat: int) -> str:
    """No sides here."""
    return ""


def second_line(pen: Pen, page: TablePage) -> str:
    """How a lock comes free, while one lies in the gap."""
    return pen.say("cocoons.lock_stays") if str(page.view.trapdoor).startswith("lock") else ""


def places_of(question: Question | None) -> dict[int, Answer]:
    """The options that are places of the box; `put` names a guardian besides."""
    options = question.options if question is not None else ()
    return {option.parts()["place"]: option for option in options if option.verb in ON_PLACES}


def spatial_of(question: Question | None) -> dict[str, None]:
    """The options that lie on the box, as they are spelled."""
    if question is not None and question.kind == "face":
        return dict.fromkeys(option.spell() for option in question.options)
    return dict.fromkeys(option.spell() for option in places_of(question).values())


def draw_stage(pen: Pen, page: TablePage, ui: Ui) -> None:
    """The box, or what can be told as pictures, or the list of it."""
    question, speech = seen_question(page, ui), speech_of(pen.texts, page)
    places, spatial = places_of(question), spatial_of(question)
    rest = split_options(question, spatial)
    if question is not None and question.kind == "face":
        draw_box(pen, page, page.view, {}, speech)
        edges: Any = question.options
        draw_edges(pen, question.about["place"], {o.side: (o.spell(), speech.option(o)) for o in edges})
    elif question is not None and question.kind in PICTURED and rest:
        draw_pictures(pen, page, rest)
    elif question is not None and list_open(rest, spatial, ui):
        draw_rest_stage(pen, page, question, rest, ui)
    else:
        draw_box(pen, page, page.view, places, speech)


def draw_pictures(pen: Pen, page: TablePage, options: Sequence[Answer]) -> None:
    """Animals and trapdoors as they look, each with its name."""
    speech = speech_of(pen.texts, page)

    def cell(pen: Pen, x: float, y: float, w: float, h: float, option: Answer) -> None:
        found, words = option.parts(), speech.option(option)
        middle, r = y + h / 2 - 12, min(w, h) / 2 - 24
        if "guardian" in found:
            draw_token_at(pen, x + w / 2, middle, r, found["guardian"])
        elif "trapdoor" in found:
            small = pen.moved(x + w / 2, middle)
            small.k = pen.k * r / 40
            small.stamp(draw_trapdoor, 0, 0, (-40, -40, 40, 44), found["trapdoor"])
        else:
            pen.icon("question", x + w / 2, middle, r * 0.6, pen.c.text_soft, pen.c.page)
        wide = pen.measure.width(words, 18, "strong") > w - 10
        lines = pen.measure.halves(words, 18, "strong") if wide else [words]
        for n, line in enumerate(reversed(lines)):
            pen.text(x + w / 2, y + h - 16 - 19 * n, line, 20 - 2 * wide, "strong", pen.c.text, "middle", room=w - 10)

    draw_grid(pen, options, cell, lambda option: Answered(option.spell()), "animal", speech.option)


def draw_content(pen: Pen, page: TablePage, ui: Ui, top: float, floor: float) -> None:
    """What else can be answered, then tokens and locks as far as there is room."""
    question = seen_question(page, ui)
    spatial = spatial_of(question)
    rest = split_options(question, spatial)
    pictured = question is not None and question.kind in PICTURED and bool(rest)
    if question is not None and not pictured:
        floor = draw_rest_content(pen, page, question, rest, spatial, ui, floor)
    y = top + 6
    if floor - y >= 60:
        draw_tokens(pen, page.view, y)
        y += 70
    listed = pictured or list_open(rest, spatial, ui)
    place = question.about.get("place") if question is not None and listed else None
    if place is not None and floor - y >= 3 * MINI_CELL:
        draw_where(pen, page.view, place, (pen.frame.page_w - 3 * MINI_CELL) / 2, y)
        return
    if place is not None and pen.frame.portrait:  # there is room beside the tokens
        draw_where(pen, page.view, place, pen.frame.page_w / 2, min(top + 6, floor - 3 * MINI_CELL))
        return
    for lock, gone in page.view.locks:
        if floor - y < 54:
            break
        draw_lock(pen, page, lock, gone, y)
        y += 56


def draw_where(pen: Pen, view: View, place: int, left: float, y: float) -> None:
    """Which place is meant, in a small picture of the box."""
    for i in range(9):
        x, top = left + i % 3 * MINI_CELL, y + i // 3 * MINI_CELL
        here = i == place
        fill = pen.c.accent if here else pen.c.stage if i == view.gap else pen.c.materials["wood_light"]
        pen.rect(x + 2, top + 2, MINI_CELL - 4, MINI_CELL - 4, 8, fill, pen.c.line, 1.5)
        if here:
            pen.icon("question", x + MINI_CELL / 2, top + MINI_CELL / 2, 11, pen.c.mark, pen.c.accent)


def draw_tokens(pen: Pen, view: View, y: float) -> None:
    """The tokens left, large; few of them are amber with a triangle."""
    few = view.reserve <= FEW_TOKENS
    ink = pen.c.doubt if few else pen.c.text
    wide = pen.text(MARGIN, y + 32, view.reserve, 60, "number", ink)
    pen.text(MARGIN + wide + 16, y + 20, pen.say("cocoons.tokens"), 18, "strong", pen.c.text_soft, room=120)
    pen.text(MARGIN + wide + 16, y + 43, pen.say("cocoons.of_tokens", whole=view.tokens), 18, "strong",
             pen.c.text_soft, room=120)  # fmt: skip
    right = pen.frame.page_w - MARGIN
    if few:
        pen.poly([(right - 24, y + 12), (right - 4, y + 48), (right - 44, y + 48)], pen.c.doubt)
    elif view.next_number:
        pen.text(right, y + 32, pen.say("cocoons.next_number", number=view.next_number), 20, "strong", pen.c.accent,
                 "end", room=130)  # fmt: skip


def draw_lock(pen: Pen, page: TablePage, lock: str, gone: int, y: float) -> None:
    """A lock with its three runes; those out of the box are filled."""
    w = pen.frame.column
    pen.rect(MARGIN, y, w, 50, 14, pen.c.raised)
    free = gone >= 3
    ink = pen.c.accent if free else pen.c.text
    if free and not pen.c.dark:
        ink = pen.c.text
    pen.icon("lock", 44, y + 24, 13, ink, pen.c.raised)
    name = lock.rpartition("_")[2].upper()
    words = pen.say("cocoons.opens" if free else "cocoons.holds", name=name)
    fits = pen.measure.width(words, SMALLEST, "strong") <= w - 210
    pen.text(68, y + 25, words if fits else name, 21, "strong", ink, room=max(w - 210, 16))
    first = 1 if name in ("A", "1") else 4
    for i in range(3):
        out = f"rune_{name.lower()}{i + 1}" in page.view.out
        pen.stamp(draw_rune_spot, w - 108 + i * 46, y + 25, (-21, -21, 21, 21), first + i, out)


def draw_rune_spot(canvas: Shapes, number: int, gone: bool) -> None:
    """One rune of a lock."""
    ink: Colour = canvas.c.mark if gone else canvas.c.text_soft
    if gone:
        canvas.circ(0, 0, 19, fill=canvas.c.accent)
    else:
        canvas.circ(0, 0, 18, stroke=canvas.c.line, sw=2.5, dash=(4, 4))
    draw_rune(canvas, number, 0, 0, 9.5, ink)


def reached(view: View) -> tuple[tuple[str, Facts], ...]:
    """How far the table came: who is in a cocoon, which trapdoors are out, what is left."""
    home = sum(bool(cocoon.guardians) for cocoon in view.cocoons)
    return (
        ("homes", {"count": home, "whole": len(view.cocoons)}),
        ("trapdoors_out", {"count": len(view.out)}),
        ("tokens_left", {"count": view.reserve}),
    )
