"""Win rates of the bots for docs/games/cocoons.md: python -m tests.engines.cocoons.win_rates --games 1000."""

from __future__ import annotations

import argparse
import random

from tablekeeper.engines.cocoons import GAME
from tablekeeper.engines.cocoons.levels import LEVELS
from tablekeeper.engines.core.bots.tournament import interval, tournament
from tests.engines.tables import edition


def main() -> None:
    """Print a table row a level, difficult mode and bot: games won together, with the exact 95 % interval."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--bots", default="good,random")
    asked = parser.parse_args()
    for level in LEVELS:
        for difficult in ("no", "yes"):
            options = {"level": level, "difficult": difficult}
            setup = GAME.prepare(("Ann", "Ben"), edition("cocoons"), options=options)
            for bot in asked.bots.split(","):
                luck = random.Random(asked.seed)
                tally = tournament(GAME.rules, setup, [GAME.bots[bot]] * 2, asked.games, luck)
                won = round(sum(tally.wins))
                low, high = interval(won, asked.games)
                print(
                    f"| {level} | {difficult} | {bot} | {won / asked.games:.1%} | {low:.1%} to {high:.1%} |", flush=True
                )


if __name__ == "__main__":
    main()
