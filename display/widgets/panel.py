"""The question panel: the parts that every game shares, and a plain list for questions that no screen draws."""

from __future__ import annotations

from collections.abc import Mapping

from tablekeeper.display.drawing.layout import MARGIN
from tablekeeper.display.drawing.pen import NARROW, Pen
from tablekeeper.display.drawing.remembered import Ui
from tablekeeper.display.drawing.scene import Act, Local
from tablekeeper.display.intents import Answered
from tablekeeper.display.pages import TablePage
from tablekeeper.display.widgets.choosing import spell_roll
from tablekeeper.display.widgets.dice import dice_asked, draw_small_roll
from tablekeeper.display.widgets.narrow import draw_options_stage, draw_step_back
from tablekeeper.display.widgets.side_page import main_button
from tablekeeper.display.words.speech import speech_of
from tablekeeper.engines.core import CHANCE, Answer, Question

BEFORE_H = 90
"""So much room the last roll takes beside the keypad."""
FEW = 3
"""Up to this many options are buttons on the page; more become a list on the stage."""


def seen_question(page: TablePage, ui: Ui) -> Question | None:
    """The question as it may be shown now: a secret one only while somebody looks."""
    if page.secret is not None and ui.get("look"):
        return page.secret.question
    return page.question


def is_secret(page: TablePage, ui: Ui) -> bool:
    """Whether the options are hidden, and somebody may ask to see them."""
    return page.secret is not None and not ui.get("look") and not (page.question and page.question.options)


def draw_secret(pen: Pen, page: TablePage) -> None:
    """Hold to look: only this seat should see what comes."""
    top = pen.frame.rail_y - 64
    w = pen.frame.column
    pen.button(MARGIN, top, w, 54, pen.say("secret.look"), Local("look", True), "look", "main", "eye", 22,
               first=True, lifted=Local("look", False))  # fmt: skip


def keypad_open(page: TablePage, ui: Ui) -> bool:
    """Whether the dice are being entered by keys."""
    if not dice_asked(page.question) or ui.get("keypad") is False:
        return False
    return bool(ui.get("keypad")) or page.touch or page.note == "camera_lost"


def wants_keypad(page: TablePage) -> bool:
    """Whether dice are awaited."""
    return bool(dice_asked(page.question))


def keypad_content(pen: Pen, page: TablePage, question: Question, ui: Ui, top: float) -> None:
    """The page beside the keypad: why it is there, and the button that confirms the roll."""
    values = ui.get("dice", (None,) * len(dice_asked(question)))
    done = all(value is not None for value in values)
    if page.note == "camera_lost":
        _draw_lost(pen, top)
    elif page.rolled is not None and pen.frame.rail_y - 128 - top >= BEFORE_H:
        pen.text(MARGIN, top + 22, pen.say("dice.before"), 18, "strong", pen.c.text_soft)
        draw_small_roll(pen, page, MARGIN + pen.frame.column / 2, top + 58)
    words = "  ".join("·" if value is None else str(value) for value in values)
    label = pen.say("dice.yes", values=words) if done else pen.say("dice.tap_each")
    main_button(pen, label, spell_roll(values) if done else None, "dice.yes", "check" if done else None)
    if not page.touch and page.note != "camera_lost":
        main_button(pen, pen.say("dice.let_camera"), Local("keypad", False), "keypad", "camera", 2, kind="quiet")


def _draw_lost(pen: Pen, top: float) -> None:
    w = pen.frame.column
    whole = not pen.frame.portrait and w >= NARROW
    high = 118.0 if whole else 62.0
    y = top + 6
    pen.rect(MARGIN, y, w, high, 18, None, pen.c.bad, 3)
    pen.icon("camera", 46, y + 30, 14, pen.c.bad)
    pen.broken(70, y + 30, pen.say("camera.lost"), 21, w - 66)
    if whole:
        pen.para(34, y + 52, pen.say("camera.lost_why"), w - 36, "body", pen.c.text_soft, most=3)


def confirm(pen: Pen, label: str, act: Act | None) -> None:
    """The button that confirms what was picked; dashed while nothing is."""
    main_button(pen, label, act, "confirm", "check" if act is not None else None)


def draw_option_buttons(pen: Pen, page: TablePage, question: Question, floor: float, quiet: bool = False) -> float:
    """Two or three options as full buttons; returns their top."""
    speech = speech_of(pen.texts, page)
    options = list(dict.fromkeys(question.options))
    columns = 2 if pen.frame.portrait and len(options) > 1 else 1
    pitch, wide = 62.0, (pen.frame.column - 8 * (columns - 1)) / columns
    top = floor - pitch * -(-len(options) // columns)
    for i, option in enumerate(options):
        main = i == 0 and question.asked != CHANCE and not quiet
        x, y = MARGIN + i % columns * (wide + 8), top + i // columns * pitch
        pen.button(
            x, y, wide, 54, speech.option(option), Answered(option.spell()), f"option.{i}",
            "main" if main else "quiet", None, 22, first=i == 0 and not quiet,
        )  # fmt: skip
    return top


def few(question: Question) -> bool:
    """Whether the options fit on the page as buttons."""
    return len(dict.fromkeys(question.options[i] for i in range(min(len(question.options), 40)))) <= FEW


def split_options(question: Question | None, spatial: Mapping[str, object]) -> list[Answer]:
    """The options that have no place on the picture, each once; `spatial` holds the spelled ones that have."""
    if question is None or dice_asked(question):
        return []
    return [option for option in dict.fromkeys(question.options) if option.spell() not in spatial]


def list_open(rest: list[Answer], spatial: Mapping[str, object], ui: Ui) -> bool:
    """Whether the stage shows a list instead of the picture."""
    if len(rest) <= FEW:
        return False
    return bool(ui.get("list", not spatial))


def draw_rest_stage(pen: Pen, page: TablePage, question: Question, rest: list[Answer], ui: Ui) -> None:
    """The options without a place on the picture, as a list."""
    draw_options_stage(pen, page, question._replace(options=rest), ui)


def draw_rest_content(
    pen: Pen,
    page: TablePage,
    question: Question,
    rest: list[Answer],
    spatial: Mapping[str, object],
    ui: Ui,
    floor: float,
) -> float:
    """Those options on the page, as buttons or as a button that opens and closes the list; returns their top."""
    if not rest:
        return floor
    if len(rest) <= FEW:
        return draw_option_buttons(pen, page, question._replace(options=rest), floor, bool(spatial))
    shown = list_open(rest, spatial, ui)
    back = draw_step_back(pen, ui, floor) if shown else floor
    if back < floor:
        return back
    label = pen.say("panel.table" if shown else "panel.list")
    pen.button(MARGIN, floor - 60, pen.frame.column, 54, label, Local("list", not shown), "list")
    return floor - 64
