"""Somebody who does only what the lines say has the same table as the rules, after every answer."""

from __future__ import annotations

import os
from typing import Any

import pytest

from tests.engines.tables import OPTIONS, Case
from tests.hands.chocobo import hands as chocobo
from tests.hands.cocoon_world import hands as cocoon_world
from tests.hands.cocoons import hands as cocoons
from tests.hands.following import follow_game
from tests.hands.kokoro import hands as kokoro

GAMES: dict[str, Any] = {"cocoon_world": cocoon_world, "chocobo": chocobo, "kokoro": kokoro, "cocoons": cocoons}
SEATS = {"cocoons": (1, 2, 3, 4), "kokoro": (1, 2, 5, 8), "chocobo": (1, 2, 3, 4), "cocoon_world": (1, 2, 3, 5)}
MANY = 2
LONG = int(os.environ.get("HANDS", "500"))
"""So many games of each kind and language in `make test-long`."""


def case_of(game: str, number: int) -> Case:
    """Another number of players and other options each time."""
    players, options = SEATS[game], OPTIONS[game]
    chosen = options[number // len(players) % len(options)]
    return Case(game, players[number % len(players)], "real", tuple(chosen.items()))


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("language", ["en", "fr"])
def test_hands_that_only_read_the_lines_keep_the_same_table(game: str, language: str) -> None:
    first = MANY * 1000 if language == "fr" else 0
    for number in range(MANY):
        answers = follow_game(case_of(game, number), language, first + number, GAMES[game].sit_down, GAMES[game].see)
        assert answers > 10


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("language", ["en", "fr"])
def test_hands_keep_the_same_table_over_hundreds_of_games(game: str, language: str) -> None:
    for number in range(LONG):
        follow_game(case_of(game, number), language, 10_000 + number, GAMES[game].sit_down, GAMES[game].see)
