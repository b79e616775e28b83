"""Kokoro on the screen: the caller's table, the score sheets, and virtual mats to draw on."""

from __future__ import annotations

from tablekeeper.display.drawing.layout import MARGIN
from tablekeeper.display.drawing.pen import Pen
from tablekeeper.display.drawing.remembered import Ui
from tablekeeper.display.drawing.scene import Act, Local
from tablekeeper.display.intents import Answered
from tablekeeper.display.kokoro.card import draw_laid_out, draw_mat, draw_path_card, draw_shrine
from tablekeeper.display.kokoro.counting import (
    draw_count_content,
    draw_count_stage,
    draw_trace_content,
    draw_trace_stage,
)
from tablekeeper.display.kokoro.sheets import LEAST_ROW, draw_sheets
from tablekeeper.display.pages import TablePage
from tablekeeper.display.widgets.panel import (
    draw_rest_content,
    draw_rest_stage,
    draw_secret,
    list_open,
    seen_question,
    split_options,
)
from tablekeeper.display.widgets.pickers import draw_grid, draw_pad
from tablekeeper.display.widgets.side_page import main_button
from tablekeeper.display.words.instructions import CHOSE
from tablekeeper.display.words.speech import speech_of
from tablekeeper.engines.core import Answer, Question

FEW_BELOW = 3
"""With more players than this their rows take all the room below the square."""
LEAST_CARD = 70
"""A path card lower than this would say nothing."""
LOOK_SCALE = 2.2
"""How much larger than on the table a card is shown to whoever looks at it."""
HINT_H = 84
"""So much room a hint needs above the sheets."""


def side_of(page: TablePage) -> str:
    """No sides here."""
    return ""


def seat_side(view: object, seat: int) -> str:
    """No sides here."""
    return ""


def second_line(pen: Pen, page: TablePage) -> str:
    """Who has drawn touches their name; at a table that is all on the screen that opens the mat."""
    verbs = {option.verb for options in seats_asked(page.question).values() for option in options}
    crowded = (pen.frame.portrait or pen.look.large) and len(page.view.players) > FEW_BELOW
    if not verbs or crowded:
        return ""
    return pen.say("kokoro.touch_to_draw" if "draw" in verbs else "kokoro.touch_name")


def seats_asked(question: Question | None) -> dict[int, list[Answer]]:
    """What each seat may answer while all draw: the options by seat."""
    found: dict[int, list[Answer]] = {}
    if question is not None and question.kind == "act":
        for option in question.options:
            if option.giver is not None:
                found.setdefault(option.giver, []).append(option)
    return found


def draw_stage(pen: Pen, page: TablePage, ui: Ui) -> None:
    """The caller's table; a mat while somebody draws; a grid of cards while one is told."""
    question, view = seen_question(page, ui), page.view
    by_seat = seats_asked(question)
    seat = ui.get("seat")
    asked = question is not None and bool(question.options)
    if (companion := mat_shown(page, ui, asked=asked)) >= 0:
        draw_mat(pen, view, view.players[companion].drawn, {}, newest(page, companion))
    elif question is None or not asked:
        draw_laid_out(pen, page)
    elif seat in by_seat and any(option.verb == "draw" for option in by_seat[seat]):
        acts: dict[int, Act] = {o.parts()["space"]: Answered(o.spell()) for o in by_seat[seat] if o.verb == "draw"}
        draw_mat(pen, view, view.players[seat].drawn, acts)
    elif question.kind in STAGES:
        STAGES[question.kind](pen, page, question, ui)
    elif not by_seat and list_open(split_options(question, {}), {}, ui):
        draw_rest_stage(pen, page, question, split_options(question, {}), ui)
    else:
        draw_laid_out(pen, page)


def mat_shown(page: TablePage, ui: Ui, *, asked: bool) -> int:
    """The companion whose mat lies on the stage: the one that was touched, else the one that has just drawn; or -1."""
    if ui.get("mat") in page.companions:
        return int(ui["mat"])
    just = (seat for seat in sorted(page.companions) if newest(page, seat))
    return -1 if asked else next(just, -1)


def newest(page: TablePage, seat: int) -> tuple[int, ...]:
    """The space on which the companion of this seat has drawn since people answered last."""
    drawn = (event.facts.get("answer") for event in page.done if event.kind == CHOSE and event.seat == seat)
    return tuple(answer.parts()["space"] for answer in drawn if answer is not None and answer.verb == "draw")[-1:]


def draw_path_choice(pen: Pen, page: TablePage, question: Question, ui: Ui) -> None:
    """Which card was drawn? Each kind once, as printed."""
    view = page.view
    cards = list(dict.fromkeys(question.options))

    def cell(pen: Pen, x: float, y: float, w: float, h: float, option: Answer) -> None:
        card = option.parts()
        golden, shape = card["kind"] == "golden", card["shape"]
        small = pen.moved(x + w / 2, y + h / 2)
        share = (h - 14) / 350
        small.k = pen.k * share
        small.stamp(draw_path_card, 0, 0, (-132, -174, 132, 182), shape, view.shapes[shape - 1], golden)

    draw_grid(pen, cards, cell, lambda option: Answered(option.spell()), key="path")


def draw_letters(pen: Pen, page: TablePage, question: Question, ui: Ui) -> None:
    """Which sanctuary? Each as its card."""

    def cell(pen: Pen, x: float, y: float, w: float, h: float, option: Answer) -> None:
        small = pen.moved(x + w / 2, y + h / 2)
        small.k = pen.k * (h - 14) / 180
        small.stamp(draw_shrine, 0, 0, (-68, -90, 68, 96), option.parts()["letter"])

    draw_grid(pen, list(dict.fromkeys(question.options)), cell, lambda option: Answered(option.spell()), "letter")


