"""Random games beside a second referee: a few here, a thousand of each game in `make test-long`."""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import product
from typing import Any

import pytest

from tablekeeper.engines.catalogue import NAMES, find_game
from tests.engines.referee.chocobo import Chocobo
from tests.engines.referee.cocoon_world import CocoonWorld
from tests.engines.referee.cocoons import Cocoons
from tests.engines.referee.kokoro import Kokoro
from tests.engines.referee.watching import watch
from tests.engines.tables import edition

REFEREES: dict[str, Any] = {"chocobo": Chocobo, "cocoon_world": CocoonWorld, "cocoons": Cocoons, "kokoro": Kokoro}
PEOPLE = ("Ann", "Ben", "Chloe", "Dai", "Eva")
FEW, MANY = 40, 1000


def ways_to_play(game: str) -> list[tuple[int, str, dict[str, str]]]:
    """How many players, at which table, with which options."""
    options: dict[str, list[dict[str, str]]] = {
        "chocobo": [
            {"floor_2": side, "floor_3": side, "boss": boss, "difficulty": difficulty}
            for side, boss, difficulty in product(("plain", "star"), ("behemoth", "omega"), ("normal", "hard"))
        ],
        "cocoon_world": [{}, {"ep_tiles": "by_side"}],
        "cocoons": [
            {"level": level, "difficult": difficult}
            for level, difficult in product(("1", "2", "3", "4", "5"), ("no", "yes"))
        ],
        "kokoro": [{"side": "blue"}, {"side": "pink"}],
    }
    most = min(len(PEOPLE), find_game(game).seats[1])
    tables = ("virtual", "real") if game in ("cocoon_world", "cocoons") else ("virtual",)
    return list(product(range(1, most + 1), tables, options[game]))


def games(game: str, count: int) -> Iterator[int]:
    """Play so many random games beside the referee, in every way in turn; the answers of each."""
    ways = ways_to_play(game)
    copy = edition(game)
    if game == "cocoon_world":
        copy = copy._replace(guessed=False)
    for number in range(count):
        players, table, options = ways[number % len(ways)]
        found = find_game(game)
        setup = found.prepare(PEOPLE[:players], copy, table=table, options=options)
        luck = random.Random(number)
        bot = "good" if game == "chocobo" and number % 20 == 7 else "random"  # random games never see the boss
        yield watch(found, setup, REFEREES[game](setup), luck, bot)


@pytest.mark.parametrize("game", NAMES)
def test_a_second_referee_says_the_same(game: str) -> None:
    assert sum(games(game, FEW)) > 20 * FEW


@pytest.mark.slow
@pytest.mark.parametrize("game", NAMES)
def test_a_second_referee_says_the_same_of_a_thousand_games(game: str) -> None:
    assert sum(games(game, MANY)) > 20 * MANY
