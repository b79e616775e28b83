"""Random games over all settings: all end, and nothing impossible ever lies on the table."""

from __future__ import annotations

import random
from collections import Counter
from itertools import product
from typing import Any

import pytest

from tablekeeper.engines.chocobo import GAME
from tablekeeper.engines.chocobo.consistency import find_fault
from tablekeeper.engines.chocobo.health import CLAUSES
from tablekeeper.engines.chocobo.places import BOOKS, CARDS, MONSTERS
from tablekeeper.engines.chocobo.state import HIDDEN
from tablekeeper.engines.core import CHANCE
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


def check(state: Any) -> None:
    """What holds between any two answers."""
    assert 0 <= state.hp <= 9
    assert 0 <= state.vegetables <= 15
    cards = [*state.pool, *state.discard, *state.bonus, *(card for card, _ in (*state.laid, *state.row))]
    hidden = sum(map(len, state.hands)) + state.face_down.count(HIDDEN)
    if state.setup.known_hands:
        cards += [card for hand in state.hands for card in hand]
        cards += [card for card in state.face_down if card != HIDDEN]
        assert state.deck + state.face_down.count(HIDDEN) == len(state.pool)
    else:
        assert state.deck + hidden == len(state.pool)
    assert sorted(cards) == list(CARDS)
    assert len(state.row) in (0, 5)
    for i, deck in enumerate(("basic", "elite")):
        row = [monster.number for monster in state.monsters if monster.deck == deck]
        assert sorted((*state.packs[i], *state.beaten[i], *row)) == list(MONSTERS)
    assert len(state.books) <= 4
    assert all(state.books.count(book) + state.book_pile.count(book) <= count for book, count in BOOKS.items())


def checked_game(number: int, bot: str = "random") -> str:
    """How one game ends, over the settings in turn, checked after every answer."""
    state, _ = RULES.start(setup(**SETTINGS[number % len(SETTINGS)]))
    luck = random.Random(number)
    answers = 0
    while state.agenda:
        question = RULES.question(state)
        chosen = GAME.bots["random" if question.asked == CHANCE else bot]
        state, _ = RULES.answer(state, chosen(RULES, state, question, luck))
        assert find_fault(state) is None
        check(state)
        answers += 1
        assert answers <= LONGEST
    assert state.cause in CLAUSES
    return str(state.cause)


def test_random_games_end_and_break_nothing() -> None:
    causes = Counter(checked_game(number) for number in range(2 * len(SETTINGS)))
    assert causes.keys() >= {"reaper_arrived", "no_hp"}


def test_games_of_the_bot_reach_the_boss_and_break_nothing() -> None:
    """Random games never come so far down."""
    causes = Counter(checked_game(number, "good") for number in range(0, len(SETTINGS), 9))
    assert causes.keys() >= {"boss_defeated", "reaper_met"}


@pytest.mark.slow
def test_ten_thousand_random_games_end_and_break_nothing() -> None:
    causes = Counter(checked_game(number) for number in range(10_000))
    assert causes.total() == 10_000
    print(causes)
