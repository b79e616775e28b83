"""How often a team wins, for docs/games/chocobo.md: python -m tests.engines.chocobo.win_rates --games 200."""

from __future__ import annotations

import argparse
import random

from engines.chocobo.health import WON
from engines.core.playout import play_out
from engines.core.tournament import interval
from tests.engines.chocobo.tables import RULES, setup


def main() -> None:
    """Print a table row for each number of players, difficulty and bot; bosses in turn, plain sides."""
    from engines.chocobo import GAME

    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--players", default="1,2,3,4")
    parser.add_argument("--difficulties", default="easy,normal,hard")
    parser.add_argument("--bots", default="good,random")
    parser.add_argument("--games", type=int, default=200)
    asked = parser.parse_args()
    for difficulty in asked.difficulties.split(","):
        for players in map(int, asked.players.split(",")):
            if (players, difficulty) == (1, "easy"):
                continue
            for bot in asked.bots.split(","):
                won = 0
                for number in range(asked.games):
                    boss = ("behemoth", "omega")[number % 2]
                    state, _ = RULES.start(setup(players, "virtual", difficulty=difficulty, boss=boss))
                    state, _ = play_out(RULES, state, random.Random(number), [GAME.bots[bot]] * players)
                    won += state.cause == WON
                low, high = interval(won, asked.games)
                print(
                    f"| {difficulty} | {players} | {bot} | {won / asked.games:.3f} | {low:.3f} to {high:.3f} |",
                    flush=True,
                )


if __name__ == "__main__":
    main()
