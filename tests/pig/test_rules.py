"""What the golden story of Pig does not show."""

from __future__ import annotations

import random

import pytest

from tablekeeper.engines.core.bots.playout import choose_randomly, play_out
from tests.engines.tables import edition
from tests.pig import GAME


def played(goal: str, bot: str, seed: int) -> tuple[int, int]:
    """How many answers a game of two took, and the winner's points."""
    setup = GAME.prepare(("Ann", "Ben"), edition("pig"), options={"goal": goal})
    state, _ = GAME.rules.start(setup)
    state, answers = play_out(GAME.rules, state, random.Random(seed), [GAME.bots[bot]] * 2)
    outcome = GAME.rules.outcome(state)
    assert outcome is not None
    return answers, outcome.scores[outcome.winners[0]]


@pytest.mark.parametrize("seed", range(5))
def test_a_shorter_game_ends_sooner(seed: int) -> None:
    long, points = played("100", "good", seed)
    short, fewer = played("30", "good", seed)
    assert short < long
    assert (points >= 100, fewer >= 30) == (True, True)


def test_the_good_bot_beats_the_random_one() -> None:
    setup = GAME.prepare(("Ann", "Ben"), edition("pig"))
    luck, wins = random.Random(1), 0
    for _ in range(40):
        state, _ = GAME.rules.start(setup)
        state, _ = play_out(GAME.rules, state, luck, [choose_randomly, GAME.bots["good"]])
        outcome = GAME.rules.outcome(state)
        wins += outcome is not None and outcome.winners == (1,)
    assert wins >= 35
