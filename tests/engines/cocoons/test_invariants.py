"""What never breaks in Cocoons, whatever turns up and is chosen."""

from __future__ import annotations

import random
from collections import Counter
from itertools import product
from typing import Any

import pytest

from tablekeeper.engines.cocoons import GAME
from tablekeeper.engines.cocoons.consistency import find_fault
from tablekeeper.engines.cocoons.levels import LEVELS
from tablekeeper.engines.cocoons.state import NONE
from tests.engines.cocoons.play import GUARDIANS, begin

WAYS = list(product((1, 2, 3, 4), ("virtual", "real"), LEVELS, ("no", "yes")))
RULES = GAME.rules
LONGEST = 1000
TOKENS = 25


def check(state: Any) -> None:
    """Every component is somewhere, once."""
    if state.gap == NONE:
        return
    lying = [trapdoor for trapdoor in state.traps if trapdoor not in ("", "?")]
    in_hand = ["action"] if any(step[0] == "lay" for step in state.agenda) else []
    in_cocoon = ["action"] if state.free != NONE else []
    everything = Counter((*state.unseen, *lying, *state.out, *in_hand, *in_cocoon))
    assert everything == Counter(state.setup.trapdoors)
    assert state.traps.count("?") == len(state.unseen)
    housed = [guardian for home in state.homes for guardian in home]
    found = [token for token in state.tokens if token in GUARDIANS]
    moving = [step[1] for step in state.agenda if step[0] == "rehome"]
    assert sorted((*housed, *found, *state.hidden)) == sorted(GUARDIANS)
    assert set(moving) <= set(housed)
    assert state.tokens.count("?") == len(state.hidden)
    assert sorted((*state.cocoons, 0)) == sorted((NONE, 0, *range(8)))
    assert state.cocoons[state.gap] == NONE
    assert 0 <= state.reserve <= TOKENS - state.tokens.count("token")
    assert state.tokens[state.start] == "start"
    named = [owner for owner in state.owners if owner]
    assert len(named) == len(set(named))


def checked_game(number: int) -> str:
    """How one random game ends, checked after every answer."""
    players, table, level, difficult = WAYS[number % len(WAYS)]
    luck = random.Random(number)
    state = begin({"level": level, "difficult": difficult}, players, table)
    answers = 0
    while not RULES.is_over(state):
        options = RULES.question(state).options
        state, _ = RULES.answer(state, options[luck.randrange(len(options))])
        assert find_fault(state) is None
        check(state)
        answers += 1
        assert answers < LONGEST
    return str(state.ended)


def test_random_games_end_and_break_nothing() -> None:
    assert Counter(map(checked_game, range(2 * len(WAYS))))["out_of_tokens"] > 0


@pytest.mark.slow
def test_ten_thousand_random_games_end_and_break_nothing() -> None:
    print(Counter(map(checked_game, range(10_000))))
