"""How strong the search is: python -m tests.engines.search.strength cocoons --option level=3 --results FILE.

It plays against the good bot, one game in each seat in turn; in a game that all win or lose together it plays all
seats. `--bot good` gives the figure to compare with, of the same games, `--bot strong` that of the shipped strong bot,
`--bot rollouts` that of the game's plan with other numbers, and `--sees` lets either search see all that is hidden:
nobody who searches like that can do better. A run that is stopped goes on with its file.
"""

from __future__ import annotations

import argparse
from collections.abc import Mapping
from math import sqrt
from pathlib import Path
from typing import Any

from tablekeeper.engines import core
from tablekeeper.engines.catalogue import find_game
from tablekeeper.engines.cocoon_world.forecast import chance_to_win
from tablekeeper.engines.core.bots.playout import Bot, play_out
from tablekeeper.engines.core.bots.redeal import Imagine, nothing_hidden
from tablekeeper.engines.core.bots.rollouts import Thinker
from tablekeeper.engines.core.bots.search import Prior, Worth, searching
from tablekeeper.engines.core.bots.tournament import interval
from tablekeeper.engines.core.game import WEAKEST_FIRST, Game
from tablekeeper.engines.core.outcome import Outcome
from tablekeeper.engines.core.rules import ENDLESS
from tablekeeper.firmware.batches.progress import show_progress
from tablekeeper.firmware.batches.run import Where, run
from tablekeeper.firmware.batches.task import luck_of, make_task
from tests.engines.tables import edition
from tests.engines.timed import Timed, count_ms, spell_ms

WORTHS: dict[str, Worth] = {"cocoon_world": lambda state, seat: min(1.0, chance_to_win(state, seat))}
"""What is known of a state's worth from 0 to 1; the other games are played out."""
TOGETHER = ("chocobo", "cocoons")
NAMES = ("Ann", "Ben", "Chloe", "Dai")
HIGHEST = 100.0
"""A score that hardly anybody reaches: alone, the search plays for its share of this."""


def _by_score(state: Any, outcome: Outcome, seat: int) -> float:
    return min(1.0, max(0.0, (outcome.scores[seat] + HIGHEST / 4) / (1.25 * HIGHEST)))


def _bot(game: Game, about: Mapping[str, Any]) -> Bot:
    """The bot that is tried."""
    if about["bot"] not in ("search", "rollouts"):
        return game.bot(about["bot"])
    imagine = nothing_hidden if about["sees"] else game.imagine
    if about["bot"] == "search":
        return _searching(game, imagine, about)
    assert game.plan is not None
    plan = game.plan._replace(ahead=about["ahead"] or game.plan.ahead, width=about["width"])
    return Thinker(imagine, about["playouts"], plan)


def _searching(game: Game, imagine: Imagine, about: Mapping[str, Any]) -> Bot:
    prior = Prior(ahead=about["ahead"] or ENDLESS, width=about["width"])
    if about["policy"]:
        prior = prior._replace(policy=game.bots[about["policy"]])
    elif game.name in WORTHS:
        prior = prior._replace(worth=WORTHS[game.name], ahead=about["ahead"])
    if about["players"] == 1 and game.name not in TOGETHER:
        prior = prior._replace(reward=_by_score)
    return searching(imagine, about["playouts"], prior)


def play_games(about: Mapping[str, Any], numbers: range, seed: int) -> Any:
    """Play these games; how many were won, the scores, and how long the choices of the tried bot took."""
    game = find_game(about["game"])
    players = about["players"]
    setup = game.prepare(NAMES[:players], edition(game.name), options=about["options"])
    good = game.bots["good"]
    bot = Timed(_bot(game, about))
    found: dict[str, Any] = {"won": 0, "score": 0, "squares": 0, "ms": {}}
    for number in numbers:
        seat = number % players
        mine = [game.name in TOGETHER or i == seat for i in range(players)]
        bots = [bot if own else good for own in mine]
        state, _ = play_out(game.rules, game.rules.start(setup)[0], luck_of(seed, number), bots)
        outcome = game.rules.outcome(state)
        assert outcome is not None
        score = outcome.scores[seat] if outcome.scores else 0
        found["won"] += seat in outcome.winners
        found["score"] += score
        found["squares"] += score * score
    count_ms(found["ms"], bot.seconds)
    return found


def main() -> None:
    """Print the games won with their exact interval, the mean score with its own, and the processor time of choices."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("game")
    parser.add_argument("--playouts", type=int, default=300)
    parser.add_argument(
        "--policy", default="", help="the bot that plays on beyond the known decisions; chance if empty"
    )
    parser.add_argument("--ahead", type=int, default=0, help="random answers, or turns, before the worth is asked")
    parser.add_argument("--width", type=int, default=8)
    parser.add_argument("--players", type=int, default=2)
    parser.add_argument("--option", action="append", default=[], help="such as level=5")
    parser.add_argument("--bot", default="search", choices=("search", "rollouts", *WEAKEST_FIRST))
    parser.add_argument("--sees", action="store_true", help="sees all that is hidden: an upper bound")
    parser.add_argument("--games", type=int, default=40)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--workers", type=int, default=1)
    parser.add_argument("--results", type=Path)
    asked = parser.parse_args()
    game = find_game(asked.game)
    about = {key: getattr(asked, key) for key in ("playouts", "policy", "ahead", "width", "players", "bot", "sees")}
    about |= {"game": game.name, "options": dict(pair.split("=") for pair in asked.option)}
    what = f"measure {game.title}"
    packages = (core.__name__, game.package, "tests.engines.search")
    task = make_task(what, f"{__spec__.name}:play_games", about, games=asked.games, seed=asked.seed, packages=packages)
    try:
        with show_progress(game.title, asked.games, print) as progress:
            total = run(task, Where(asked.workers, "", asked.results), progress)
    except KeyboardInterrupt:
        raise SystemExit(f"Stopped: the same command goes on with {asked.results}" if asked.results else 130) from None
    found, games = total.found, asked.games
    low, high = interval(found["won"], games)
    mean = found["score"] / games
    half = 1.96 * sqrt(max(0.0, found["squares"] / games - mean * mean) / max(1, games - 1))
    won = f"won {found['won']} of {games} ({low:.1%} to {high:.1%})"
    print(f"{won}, score {mean:.1f} +- {half:.1f}; {spell_ms(found['ms'])}")


if __name__ == "__main__":
    main()
