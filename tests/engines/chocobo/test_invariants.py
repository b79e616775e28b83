"""Random games over all settings: all end, and nothing impossible ever lies on the table."""

from __future__ import annotations

import random
from collections import Counter
from itertools import product
from typing import Any

import pytest

from engines.chocobo.health import CLAUSES
from engines.chocobo.places import BOOKS, CARDS, MONSTERS
from tests.engines.chocobo.tables import RULES, setup

SETTINGS = [
    {"players": players, "table": table, "difficulty": difficulty, "floor_2": two, "floor_3": three, "boss": boss}
    for players, table, difficulty, two, three, boss in product(
        (1, 2, 3, 4), ("virtual", "real"), ("easy", "normal", "hard"), ("plain", "star"), ("plain", "star"),
        ("behemoth", "omega"),
    )
    if (players, difficulty) != (1, "easy")
]  # fmt: skip
LONGEST = 3000
FIELDS = ("row", "discard", "monsters", "books")


def check(state: Any) -> None:
    """What holds between any two answers."""
    assert 0 <= state.hp <= 9
    assert 0 <= state.vegetables <= 15
    cards = [*state.pool, *state.discard, *state.bonus, *(card for card, _ in (*state.laid, *state.row))]
    hidden = sum(map(len, state.hands))
    if state.setup.known_hands:
        cards += [card for hand in state.hands for card in hand]
        assert state.deck == len(state.pool)
    else:
        assert state.deck + hidden == len(state.pool)
    assert sorted(cards) == list(CARDS)
    assert len(state.row) in (0, 5)
    for i, deck in enumerate(("basic", "elite")):
        row = [monster.number for monster in state.monsters if monster.deck == deck]
        assert sorted((*state.packs[i], *state.beaten[i], *row)) == list(MONSTERS)
    assert len(state.books) <= 4
    assert all(state.books.count(book) + state.book_pile.count(book) <= count for book, count in BOOKS.items())


def random_game(number: int) -> tuple[str, int]:
    """One random game over the settings in turn, checked after every answer that changed a pile."""
    state, _ = RULES.start(setup(**SETTINGS[number % len(SETTINGS)]))
    luck = random.Random(number)
    answers = 0
    while state.agenda:
        options = RULES.question(state).options
        state, _ = RULES.answer(state, options[int(luck.random() * len(options))])
        check(state)
        answers += 1
        assert answers <= LONGEST
    assert state.cause in CLAUSES
    return state.cause, answers


def test_random_games_end_and_break_nothing() -> None:
    causes = Counter(random_game(number)[0] for number in range(2 * len(SETTINGS)))
    assert causes.keys() >= {"reaper_arrived", "no_hp", "out_of_cards"}


@pytest.mark.slow
def test_ten_thousand_random_games_end_and_break_nothing() -> None:
    causes = Counter(random_game(number)[0] for number in range(10_000))
    assert causes.total() == 10_000
    print(causes)