def draw_spots(pen: Pen, page: TablePage, question: Question, ui: Ui) -> None:
    """Which number does the ten-sided die show?"""
    draw_pad(pen, {option.parts()["number"]: Answered(option.spell()) for option in question.options})


def draw_look_stage(pen: Pen, page: TablePage, question: Question, ui: Ui) -> None:
    """The next sanctuary card while its seat looks at it, on the shared screen only while the button is held."""
    looks = page.secret is not None and ui.get("look")
    letter = (page.secret.view if looks and page.secret is not None else page.view).next_sanctuary
    if not letter:
        draw_laid_out(pen, page)
        return
    large = pen.moved(240, 236)
    large.k = pen.k * LOOK_SCALE
    large.stamp(draw_shrine, 0, 0, (-68, -90, 68, 96), letter)


def draw_look_content(pen: Pen, page: TablePage, question: Question, ui: Ui, top: float, floor: float) -> None:
    """Hold to look; then the card is put back."""
    hidden = page.secret is not None
    floor = draw_rest_content(pen, page, question, split_options(question, {}), {"look": hidden} if hidden else {}, ui,
                              floor)  # fmt: skip
    if hidden:
        draw_secret(pen.moved(0, floor - pen.frame.rail_y), page)
    else:
        draw_sheets(pen, page, {}, top, floor)


STAGES = {
    "path": draw_path_choice,
    "sanctuary": draw_letters,
    "top": draw_letters,
    "spot": draw_spots,
    "count": draw_count_stage,
    "trace": draw_trace_stage,
    "look": draw_look_stage,
}
CONTENTS = {"look": draw_look_content, "count": draw_count_content, "trace": draw_trace_content}


def draw_content(pen: Pen, page: TablePage, ui: Ui, top: float, floor: float) -> None:
    """The score sheets; a row is touched when its player has drawn."""
    question = seen_question(page, ui)
    by_seat = seats_asked(question)
    seat = ui.get("seat")
    if seat in by_seat:
        draw_seat_content(pen, page, by_seat[seat], seat, top, floor)
        return
    if question is not None and question.kind in CONTENTS:
        CONTENTS[question.kind](pen, page, question, ui, top, floor)
        return
    if question is not None and not by_seat and question.kind not in STAGES:
        floor = draw_rest_content(pen, page, question, split_options(question, {}), {}, ui, floor)
    elif (all_drew := next((o for o in _loose(question) if o.verb == "all_drew"), None)) is not None:
        main_button(pen, pen.say("kokoro.all_drew"), Answered(all_drew.spell()), "all_drew")
        floor -= 64
    if by_seat and floor - top - LEAST_ROW * len(page.view.players) >= HINT_H:
        top = pen.para(MARGIN, top + 4, pen.say("kokoro.ring"), pen.frame.column, "body", pen.c.text_soft, most=2)
    acts: dict[int, Act] = {
        seat: Local("mat", None if ui.get("mat") == seat else seat) for seat in sorted(page.companions)
    }
    acts |= {seat: _act_of(seat, options) for seat, options in by_seat.items()}
    draw_sheets(pen, page, acts, top + 6, floor, ui.get("mat", -1))


def _act_of(seat: int, options: list[Answer]) -> Act:
    only_drew = [option.verb for option in options] == ["drew"]
    return Answered(options[0].spell()) if only_drew else Local("seat", seat)


def _loose(question: Question | None) -> list[Answer]:
    if question is None or question.kind != "act":
        return []
    last = len(question.options) - 1
    return [question.options[i] for i in range(max(0, last - 8), last + 1)]


def draw_seat_content(pen: Pen, page: TablePage, options: list[Answer], seat: int, top: float, floor: float) -> None:
    """One player's turn: drawn, or looked at the next sanctuary instead."""
    speech = speech_of(pen.texts, page)
    rows = [(speech.option(option), option.spell()) for option in options if option.verb == "drew"]
    rows += [(pen.say("kokoro.peek"), option.spell()) for option in options if option.verb == "peek"]
    beside = len(rows) + 1 if pen.frame.portrait else 1
    bottom = floor - 62 * (len(rows) + 2 - beside)
    if any(option.verb == "draw" for option in options):
        room = _draw_called(pen, page, top + 8, bottom - 4)
        pen.para(MARGIN, top + 6, pen.say("kokoro.touch_space", name=page.names[seat]), room, "body",
                 pen.c.text_soft, most=5, floor=bottom)  # fmt: skip
    keys: list[tuple[str, Act, str]] = [(label, Answered(text), text) for label, text in rows]
    keys.append((pen.say("rail.back"), Local("seat", None), "seat.back"))
    wide = (pen.frame.column - 8 * (beside - 1)) / beside
    for i, (label, act, key) in enumerate(keys):
        x, y = MARGIN + i % beside * (wide + 8), bottom + i // beside * 62
        kind = "main" if key.startswith("drew") else "quiet"
        pen.button(x, y, wide, 54, label, act, key, kind, None, 22, first=i == 0)


def _draw_called(pen: Pen, page: TablePage, top: float, floor: float) -> float:
    """The path card, small beside the words while the mat fills the square; returns the room for the words."""
    view, high = page.view, min(150.0, floor - top)
    if not view.shape or high < LEAST_CARD:
        return pen.frame.column
    wide = high * 272 / 356
    small = pen.moved(MARGIN + pen.frame.column - wide / 2, top + high / 2)
    small.k = pen.k * high / 364
    small.stamp(draw_path_card, 0, 0, (-132, -174, 132, 182), view.shape, view.sides, view.is_golden)
    return pen.frame.column - wide - 10
