"""What is told or chosen as it looks: Books, vegetable tokens, and Monsters with all that their cards print."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from tablekeeper.display.chocobo.dial import SIGNS, TINTS
from tablekeeper.display.drawing.icons import draw_icon
from tablekeeper.display.drawing.pen import Pen
from tablekeeper.display.drawing.shapes import Shapes
from tablekeeper.display.drawing.theme import INK, LOSS
from tablekeeper.display.intents import Answered
from tablekeeper.display.pages import TablePage
from tablekeeper.display.widgets.pickers import draw_grid
from tablekeeper.display.words.speech import speech_of
from tablekeeper.engines.chocobo.view import MonsterView
from tablekeeper.engines.core import Answer

PICTURED = ("book", "vegetable", "drop_book")
"""Questions that are answered by touching a token."""
TOKEN_W = 104.0


def draw_tokens(pen: Pen, page: TablePage, options: Sequence[Answer]) -> None:
    """Each token as it lies open, and what it does."""
    speech = speech_of(pen.texts, page)

    def cell(pen: Pen, x: float, y: float, w: float, h: float, option: Answer) -> None:
        found = option.parts()
        token = str(found.get("book") or f"veg_{found.get('vegetables', 0)}")
        small = pen.moved(x + w / 2, y + h / 2 - 12)
        small.k = pen.k * min(w - 24, (h - 44) * 2) / TOKEN_W
        small.stamp(draw_book, -TOKEN_W / 2, -26, (-1, -1, TOKEN_W + 1, 54), TOKEN_W, token)
        wide = pen.measure.width(speech.option(option), 18, "strong") > w - 10
        lines = pen.measure.halves(speech.option(option), 18, "strong") if wide else [speech.option(option)]
        for n, line in enumerate(reversed(lines)):
            pen.text(x + w / 2, y + h - 15 - 19 * n, line, 18, "strong", pen.c.text, "middle", room=w - 8)

    draw_grid(pen, options, cell, lambda option: Answered(option.spell()), "token", speech.option)


def draw_book(canvas: Shapes, wide: float, book: str) -> None:
    """A token: its effect and how much."""
    canvas.rect(0, 3, wide, 50, 14, fill=canvas.c.ivory_edge)
    canvas.rect(0, 0, wide, 50, 14, fill=canvas.c.ivory)
    kind, _, number = book.partition("_")
    sign = {"heal": "heart", "blast": "sun", "veg": "veg"}.get(kind) or SIGNS.get(kind, "book")
    ink = TINTS["eat"] if kind == "veg" else TINTS.get(kind, LOSS)
    draw_icon(canvas, sign, wide / 2 - 16, 25, 13, ink, canvas.c.ivory)
    canvas.text(wide / 2 + 16, 25, number, 26, "number", INK)


def draw_targets(pen: Pen, monsters: Sequence[MonsterView], acts: Mapping[str, str]) -> None:
    """The Monsters that may be attacked, as large as there is room."""
    shown = [(i, monster) for i, monster in enumerate(monsters) if monster.word in acts]

    def cell(pen: Pen, x: float, y: float, w: float, h: float, one: tuple[int, MonsterView]) -> None:
        draw_monster(pen, one[1], x + 4, y + 2, w - 8, h - 8, one[0])

    draw_grid(pen, shown, cell, lambda one: Answered(acts[one[1].word]), "monster")


def draw_monster(pen: Pen, monster: MonsterView, x: float, y: float, w: float, h: float, number: int) -> None:
    """A paper card: HP left, attack, reward; what nobody has told is a question mark."""
    pen.rect(x, y, w, h + 3, 13, pen.c.ivory_edge)
    pen.rect(x, y, w, h - 1, 13, pen.c.ivory)
    title = pen.say("chocobo.monster", number=number + 1) if w > 110 else str(number + 1)
    pen.text(x + 12, y + 19, title, 19, "strong", INK, room=w - 24)
    left = max(0, monster.hp - monster.damage)
    pen.icon("heart", x + 22, y + 56, 12, LOSS, pen.c.ivory)
    wide = pen.text(x + 38, y + 56, left if monster.hp else "?", 34, "number", INK, room=w - 41)
    if w > 110:
        pen.text(x + w - 10, y + 58, pen.say("chocobo.of_hp", whole=monster.hp or "?"), 18, "strong", (90, 81, 98),
                 "end", room=w - wide - 52)  # fmt: skip
    if h >= 110:
        pen.icon("attack", x + 22, y + h - 26, 10, INK, pen.c.ivory)
        pen.text(x + 38, y + h - 26, monster.attack or "?", 24, "number", INK)
        sign = "book" if monster.books else "veg" if monster.vegetables else "heart" if monster.heal else ""
        if sign and w > 100:
            pen.icon(sign, x + w - 22, y + h - 26, 11, INK, pen.c.ivory)
            pen.text(x + w - 38, y + h - 26, monster.books or monster.vegetables or monster.heal, 22, "number", INK,
                     "end")  # fmt: skip
