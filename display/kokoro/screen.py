"""Kokoro on the screen: the caller's table, the score sheets, and virtual mats to draw on."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from display.kokoro.card import draw_mat, draw_path_card, draw_table
from display.layout import MARGIN
from display.pages import TablePage
from display.panel import draw_rest_content, draw_rest_stage, list_open, seen_question, split_options
from display.pen import Pen
from display.pickers import draw_grid
from display.pieces import draw_badge
from display.scene import Act, Local
from display.speech import colours_of
from display.voice import colour_of_seat, main_button
from display.wishes import Answered
from engines.core import Question
from engines.kokoro.view import View

Ui = Mapping[str, Any]
LEAST_ROW = 47
"""A lower row is no target for a finger."""


def side_of(page: TablePage) -> str:
    """No sides here."""
    return ""


def second_line(pen: Pen, page: TablePage) -> str:
    """Nothing softer to say."""
    return ""


def seats_asked(question: Question | None) -> dict[int, list[str]]:
    """What each seat may answer while all draw: the spelled options by seat."""
    found: dict[int, list[str]] = {}
    if question is not None and question.kind == "act":
        for option in question.options:
            seat = getattr(option, "seat", None)
            if seat is not None:
                found.setdefault(seat, []).append(option.spell())
    return found


def draw_stage(pen: Pen, page: TablePage, ui: Ui) -> None:
    """The caller's table; a mat while somebody draws; a grid of cards while one is told."""
    question, view = seen_question(page, ui), page.view
    by_seat = seats_asked(question)
    seat = ui.get("seat")
    if seat in by_seat:
        acts = {int(text.split()[2]): Answered(text) for text in by_seat[seat] if text.startswith("draw ")}
        draw_mat(pen, view, view.players[seat].drawn, acts)
        return
    if question is not None and question.kind == "path":
        draw_path_choice(pen, view, question)
        return
    rest = [] if by_seat else split_options(question, {})
    if question is not None and list_open(rest, {}, ui):
        draw_rest_stage(pen, page, question, rest, ui)
    else:
        draw_table(pen, view)


def draw_path_choice(pen: Pen, view: View, question: Question) -> None:
    """Which card was drawn? Each kind once, as printed."""
    cards = list(dict.fromkeys(question.options))

    def cell(pen: Pen, x: float, y: float, w: float, h: float, option: Any) -> None:
        golden = option.kind == "golden"
        small = pen.moved(x + w / 2, y + h / 2)
        share = (h - 14) / 350
        small.k = pen.k * share
        small.stamp(draw_path_card, 0, 0, (-132, -174, 132, 182), option.shape, view.shapes[option.shape - 1], golden)

    draw_grid(pen, cards, cell, lambda option: Answered(option.spell()), key="path")


def draw_content(pen: Pen, page: TablePage, ui: Ui, top: float, floor: float) -> None:
    """The score sheets; a row is touched when its player has drawn."""
    question = seen_question(page, ui)
    by_seat = seats_asked(question)
    seat = ui.get("seat")
    if seat in by_seat:
        draw_seat_content(pen, page, by_seat[seat], seat, top, floor)
        return
    if question is not None and not by_seat and question.kind != "path":
        floor = draw_rest_content(pen, page, question, split_options(question, {}), {}, ui, floor)
    elif any(option.verb == "all_drew" for option in _loose(question)):
        main_button(pen, pen.say("kokoro.all_drew"), Answered("all_drew"), "all_drew")
        floor -= 64
    draw_sheets(pen, page, by_seat, top, floor)


def _loose(question: Question | None) -> list[Any]:
    if question is None or question.kind != "act":
        return []
    last = len(question.options) - 1
    return [question.options[i] for i in range(max(0, last - 8), last + 1)]


