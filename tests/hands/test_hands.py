"""Somebody who does only what the lines say has the same table as the rules, after every answer."""

from __future__ import annotations

import os
from typing import Any

import pytest

from tablekeeper.display.games import look_of
from tablekeeper.engines.catalogue import find_game
from tests.engines.tables import OPTIONS, Case
from tests.hands.chocobo import hands as chocobo
from tests.hands.chocobo.mirror import GoodPlayers, run_down
from tests.hands.cocoon_world import hands as cocoon_world
from tests.hands.cocoons import hands as cocoons
from tests.hands.following import follow_game
from tests.hands.kokoro import hands as kokoro

GAMES: dict[str, Any] = {"cocoon_world": cocoon_world, "chocobo": chocobo, "kokoro": kokoro, "cocoons": cocoons}
SEATS = {"cocoons": (1, 2, 3, 4), "kokoro": (1, 2, 5, 8), "chocobo": (1, 2, 3, 4), "cocoon_world": (1, 2, 3, 5)}
MANY = 2
FIRST, _, LAST = os.environ.get("HANDS", "0-500").rpartition("-")
LONG = range(int(FIRST or 0), int(LAST))
"""The games of each kind and language in `make test-long`: `HANDS=500`, or in parts `HANDS=0-100`."""


def case_of(game: str, number: int) -> Case:
    """Another number of players and other options each time."""
    players, options = SEATS[game], OPTIONS[game]
    chosen = options[number // len(players) % len(options)]
    return Case(game, players[number % len(players)], "real", tuple(chosen.items()))


def follow(game: str, number: int, language: str, seed: int) -> int:
    """One game at a real table; where the companion may sit there, it plays the first seat of every other game."""
    companions = frozenset({0} if find_game(game).sits_at_table and number % 2 else ())
    hands = GAMES[game]
    return follow_game(case_of(game, number), language, seed, hands.sit_down, hands.see, companions=companions)


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("language", ["en", "fr"])
def test_hands_that_only_read_the_lines_keep_the_same_table(game: str, language: str) -> None:
    first = MANY * 1000 if language == "fr" else 0
    for number in range(MANY):
        assert follow(game, number, language, first + number) > 10


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("language", ["en", "fr"])
def test_hands_keep_the_same_table_over_hundreds_of_games(game: str, language: str) -> None:
    for number in LONG:
        follow(game, number, language, 10_000 + number)


def good_case(number: int) -> Case:
    """A dungeon that good players come down in: easy where that is allowed, and both sides of its boards."""
    players = SEATS["chocobo"][number % 4]
    options = {"difficulty": "easy"} if players > 1 else {}
    if number // 4 % 2:
        options |= {"boss": "omega", "floor_2": "star", "floor_3": "star"}
    return Case("chocobo", players, "real", tuple(options.items()))


def follow_good_players(language: str, numbers: range) -> set[str]:
    """Games in which good players go down to the boss; the kinds of events that were met."""
    met: set[str] = set()
    for number in numbers:
        case = good_case(number)
        choose = GoodPlayers(case, number).choose
        follow_game(case, language, number, chocobo.sit_down, chocobo.see, choose, met)
    return met


@pytest.mark.parametrize(("language", "first"), [("en", 0), ("fr", 4)])
def test_hands_follow_good_players_down_to_the_boss(language: str, first: int) -> None:
    met = follow_good_players(language, range(first, first + 2))
    assert {"floor_entered", "boss_met", "boss_hit", "monster_defeated", "book_found"} <= met


@pytest.mark.parametrize(("language", "first"), [("en", 0), ("fr", 40)])
def test_hands_shuffle_a_deck_that_runs_out(language: str, first: int) -> None:
    met: set[str] = set()
    for number in range(first, first + 6):
        case = Case("chocobo", SEATS["chocobo"][number % 4], "real", ())
        follow_game(case, language, number, chocobo.sit_down, chocobo.see, met=met, shift=run_down)
    assert "deck_reshuffled" in met


@pytest.mark.slow
@pytest.mark.parametrize("language", ["en", "fr"])
def test_every_kind_of_event_that_moves_something_in_the_dungeon_is_met_and_followed(language: str) -> None:
    first = 100_000 if language == "fr" else 0
    met = follow_good_players(language, range(first, first + LONG.stop))  # a part of them may not meet every kind
    assert set(look_of("chocobo").instructions) - met <= {"deck_reshuffled"}  # no game lasts that long
