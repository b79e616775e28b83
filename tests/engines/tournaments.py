"""Tournaments of the bots for docs/games: python -m tests.engines.tournaments cocoon-world --players 2,4."""

from __future__ import annotations

import argparse
import random
import time
from collections import Counter

from tablekeeper.engines.catalogue import find_game
from tablekeeper.engines.core.tournament import interval, tournament
from tests.engines.tables import Case, open_table


def main() -> None:
    """Print what each kind of bot won, with its interval and the share that chance would give."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("game")
    parser.add_argument("--players", default="2,4", help="table sizes, such as 2,4")
    parser.add_argument("--bots", default="good,random", help="by seat; the last one fills the table")
    parser.add_argument("--table", default="virtual")
    parser.add_argument("--games", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    for players in map(int, asked.players.split(",")):
        game, setup = open_table(Case(find_game(asked.game).name, players, asked.table, ()))
        names = asked.bots.split(",")[:players]
        names += names[-1:] * (players - len(names))
        began = time.perf_counter()
        tally = tournament(
            game.rules, setup, [game.bots[name] for name in names], asked.games, random.Random(asked.seed)
        )
        seconds = time.perf_counter() - began
        wins: Counter[str] = Counter()
        for name, won in zip(names, tally.wins, strict=True):
            wins[name] += won
        for name, won in wins.items():
            low, high = interval(won, tally.games)
            print(
                f"{players} players: {name} x{names.count(name)} wins {won / tally.games:.3f} "
                f"(95 %: {low:.3f} to {high:.3f}; by chance {names.count(name) / players:.3f}), "
                f"{1000 * seconds / tally.answers:.2f} ms an answer"
            )


if __name__ == "__main__":
    main()
