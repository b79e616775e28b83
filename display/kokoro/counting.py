"""Telling what real mats hold: a number for each player, and a mat that is entered when its number is doubted."""

from __future__ import annotations

from tablekeeper.display.drawing.layout import MARGIN
from tablekeeper.display.drawing.pen import Pen
from tablekeeper.display.drawing.remembered import Ui
from tablekeeper.display.drawing.scene import Act, Local
from tablekeeper.display.drawing.shapes import Shapes
from tablekeeper.display.intents import Answered
from tablekeeper.display.kokoro.card import GRASS, LEAF, SAND, draw_laid_out, draw_mat, draw_trail
from tablekeeper.display.kokoro.sheets import draw_sheets
from tablekeeper.display.pages import TablePage
from tablekeeper.display.widgets.choosing import choose, offered
from tablekeeper.display.widgets.narrow import draw_step_back, remembered
from tablekeeper.display.widgets.pickers import draw_grid, draw_pad
from tablekeeper.display.widgets.side_page import main_button
from tablekeeper.display.words.speech import speech_of
from tablekeeper.engines.core import Answer, Question


def seat_counting(question: Question, ui: Ui) -> int:
    """Whose number is told now: the one who was touched, else the first who has not told; -1: all have."""
    waiting: tuple[int, ...] = question.about["waiting"]
    seat: int = ui.get("seat", -1)
    return seat if seat in waiting else next(iter(waiting), -1)


def draw_count_stage(pen: Pen, page: TablePage, question: Question, ui: Ui) -> None:
    """A pad with the numbers that this mat can hold; once all have told, the mat that was counted again."""
    seat = seat_counting(question, ui)
    if seat >= 0:
        numbers: dict[int, Act] = {
            o.amount: Answered(o.spell()) for o in offered(question, "count") if o.seat == seat
        }  # fmt: skip
        draw_pad(pen, numbers, remembered(ui, "tens", seat), seat)
        return
    counted = next((event for event in reversed(page.happened) if event.facts.get("spaces")), None)
    if counted is None:
        draw_laid_out(pen, page)
    else:
        draw_mat(pen, page.view, page.view.players[counted.seat].drawn, {}, counted.facts["spaces"])


def draw_count_content(pen: Pen, page: TablePage, question: Question, ui: Ui, top: float, floor: float) -> None:
    """Everybody's sheet with the numbers told so far; then all agree, or one mat is entered."""
    seat = seat_counting(question, ui)
    speech = speech_of(pen.texts, page)
    doubts = {option.seat: Answered(option.spell()) for option in offered(question, "dispute")}
    acts: dict[int, Act] = dict(doubts) if seat < 0 else {s: Local("seat", s) for s in question.about["waiting"]}
    if seat < 0:
        hint = pen.say("kokoro.recount") if doubts else ""
        main_button(pen, pen.say("kokoro.answer.agree"), choose(question, "agree"), "agree")
        floor -= 64
    else:
        hint = pen.say("kokoro.tell", name=speech.name(seat), what=speech.word("target", question.about["target"]))
        floor = draw_step_back(pen, ui, floor, seat)
        if seat in doubts:
            label = pen.say("kokoro.enter_mat", name=speech.name(seat))
            pen.button(MARGIN, floor - 60, pen.frame.column, 54, label, doubts[seat], "dispute", "quiet", "fix")
            floor -= 64
    if hint:
        top = pen.para(MARGIN, top + 4, hint, pen.frame.column, "body", pen.c.text_soft, most=3, steady=True)
    draw_sheets(pen, page, acts, top + 4, floor, seat)


def draw_trace_stage(pen: Pen, page: TablePage, question: Question, ui: Ui) -> None:
    """The mat as far as it is entered; a touched space asks which path lies there."""
    seat, space = question.about["seat"], ui.get("space")
    view = page.view
    traces = offered(question, "trace")
    shapes = [option for option in traces if option.space == space]
    if not shapes:
        draw_mat(pen, view, view.players[seat].drawn, {o.space: Local("space", o.space) for o in traces})
        return

    def cell(pen: Pen, x: float, y: float, w: float, h: float, option: Answer) -> None:
        half = w / 2 - 18
        shape = view.shapes[option.parts()["shape"] - 1]
        pen.stamp(draw_piece, x + w / 2, y + h / 2, (-half, -half, half, half), shape, half)

    draw_grid(pen, shapes, cell, lambda option: Answered(option.spell()), "shape")


def draw_piece(canvas: Shapes, sides: str, half: float) -> None:
    """One path piece on grass."""
    canvas.rect(-half, -half, 2 * half, 2 * half, 12, fill=GRASS)
    draw_trail(canvas, sides, 0, 0, half, LEAF, half * 0.6, SAND)


def draw_trace_content(pen: Pen, page: TablePage, question: Question, ui: Ui, top: float, floor: float) -> None:
    """What to touch now, and the way out."""
    picking = any(option.space == ui.get("space") for option in offered(question, "trace"))
    hint = pen.say("kokoro.which_path" if picking else "kokoro.touch_drawn")
    pen.para(MARGIN, top + 6, hint, pen.frame.column, "body", pen.c.text_soft, most=4, floor=floor - 68)
    if picking:
        pen.button(MARGIN, floor - 60, pen.frame.column, 54, pen.say("rail.back"), Local("space", None), "space.back",
                   "quiet", "back")  # fmt: skip
    else:
        main_button(pen, pen.say("kokoro.answer.traced"), choose(question, "traced"), "traced")
