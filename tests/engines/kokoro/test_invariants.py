"""What never breaks in Kokoro, whatever is called and drawn."""

from __future__ import annotations

import random
from itertools import pairwise, product
from typing import Any

import pytest

from tablekeeper.engines.kokoro import tally_boxes
from tablekeeper.engines.kokoro.consistency import find_fault
from tests.engines.kokoro.evening import RULES, sit

WAYS: list[tuple[int, str, dict[str, str]]] = [
    (players, table, options)
    for players, (table, options) in product(
        range(1, 9),
        (
            ("virtual", {}),
            ("virtual", {"side": "pink", "decree": "drawn"}),
            ("real", {"mats": "known", "decks": "real"}),
            ("real", {"peek_limit": "1"}),
        ),
    )
]
LONGEST = 3000


def check(state: Any) -> None:
    """Drawings, cards and boxes fit together."""
    seats = range(len(state.mats))
    called = 42 - len(state.pool)
    assert called == state.turn <= 40
    assert state.golden <= 4
    in_turn = ("end_turn",) in state.agenda
    for seat in seats:
        drawn = len(state.mats[seat]) - state.mats[seat].count("0")
        assert drawn == state.pieces[seat] if state.setup.virtual_mats else drawn <= state.pieces[seat]
        assert state.pieces[seat] + state.all_peeks[seat] == called - (in_turn and seat in state.waiting)
    assert len({*state.letters, *state.left}) == 6
    assert state.top == "" or state.top in state.left
    for boxes in state.boxes:
        assert len(boxes) in (len(state.letters), len(state.letters) - 1, 0)
        assert all(after == 0 or after > before for before, after in pairwise(boxes))


def checked_game(number: int) -> None:
    """One random game, checked after every answer."""
    players, table, options = WAYS[number % len(WAYS)]
    luck = random.Random(number)
    state, _ = RULES.start(sit(players, table, **options))
    answers = 0
    while not RULES.is_over(state):
        question = RULES.question(state)
        state, _ = RULES.answer(state, question.options[luck.randrange(len(question.options))])
        assert find_fault(state) is None
        if question.kind not in ("count", "trace"):
            check(state)
        answers += 1
        assert answers < LONGEST
    outcome = RULES.outcome(state)
    assert outcome is not None
    for seat, final in enumerate(outcome.scores):
        assert tally_boxes(state.boxes[seat], state.favours[seat], state.bonus[seat]).final == final


def test_random_games_end_and_break_nothing() -> None:
    for number in range(2 * len(WAYS)):
        checked_game(number)


@pytest.mark.slow
def test_ten_thousand_random_games_end_and_break_nothing() -> None:
    for number in range(10_000):
        checked_game(number)
