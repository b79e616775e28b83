"""What of a table of Chocobo's Dungeon cannot be."""

from __future__ import annotations

from collections.abc import Iterator

from tablekeeper.engines.chocobo.places import BOOKS, CARDS, DECKS, MONSTERS
from tablekeeper.engines.chocobo.state import BOTTOM, HIDDEN, TOP_HP, TOP_VEGETABLES, State
from tablekeeper.engines.core.consistency import count_faults, range_faults, seat_faults

ROW = 5
"""Cards beside the dial while they act."""
MOST_BOOKS = 4
PHASES = 7


def find_fault(state: State) -> str | None:
    """The first thing that is wrong."""
    return next(_find_faults(state), None)


def _find_faults(state: State) -> Iterator[str]:
    yield from seat_faults(state, "hands")
    yield from range_faults("hp", (state.hp,), 0, TOP_HP)
    yield from range_faults("vegetables", (state.vegetables,), 0, TOP_VEGETABLES)
    yield from range_faults("phase", (state.phase,), 0, PHASES)
    yield from range_faults("floor", (state.floor,), 0, BOTTOM)
    if len(state.row) not in (0, ROW):
        yield f"found {len(state.row)} cards beside the dial; expected none or {ROW}"
    yield from range_faults("acting", (state.acting,), -1, max(len(state.row) - 1, -1))
    yield from _card_faults(state)
    yield from _monster_faults(state)
    yield from range_faults("the number of books", (len(state.books),), 0, MOST_BOOKS)
    for book, count in BOOKS.items():
        yield from range_faults(f"the books {book}", ((*state.books, *state.book_pile).count(book),), 0, count)


def _card_faults(state: State) -> Iterator[str]:
    cards = [*state.pool, *state.discard, *state.bonus, *(card for card, _ in (*state.laid, *state.row))]
    hidden = state.face_down.count(HIDDEN)
    if state.setup.known_hands:
        cards += [card for held in (*state.hands, state.face_down) for card in held if card != HIDDEN]
    else:
        hidden += sum(map(len, state.hands))
    yield from count_faults("the card", cards, CARDS)
    if state.deck + hidden != len(state.pool):
        yield f"found {len(state.pool)} cards in the pool, {state.deck + hidden} hidden; expected as many"


def _monster_faults(state: State) -> Iterator[str]:
    for deck, pack, beaten in zip(DECKS, state.packs, state.beaten, strict=True):
        row = [monster.number for monster in state.monsters if monster.deck == deck]
        yield from count_faults(f"the {deck} monster", (*pack, *beaten, *row), MONSTERS)
