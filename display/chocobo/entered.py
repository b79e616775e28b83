"""What was entered of cards, Monsters and Books: a touch on the thing itself puts it right."""

from __future__ import annotations

from functools import partial

from tablekeeper.display.chocobo.dial import CENTRE_X, CENTRE_Y, WINDOWS, turn_of
from tablekeeper.display.drawing.pen import Pen
from tablekeeper.display.drawing.shapes import polar
from tablekeeper.display.pages import Entered, TablePage
from tablekeeper.display.widgets.putting_right import latest, touch_to_fix


def draw_entered_cards(pen: Pen, page: TablePage) -> None:
    """Each card beside the dial: which one it is, or what it prints."""
    view = page.view
    for i, card in enumerate(view.row[:WINDOWS]):
        x, y = polar(CENTRE_X, CENTRE_Y, 164, turn_of(i, len(view.dial) or 8))
        touch_to_fix(pen, latest(page, partial(is_card, card.card)), x - 28, y - 36, 56, 74, f"card.fix.{i}")


def is_card(card: int, entered: Entered) -> bool:
    """Whether this card was entered there, or its strength."""
    found = entered.answer.parts()
    return found.get("card") == card or found.get("place") == f"cards.{card}"


def is_monster(word: str, entered: Entered) -> bool:
    """Whether this Monster was entered there, or what it prints."""
    found = entered.answer.parts()
    named = f"{found.get('deck')}_{found.get('number')}"
    return word == named or found.get("place") == f"monsters.{word.replace('_', '.')}"


def is_book(book: str, entered: Entered) -> bool:
    """Whether this Book was found then."""
    return entered.kind == "book" and entered.answer.parts()["book"] == book
