"""Tournaments of the bots for docs/games: python -m tests.engines.tournaments cocoon-world --players 2,4.

They are played by the runner of many games: on several processes or a cluster, and stopped and gone on with.
"""

from __future__ import annotations

import argparse
from collections import Counter
from collections.abc import Sequence
from pathlib import Path

from tablekeeper.engines.catalogue import find_game
from tablekeeper.engines.core.bots.tournament import interval
from tablekeeper.firmware.batches.games import Table, Tally, games_task
from tablekeeper.firmware.batches.run import Total, Where, run
from tablekeeper.firmware.settings.copies import SHIPPED, Copies


def play(game: str, bots: Sequence[str], *, games: int, seed: int, table: str = "virtual", where: Where) -> Total:
    """So many games of one bot a seat; from game to game each bot moves on by one seat."""
    found = find_game(game)
    seats = Table(found.package, tuple(bots), Copies().text(found, SHIPPED), table=table, rotate=True)
    return run(games_task(f"play a tournament of {found.title}", seats, games=games, seed=seed), where)


def rows(bots: Sequence[str], total: Total) -> list[str]:
    """What each kind of bot won, with its interval and the share that chance would give."""
    tally, wins = Tally(**total.found), Counter[str]()
    for bot, won in tally.by_bot().items():
        wins[bots[bot]] += won  # type: ignore[assignment]  # a game that several share is split
    found = []
    for name in dict.fromkeys(bots):
        low, high = interval(min(wins[name], tally.games), tally.games)
        found.append(
            f"{len(bots)} players: {name} x{bots.count(name)} wins {wins[name] / tally.games:.3f} "
            f"(95 %: {low:.3f} to {high:.3f}; by chance {bots.count(name) / len(bots):.3f}), "
            f"{1000 * total.worked / tally.answers:.2f} ms an answer"
        )
    return found


def main() -> None:
    """Print the rows of each table size."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("game")
    parser.add_argument("--players", default="2,4", help="table sizes, such as 2,4")
    parser.add_argument("--bots", default="good,random", help="by seat; the last one fills the table")
    parser.add_argument("--table", default="virtual")
    parser.add_argument("--games", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--workers", type=int, default=1)
    parser.add_argument("--cluster", default="", help="a Dask scheduler, such as tcp://192.0.2.1:8786")
    parser.add_argument("--results", help="one file a table size, with the number of players at its end")
    asked = parser.parse_args()
    for players in map(int, asked.players.split(",")):
        bots = asked.bots.split(",")[:players]
        bots += bots[-1:] * (players - len(bots))
        kept = Path(f"{asked.results}.{players}") if asked.results else None
        where = Where(asked.workers, asked.cluster, kept)
        total = play(asked.game, bots, games=asked.games, seed=asked.seed, table=asked.table, where=where)
        print(*rows(bots, total), sep="\n", flush=True)


if __name__ == "__main__":
    main()
