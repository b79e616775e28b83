"""How strong the search is: python -m tests.engines.search.strength cocoon-world --playouts 300 --games 40.

It plays against today's good bot, one game in each seat in turn; in a game that all win or lose together it plays all
seats, and `--bot good` gives the number to compare with.
"""

from __future__ import annotations

import argparse
import random
import time

from tablekeeper.engines.catalogue import find_game
from tablekeeper.engines.cocoon_world.forecast import chance_to_win
from tablekeeper.engines.core.playout import play_out
from tablekeeper.engines.core.rules import ENDLESS
from tablekeeper.engines.core.search import Prior, Worth, searching
from tablekeeper.engines.core.tournament import interval
from tests.engines.tables import edition

WORTHS: dict[str, Worth] = {"cocoon_world": lambda state, seat: min(1.0, chance_to_win(state, seat))}
"""What is known of a state's worth from 0 to 1; the other games are played out."""
TOGETHER = ("chocobo", "cocoons")


def main() -> None:
    """Print the games won so far, with their exact interval, after every ten."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("game")
    parser.add_argument("--playouts", type=int, default=300)
    parser.add_argument("--ahead", type=int, default=ENDLESS, help="random answers before the worth is asked")
    parser.add_argument("--width", type=int, default=8)
    parser.add_argument("--players", type=int, default=2)
    parser.add_argument("--option", action="append", default=[], help="such as level=5")
    parser.add_argument("--bot", default="search")
    parser.add_argument("--games", type=int, default=40)
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    game = find_game(asked.game)
    names = ("Ann", "Ben", "Chloe", "Dai")[: asked.players]
    setup = game.prepare(names, edition(game.name), options=dict(pair.split("=") for pair in asked.option))
    prior = Prior(worth=WORTHS.get(game.name), ahead=asked.ahead, width=asked.width)
    bot = game.bots["good"] if asked.bot == "good" else searching(game.imagine, asked.playouts, prior)
    luck, won, began = random.Random(asked.seed), 0, time.process_time()
    for number in range(asked.games):
        seat = number % asked.players
        bots = [bot if game.name in TOGETHER or i == seat else game.bots["good"] for i in range(asked.players)]
        state, _ = play_out(game.rules, game.rules.start(setup)[0], luck, bots)
        outcome = game.rules.outcome(state)
        won += outcome is not None and seat in outcome.winners
        if number % 10 == 9 or number + 1 == asked.games:
            low, high = interval(won, number + 1)
            spent = (time.process_time() - began) / (number + 1)
            print(f"won {won} of {number + 1} ({low:.0%} to {high:.0%}), {spent:.1f} s a game", flush=True)


if __name__ == "__main__":
    main()