def draw_seat_content(pen: Pen, page: TablePage, texts: list[str], seat: int, top: float, floor: float) -> None:
    """One player's turn: drawn, or looked at the next sanctuary instead."""
    rows = [(pen.say("kokoro.drew"), text) for text in texts if text.startswith("drew ")]
    rows += [(pen.say("kokoro.peek"), text) for text in texts if text.startswith("peek ")]
    if any(text.startswith("draw ") for text in texts):
        pen.para(MARGIN, top + 6, pen.say("kokoro.touch_space", name=page.names[seat]), pen.frame.column, "body",
                 pen.c.text_soft, most=3, floor=floor - 62 * (len(rows) + 1))  # fmt: skip
    for i, (label, text) in enumerate(rows):
        y = floor - 62 * (len(rows) + 1 - i)
        pen.button(MARGIN, y, pen.frame.column, 54, label, Answered(text), text, "main" if i == 0 else "quiet", None,
                   22, first=i == 0)  # fmt: skip
    pen.button(MARGIN, floor - 62, pen.frame.column, 54, pen.say("rail.back"), Local("seat", None), "seat.back",
               "quiet", "back")  # fmt: skip


def draw_sheets(pen: Pen, page: TablePage, by_seat: Mapping[int, list[str]], top: float, floor: float) -> None:
    """One row a player: five boxes, zero in red; the current one shows who has drawn, peeked, or is waited for."""
    view = page.view
    count = len(view.players)
    columns = 2 if count > 5 or (floor - top - 22) / count < LEAST_ROW else 1
    if pen.frame.portrait:
        columns = 3
    rows = -(-count // columns)
    room = floor - top - (22 if columns == 1 else 0)
    high = min(52.0, room / rows)
    if high < 30:
        return
    wide = (pen.frame.page_w - 24 - 8 * (columns - 1)) / columns
    start = floor - rows * high
    if columns == 1:
        for i, letter in enumerate(view.letters):
            x = 12 + wide - 172 + i * 37
            now = i == len(view.letters) - 1
            pen.text(x, start - 12, letter, 18, "strong", pen.c.accent if now else pen.c.text_soft, "middle")
    for seat in range(count):
        x, y = 12 + (seat % columns) * (wide + 8), start + (seat // columns) * high
        _draw_row(pen, page, seat, by_seat.get(seat), x, y, wide, high - 5)


def _draw_row(
    pen: Pen, page: TablePage, seat: int, texts: list[str] | None, x: float, y: float, w: float, h: float
) -> None:
    view, player = page.view, page.view.players[seat]
    waits = seat in view.waiting
    pen.rect(x, y, w, h, 12, None if waits else pen.c.raised, pen.c.line if waits else None, 2, (5, 6))
    middle = y + h / 2
    pen.stamp(draw_badge, x + 21, middle, (-13, -13, 13, 13), colour_of_seat(colours_of(page), seat), 12)
    narrow = w < 250
    room = w - 100 if narrow else 72
    pen.text(x + 41, middle, player.name, 20, "text" if waits else "strong", room=room, cut=True)
    if narrow:
        pen.text(x + w - 12, middle, sum(player.boxes), 24, "number", pen.c.text, "end")
        _draw_did(pen, player.did, waits, x + w - 50, middle)
    else:
        _draw_boxes(pen, player, waits, x + w - 172, middle)
    if texts:
        only_drew = len(texts) == 1 and texts[0].startswith("drew ")
        act: Act = Answered(texts[0]) if only_drew else Local("seat", seat)
        pen.target(x, y, w, h + 5, act, f"seat.{seat}", ring=12)


def _draw_boxes(pen: Pen, player: Any, waits: bool, x: float, y: float) -> None:
    for i in range(5):
        cx = x + i * 37
        if i < len(player.boxes):
            zero = player.boxes[i] == 0
            pen.text(cx, y, player.boxes[i], 24, "number", pen.c.bad if zero else pen.c.text, "middle")
        elif i == len(player.boxes):
            _draw_did(pen, player.did, waits, cx, y)
        else:
            pen.circ(cx, y, 2.5, pen.c.line)


def _draw_did(pen: Pen, did: str, waits: bool, x: float, y: float) -> None:
    if did == "drew":
        pen.icon("check", x, y, 10, pen.c.accent)
    elif did == "peeked":
        pen.icon("eye", x, y, 11, pen.c.accent)
    elif waits:
        pen.circ(x, y, 8, None, pen.c.text_soft, 2.5)
