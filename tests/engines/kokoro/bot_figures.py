"""What the bots score alone: `python -m tests.engines.kokoro.bot_figures 1000` prints means with 95 % intervals."""

from __future__ import annotations

import random
import statistics
import sys

from tablekeeper.engines.core.playout import Bot, play_out
from tablekeeper.engines.kokoro import GAME
from tablekeeper.engines.kokoro.setup import Setup
from tests.engines.kokoro.evening import sit


def scores(bot: Bot, games: int, setup: Setup, seed: int = 11) -> list[int]:
    """The final scores of so many solo games."""
    luck = random.Random(seed)
    found = []
    for _ in range(games):
        state, _ = play_out(GAME.rules, GAME.rules.start(setup)[0], luck, [bot])
        outcome = GAME.rules.outcome(state)
        assert outcome is not None
        found.append(outcome.scores[0])
    return found


if __name__ == "__main__":
    wanted = int(sys.argv[1]) if len(sys.argv) > 1 else 1000
    for name, bot in GAME.bots.items():
        found = scores(bot, wanted, sit())
        spread = 1.96 * statistics.stdev(found) / wanted**0.5
        print(f"{name}: {statistics.mean(found):.1f} +- {spread:.1f} points over {wanted} games, best {max(found)}")
