"""Whether hints promise what comes true, and how long they take: python -m tests.firmware.hint_truth kokoro.

The good bot plays all seats, but at some choices of each game it does what the hint advises; what that promised is
noted beside how the game ends. Choices of one game are no independent sample, so the interval counts games.
"""

from __future__ import annotations

import argparse
import random
import time
from collections.abc import Iterator
from math import sqrt
from statistics import mean, median, stdev
from typing import Any, NamedTuple

from tablekeeper.engines.catalogue import find_game
from tablekeeper.engines.core import CHANCE
from tablekeeper.engines.core.bots.playout import Bot, choose_randomly
from tablekeeper.engines.core.bots.weighing import WINS
from tablekeeper.engines.core.game import Game
from tests.engines.tables import edition

BANDS = 5
"""Chances are grouped in so many equal parts."""


class Promise(NamedTuple):
    """What the best option promised a seat, and what came of it."""

    promised: float
    unit: str
    came: float
    took_ms: float


def play(game: Game, setup: Any, seed: int, asks: float) -> list[Promise]:
    """The promises of one game."""
    rules, luck, pick = game.rules, random.Random(f"truth {seed}"), random.Random(seed)
    state, _ = rules.start(setup)
    noted: list[tuple[int, float, str, float]] = []
    while not rules.is_over(state):
        question = rules.question(state)
        bot: Bot = choose_randomly if question.asked == CHANCE else game.bot("good")
        answer = bot(rules, state, question, luck)
        if question.asked != CHANCE and len(question.options) > 1 and pick.random() < asks:
            began = time.process_time()
            found = game.weigh(rules, state, question, random.Random(seed)) if game.weigh else None
            if found is not None and len(found.findings) > 1:
                answer, expects, _ = found.findings[0]
                noted.append((question.speaker, expects, found.unit, 1000 * (time.process_time() - began)))
        state = rules.follow(state, answer)
    outcome = rules.outcome(state)
    assert outcome is not None
    return [
        Promise(promised, unit, float(seat in outcome.winners) if unit == WINS else outcome.scores[seat], took)
        for seat, promised, unit, took in noted
    ]


def report(games: list[list[Promise]]) -> Iterator[str]:
    """The lines to print."""
    promises = [promise for game in games for promise in game]
    unit = promises[0].unit
    took = [promise.took_ms for promise in promises]
    yield f"{len(promises)} hints in {len(games)} games: median {median(took):.0f} ms, at most {max(took):.0f} ms"
    excess = [mean(each.came - each.promised for each in game) for game in games if game]
    half = 1.96 * stdev(excess) / sqrt(len(excess))
    promised = mean(promise.promised for promise in promises)
    yield f"{unit}: promised {promised:.3f} on average, came {mean(excess):+.3f} +- {half:.3f} more"
    for band in range(BANDS if unit == WINS else 0):
        inside = [each for each in promises if band == min(int(BANDS * each.promised), BANDS - 1)]
        if inside:
            promised, came = mean(each.promised for each in inside), mean(each.came for each in inside)
            yield f"  {len(inside)} times {promised:.2f} was promised on average, and came true {came:.2f}"


def main() -> None:
    """Print the time, the promises and what came of them."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("game")
    parser.add_argument("--players", type=int, default=2)
    parser.add_argument("--option", action="append", default=[], help="such as level=5")
    parser.add_argument("--games", type=int, default=20)
    parser.add_argument("--first", type=int, default=1000, help="the seed of the first game")
    parser.add_argument("--asks", type=float, default=0.1, help="the share of the choices at which a hint is asked for")
    asked = parser.parse_args()
    game = find_game(asked.game)
    options = dict(pair.split("=") for pair in asked.option)
    setup = game.prepare(("Ann", "Ben", "Chloe", "Dai")[: asked.players], edition(game.name), options=options)
    seeds = range(asked.first, asked.first + asked.games)
    for line in report([play(game, setup, seed, asked.asks) for seed in seeds]):
        print(line, flush=True)


if __name__ == "__main__":
    main()
