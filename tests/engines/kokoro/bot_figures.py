"""What the bots score alone: `python -m tests.engines.kokoro.bot_figures good --games 1000 --results FILE`.

The decks of game n are the same for every bot. `all-seeing` is the companion that is shown them. A run that is stopped
goes on with its file.
"""

from __future__ import annotations

import argparse
import random
import time
from collections.abc import Mapping, Sequence
from math import sqrt
from pathlib import Path
from typing import Any

from tablekeeper.engines import core
from tablekeeper.engines.core import Answer, Question
from tablekeeper.engines.core.bots.playout import Bot
from tablekeeper.engines.core.luck import Luck
from tablekeeper.engines.core.rules import AnyRules
from tablekeeper.engines.kokoro import GAME
from tablekeeper.engines.kokoro.scoring import final_score
from tablekeeper.engines.kokoro.setup import Setup
from tablekeeper.firmware.batches.progress import show_progress
from tablekeeper.firmware.batches.run import Where, run
from tablekeeper.firmware.batches.task import luck_of, make_task
from tests.engines.kokoro.dealt import all_seeing, play, shuffle
from tests.engines.kokoro.evening import sit

ALL_SEEING = "all-seeing"


class Timed:
    """A bot, and how much of the processor's time its answers took."""

    def __init__(self, bot: Bot) -> None:
        self.bot = bot
        self.seconds: list[float] = []

    def __call__(self, rules: AnyRules, state: Any, question: Question, luck: Luck) -> Answer:
        began = time.process_time()
        answer = self.bot(rules, state, question, luck)
        self.seconds.append(time.process_time() - began)
        return answer


def scores(bot: Bot, games: int, setup: Setup, seed: int = 11) -> list[int]:
    """The final scores of so many solo games."""
    found = []
    for number in range(games):
        luck = random.Random(f"{seed} {number}")
        found.append(final_score(play(setup, shuffle(setup, luck), [bot], luck), 0))
    return found


def play_games(about: Mapping[str, Any], numbers: range, seed: int) -> Any:
    """Play these games: every score, the zeroes by round, looks, and the time."""
    setup = sit()
    found: dict[str, Any] = {"scores": {}, "zeroes": {}, "looks": 0, "answers": 0, "seconds": 0.0, "slow": {}}
    for number in numbers:
        luck = luck_of(seed, number)
        decks = shuffle(setup, luck)
        bot = Timed(all_seeing(setup, decks) if about["bot"] == ALL_SEEING else GAME.bots[about["bot"]])
        state = play(setup, decks, [bot], luck)
        _count(found["scores"], final_score(state, 0))
        for round_, box in enumerate(state.boxes[0], 1):
            found["zeroes"][str(round_)] = found["zeroes"].get(str(round_), 0) + (box == 0)
        found["looks"] += state.all_peeks[0]
        found["answers"] += len(bot.seconds)
        found["seconds"] += sum(bot.seconds)
        _count(found["slow"], round(1000 * max(bot.seconds)))
    return found


def _count(counts: dict[str, int], number: int) -> None:
    counts[str(number)] = counts.get(str(number), 0) + 1


def spell(found: Mapping[str, Any]) -> str:
    """One line: the mean with its 95 % interval, and where the points go."""
    counts = {int(score): count for score, count in found["scores"].items()}
    games = sum(counts.values())
    mean = sum(score * count for score, count in counts.items()) / games
    squares = sum((score - mean) ** 2 * count for score, count in counts.items())
    half = 1.96 * sqrt(squares / max(1, games - 1) / games)
    zeroes = " ".join(f"{found['zeroes'][number] / games:.0%}" for number in sorted(found["zeroes"]))
    mean_ms, most_ms = 1000 * found["seconds"] / found["answers"], max(map(int, found["slow"]))
    return (
        f"{mean:.1f} +- {half:.1f} points over {games} games, {min(counts)} to {max(counts)}; "
        f"zeroes by round {zeroes}; {found['looks'] / games:.2f} looks; {mean_ms:.1f} ms an answer, {most_ms} at most"
    )


def main(words: Sequence[str] | None = None) -> None:
    """Print the line of each bot."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("bots", nargs="+", choices=(*GAME.bots, ALL_SEEING))
    parser.add_argument("--games", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--workers", type=int, default=1)
    parser.add_argument("--results", type=Path, help="one file a bot, with its name at the end")
    asked = parser.parse_args(words)
    packages = (core.__name__, GAME.package, "tests.engines.kokoro")
    for bot in asked.bots:
        task = make_task(f"measure {bot}", f"{__spec__.name}:play_games", {"bot": bot},
                         games=asked.games, seed=asked.seed, packages=packages)  # fmt: skip
        kept = asked.results and asked.results.with_name(f"{asked.results.name}.{bot}")
        with show_progress(f"Kokoro, {bot}", asked.games, print) as progress:
            total = run(task, Where(asked.workers, "", kept), progress)
        print(f"{bot}: {spell(total.found)}", flush=True)


if __name__ == "__main__":
    main()
