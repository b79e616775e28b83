"""Tournaments count what was played, and their intervals are the exact ones."""

from __future__ import annotations

import random
from typing import Any

import pytest

from tablekeeper.engines.core.bots.playout import choose_randomly
from tablekeeper.engines.core.bots.tournament import at_least, interval, tournament
from tests.engines.tables import Case, open_table


@pytest.mark.parametrize(
    ("wins", "games", "low", "high"),
    [
        (0, 10, 0.0, 1 - 0.025 ** (1 / 10)),  # closed forms at the ends
        (10, 10, 0.025 ** (1 / 10), 1.0),
        (1, 1, 0.025, 1.0),
        (5, 10, 0.1871, 0.8129),  # printed in every table of binomial limits
        (50, 100, 0.3983, 0.6017),
        (2.5, 10, 0.0252, 0.6525),  # between the lower end of 2 and the upper end of 3
    ],
)
def test_intervals(wins: float, games: int, low: float, high: float) -> None:
    assert interval(wins, games) == pytest.approx((low, high), abs=1e-4)


@pytest.mark.parametrize(("wins", "games"), [(-1, 10), (11, 10), (0, 0)])
def test_an_impossible_count_is_refused(wins: int, games: int) -> None:
    with pytest.raises(ValueError, match="expected"):
        interval(wins, games)


def test_odds_of_few_games_can_be_counted_by_hand() -> None:
    assert at_least(2, 3, 0.5) == pytest.approx(0.5)
    assert at_least(0, 3, 0.5) == 1.0
    assert at_least(3, 3, 0.1) == pytest.approx(0.001)


def test_every_bot_sits_in_every_seat_and_every_game_is_counted() -> None:
    game, setup = open_table(Case("cocoon_world", 3, "virtual", ()))
    seats: dict[int, set[int]] = {0: set(), 1: set(), 2: set()}

    def watch(number: int) -> Any:
        def bot(rules: Any, state: Any, question: Any, luck: Any) -> Any:
            seats[number].add(question.asked)
            return choose_randomly(rules, state, question, luck)

        return bot

    tally = tournament(game.rules, setup, [watch(0), watch(1), watch(2)], 6, random.Random(1))
    assert tally.games == 6
    assert sum(tally.wins) == pytest.approx(6)
    assert tally.answers > 6 * 15
    assert all(sat == {0, 1, 2} for sat in seats.values())
