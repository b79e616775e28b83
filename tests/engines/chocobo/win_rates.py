"""How often a team wins, for docs/games/chocobo.md: python -m tests.engines.chocobo.win_rates --games 1000.

Each game is told by its number alone, so the games from `--first` on can be played in several goes and added up.
"""

from __future__ import annotations

import argparse
import random
from collections import Counter

from tablekeeper.engines.chocobo import GAME
from tablekeeper.engines.chocobo.health import WON
from tablekeeper.engines.chocobo.places import BOSSES
from tablekeeper.engines.core.bots.playout import play_out
from tablekeeper.engines.core.bots.tournament import interval
from tests.engines.chocobo.tables import RULES, setup


def ending(number: int, bot: str, players: int, **options: str) -> tuple[str, str]:
    """The boss of a game, in turn, and how the game ends."""
    boss = BOSSES[number % len(BOSSES)]
    state, _ = RULES.start(setup(players, "virtual", boss=boss, **options))
    state, _ = play_out(RULES, state, random.Random(number), [GAME.bots[bot]] * players)
    return boss, state.cause


def row(name: str, endings: Counter[tuple[str, str]]) -> str:
    """Games, share won with its interval, and how the others were lost."""
    games = endings.total()
    causes: Counter[str] = Counter()
    for (_, cause), count in endings.items():
        causes[cause] += count
    won = causes.pop(WON, 0)
    low, high = interval(won, games)
    lost = ", ".join(f"{cause} {count}" for cause, count in sorted(causes.items()))
    return f"| {name} | {games} | {won / games:.3f} | {low:.3f} to {high:.3f} | {lost} |"


def main() -> None:
    """Print table rows for each setting: both bosses together, then each alone."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--players", default="1,2,3,4")
    parser.add_argument("--difficulties", default="easy,normal,hard")
    parser.add_argument("--floor-2", default="plain")
    parser.add_argument("--floor-3", default="plain")
    parser.add_argument("--talk", default="free")
    parser.add_argument("--bots", default="good,random")
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--first", type=int, default=0)
    asked = parser.parse_args()
    sides = {"floor_2": asked.floor_2, "floor_3": asked.floor_3, "talk": asked.talk}
    for bot in asked.bots.split(","):
        for difficulty in asked.difficulties.split(","):
            for players in map(int, asked.players.split(",")):
                if (players, difficulty) == (1, "easy"):
                    continue
                numbers = range(asked.first, asked.first + asked.games)
                endings = Counter(ending(n, bot, players, difficulty=difficulty, **sides) for n in numbers)
                name = f"{bot} | {difficulty} | {players} |"
                print(row(f"{name} both", endings), flush=True)
                for boss in BOSSES:
                    alone = Counter({key: count for key, count in endings.items() if key[0] == boss})
                    print(row(f"{name} {boss}", alone), flush=True)


if __name__ == "__main__":
    main()
