"""Cards to choose from, on the page: each with its number and its strength, while the dial stays in sight."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from tablekeeper.display.drawing.layout import MARGIN
from tablekeeper.display.drawing.pen import Pen
from tablekeeper.display.drawing.remembered import Ui
from tablekeeper.display.drawing.scene import Act, Local
from tablekeeper.display.drawing.shapes import Shapes
from tablekeeper.display.drawing.theme import INK
from tablekeeper.display.pages import TablePage
from tablekeeper.display.widgets.narrow import remembered
from tablekeeper.engines.chocobo.view import View

MOST = 12
"""With more cards than this the tens are chosen first."""
LEAST_H = 50.0
"""A lower key is no target for a finger."""
GAP = 6.0


def draw_card_keys(pen: Pen, page: TablePage, cards: Mapping[int, Act], ui: Ui, top: float, floor: float) -> None:
    """A key for each card; very many are reached through their tens."""
    tens = remembered(ui, "tens")
    by_tens: dict[int, list[int]] = {}
    for card in sorted(cards):
        by_tens.setdefault(card // 10, []).append(card)
    if len(cards) > MOST and tens not in by_tens:
        ways = [(span(few), Local("tens", ((), at)), f"tens.{at}") for at, few in by_tens.items()]
        _draw_tens(pen, ways, top, floor)
        return
    shown = by_tens[tens] if len(cards) > MOST and tens is not None else sorted(cards)
    many = len(cards) > MOST
    cells = _cells(pen, len(shown) + many, top, floor)
    if many:
        pen.button(*cells.pop(), "", Local("tens", ((), None)), "step_back", "quiet", "back", says=pen.say("rail.back"))
    for card, (x, y, wide, high) in zip(shown, cells, strict=True):
        strength = strength_of(page.view, card)
        pen.stamp(draw_card_key, x, y, (-1, -1, wide + 1, high + 4), wide, high, card, strength)
        words = pen.say("chocobo.card_key", card=card, strength=strength or "?")
        pen.target(x, y, wide, high, cards[card], f"number.{card}", first=card == shown[0], ring=12, says=words)


def span(numbers: Sequence[int]) -> str:
    """The first and the last of some numbers."""
    return "–".join(map(str, dict.fromkeys((numbers[0], numbers[-1]))))


def strength_of(view: View, card: int) -> int:
    """What a card prints; 0 where nobody has told."""
    return view.strengths[card - 1] if 0 < card <= len(view.strengths) else 0


def _draw_tens(pen: Pen, ways: Sequence[tuple[str, Local, str]], top: float, floor: float) -> None:
    for (label, act, key), (x, y, wide, high) in zip(ways, _cells(pen, len(ways), top, floor), strict=True):
        pen.rect(x, y, wide, high, 12, pen.c.raised)
        pen.label(x + wide / 2, y + high / 2, label, 21, wide - 6)
        pen.target(x, y, wide, high, act, key, first=key == ways[0][2], ring=12)


def _cells(pen: Pen, count: int, top: float, floor: float) -> list[tuple[float, float, float, float]]:
    """Boxes in rows, as few beside each other as leave each high enough for a finger."""
    room, wide = floor - top, pen.frame.column
    columns = next((n for n in (3, 4, 5, 6, 7) if room / -(-count // n) >= LEAST_H + GAP), 7)
    columns = min(columns, max(count, 3))
    rows = -(-count // columns)
    pitch, step = min(92.0, room / rows), (wide + GAP) / columns
    first = floor - rows * pitch
    return [(MARGIN + i % columns * step, first + i // columns * pitch, step - GAP, pitch - GAP) for i in range(count)]


def draw_card_key(canvas: Shapes, wide: float, high: float, card: int, strength: int) -> None:
    """A card: its number, and its strength as number and dots where that is known."""
    canvas.rect(0, 3, wide, high, 12, fill=canvas.c.ivory_edge)
    canvas.rect(0, 0, wide, high, 12, fill=canvas.c.ivory)
    if not strength:
        canvas.text(wide / 2, high / 2, card, 26, "number", INK)
        return
    canvas.text(wide / 2, high / 2 - 9, card, 24, "number", INK)
    step = min(9.0, (wide - 14) / 5)
    for i in range(5):
        x = wide / 2 + (i - 2) * step
        canvas.circ(x, high / 2 + 14, step * 0.36, fill=INK if i < strength else None, stroke=INK, sw=1)
