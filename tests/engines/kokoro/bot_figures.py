"""What the bots score alone: `python -m tests.engines.kokoro.bot_figures good --games 1000 --results FILE`.

The decks of game n are the same for every bot. `all-seeing` is the companion that is shown them. A run that is stopped
goes on with its file.
"""

from __future__ import annotations

import argparse
import random
from collections.abc import Mapping, Sequence
from math import sqrt
from pathlib import Path
from typing import Any

from tablekeeper.engines import core
from tablekeeper.engines.core.bots.playout import Bot
from tablekeeper.engines.kokoro import GAME
from tablekeeper.engines.kokoro.scoring import final_score
from tablekeeper.engines.kokoro.setup import Setup
from tablekeeper.firmware.batches.progress import show_progress
from tablekeeper.firmware.batches.run import Where, run
from tablekeeper.firmware.batches.task import luck_of, make_task
from tests.engines.kokoro.dealt import all_seeing, play, shuffle
from tests.engines.kokoro.evening import sit
from tests.engines.timed import Timed, count_ms, spell_ms

ALL_SEEING = "all-seeing"


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
    found: dict[str, Any] = {"scores": {}, "zeroes": {}, "looks": 0, "ms": {}}
    for number in numbers:
        luck = luck_of(seed, number)
        decks = shuffle(setup, luck)
        bot = Timed(all_seeing(setup, decks) if about["bot"] == ALL_SEEING else GAME.bots[about["bot"]])
        state = play(setup, decks, [bot], luck)
        _count(found["scores"], final_score(state, 0))
        for round_, box in enumerate(state.boxes[0], 1):
            found["zeroes"][str(round_)] = found["zeroes"].get(str(round_), 0) + (box == 0)
        found["looks"] += state.all_peeks[0]
        count_ms(found["ms"], bot.seconds)
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
    return (
        f"{mean:.1f} +- {half:.1f} points over {games} games, {min(counts)} to {max(counts)}; "
        f"zeroes by round {zeroes}; {found['looks'] / games:.2f} looks; {spell_ms(found['ms'])}"
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
