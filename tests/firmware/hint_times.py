"""How long hints and answers take, in processor time: python -m tests.firmware.hint_times cocoon-world."""

from __future__ import annotations

import argparse
import random
import time
from collections import defaultdict
from collections.abc import Callable
from dataclasses import replace
from statistics import median
from typing import Any

from tablekeeper.engines.catalogue import find_game
from tablekeeper.engines.core import CHANCE
from tablekeeper.engines.core.bots.playout import choose_randomly
from tablekeeper.engines.core.game import Game
from tablekeeper.firmware.pages.advice import advise
from tests.engines.tables import edition


def measure(game: Game, players: int, games: int) -> dict[str, list[float]]:
    """Milliseconds of each kind, at the choices of random games."""
    took: dict[str, list[float]] = defaultdict(list)
    rules, plain = game.rules, replace(game, weigh=None)
    setup = game.prepare(("Ann", "Ben", "Chloe", "Dai")[:players], edition(game.name))
    for seed in range(games):
        luck = random.Random(seed)
        state, _ = rules.start(setup)
        while not rules.is_over(state):
            question = rules.question(state)
            if question.asked != CHANCE and len(question.options) > 1:
                thought: dict[str, Callable[..., Any]] = {name: game.bot(name) for name in game.strengths}
                for name, bot in thought.items():
                    took[name].append(_time(bot, rules, state, question, random.Random(seed)))
                took["hint"].append(_time(advise, game, state, question, random.Random(seed)))
                took["hint of good"].append(_time(advise, plain, state, question, random.Random(seed)))
            state = rules.follow(state, choose_randomly(rules, state, question, luck))
    return took


def _time(do: Callable[..., Any], *given: Any) -> float:
    began = time.process_time()
    do(*given)
    return 1000 * (time.process_time() - began)


def main() -> None:
    """Print a line of each kind."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("game")
    parser.add_argument("--players", type=int, default=2)
    parser.add_argument("--games", type=int, default=2)
    asked = parser.parse_args()
    for name, took in measure(find_game(asked.game), asked.players, asked.games).items():
        print(f"{name}: median {median(took):.1f} ms, at most {max(took):.1f} ms of {len(took)}")


if __name__ == "__main__":
    main()
