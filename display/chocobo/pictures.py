"""What is told or chosen as it looks: Books, vegetable tokens, and Monsters with all that their cards print."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

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
NARROW_CARD = 110.0
"""On a card that is no wider than this HP and attack stand beside each other."""
REWARD_W, REWARD_H = 38.0, 28.0
TWO_ROWS_H = 128.0
TINY_CARD = 76.0
"""On a card that is less wide there is no room for its title."""


class Card(NamedTuple):
    """A Monster that may come, and the answer that says so."""

    monster: MonsterView | None
    """None: nobody has told what it prints."""
    deck: str
    answer: str


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
    """A Monster of the row with all that its card prints; what nobody has told is a question mark."""
    title = pen.say("chocobo.monster", number=number + 1) if w > NARROW_CARD else str(number + 1)
    draw_card(pen, monster, title, x, y, w, h)


def draw_card(
    pen: Pen, monster: MonsterView, title: str, x: float, y: float, w: float, h: float, *, fresh: bool = False
) -> None:  # fmt: skip
    """A paper card: HP left of how many, attack, rewards; on a fresh one all HP are left."""
    narrow, tiny = w <= NARROW_CARD, w < TINY_CARD
    pen.rect(x, y, w, h + 3, 13, pen.c.ivory_edge)
    pen.rect(x, y, w, h - 1, 13, pen.c.ivory)
    if not tiny:
        pen.text(x + 12, y + 19, title, 19, "strong", INK, room=w - 24, cut=True)
    left = max(0, monster.hp - monster.damage)
    at, hp_y = (25 if narrow else 38), y + (19 if tiny else 56)
    pen.icon("heart", x + (15 if narrow else 22), hp_y, 9 if narrow else 12, LOSS, pen.c.ivory)
    wide = pen.text(x + at, hp_y, left if monster.hp else "?", 22 if narrow else 34, "number", INK)
    if not narrow and not fresh:
        pen.text(x + w - 10, y + 58, pen.say("chocobo.of_hp", whole=monster.hp or "?"), 18, "strong", (90, 81, 98),
                 "end", room=w - wide - 52)  # fmt: skip
    attack_x, attack_y = (x + 15, y + 44) if tiny else (x + w - 27, hp_y) if narrow else (x + 22, y + h - 26)
    pen.icon("attack", attack_x, attack_y, 8 if narrow else 10, INK, pen.c.ivory)
    pen.text(attack_x + (10 if narrow else 16), attack_y, monster.attack or "?", 18 if narrow else 24, "number", INK)
    rows = 2 if tiny or h >= TWO_ROWS_H else 1
    _draw_rewards(pen, rewards_of(monster), x + (5 if narrow else 54), x + w - 6, y + h - (20 if tiny else 26), rows)


def rewards_of(monster: MonsterView) -> list[tuple[str, int]]:
    """What beating it gives, as it stands on the card: each sign with its number."""
    found = (("heart", monster.heal), ("book", monster.books), ("veg", monster.vegetables))
    return [(sign, count) for sign, count in found if count]


def _draw_rewards(
    pen: Pen, rewards: Sequence[tuple[str, int]], left: float, right: float, y: float, rows: int
) -> None:  # fmt: skip
    """Signs with their numbers up to the right edge, in as many rows as there is room for and they need."""
    most = max(int((right - left) // REWARD_W), -(-len(rewards) // rows), 1)
    step = min(REWARD_W, (right - left) / most)
    for i, (sign, count) in enumerate(rewards):
        row, place = divmod(i, most)
        there = min(most, len(rewards) - row * most)
        x, middle = right - (there - place) * step, y - row * REWARD_H
        ink = LOSS if sign == "heart" else TINTS["eat"] if sign == "veg" else INK
        pen.icon(sign, x + 9, middle, min(9.0, step * 0.27), ink, pen.c.ivory)
        pen.text(x + step - 1, middle, count, 20, "number", INK, "end")


def draw_cards(pen: Pen, cards: Mapping[str, Card]) -> None:
    """Monsters by what is known to be printed on their cards; one that is new stands there in words."""

    def cell(pen: Pen, x: float, y: float, w: float, h: float, words: str) -> None:
        card = cards[words]
        if card.monster is None:
            pen.para(x + 10, y + h / 2 - 40, words, w - 20, "label", pen.c.text, most=4)
            return
        high = min(h - 8, 130.0)
        draw_card(pen, card.monster, card.deck, x + 4, y + (h - high) / 2, w - 8, high, fresh=True)

    draw_grid(pen, list(cards), cell, lambda words: Answered(cards[words].answer), "option", str)
