"""Fit the forecast's weights to games, or check them: python -m tests.engines.chocobo.fit_forecast --games 25000.

The good bot plays, but in one round of each game, drawn at random, every choice is half the time left to chance: so
the games also show positions that good play avoids. Only what comes after that round is learned from. With `--check`
nothing is fitted: it prints how well today's weights foretell the games.
"""

from __future__ import annotations

import argparse
import random
from collections import defaultdict
from collections.abc import Iterator, Mapping
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from tablekeeper.engines.chocobo import GAME
from tablekeeper.engines.chocobo.health import WON
from tablekeeper.engines.chocobo.mind.forecast import Weights
from tablekeeper.engines.chocobo.mind.imagined import position_now
from tablekeeper.engines.chocobo.mind.standing import copy_of, forecast_of, team_now
from tablekeeper.engines.chocobo.mind.weights import FLOORS, RINGS
from tablekeeper.engines.chocobo.outlook import strength_of
from tablekeeper.engines.chocobo.places import BOSSES
from tablekeeper.engines.chocobo.state import BOTTOM, State
from tablekeeper.engines.core import CHANCE
from tests.engines.chocobo.tables import RULES, setup

RIDGE = 3.0
"""How strongly weights are kept small, for facts scaled to a deviation of 1."""
STEPS = 12
SHARES = 5
"""How many shares of the games are looked at when the forecast is checked."""

Numbers = npt.NDArray[np.float64]


class Seen(NamedTuple):
    """A round that began in a game: where, what the forecast knows of it, and whether the game was won."""

    place: str
    facts: Weights
    won: bool


def sit_down(luck: random.Random) -> State:
    """Any number of players, mostly the normal game, mostly plain sides."""
    players = luck.choices((1, 2, 3, 4), (35, 30, 20, 15))[0]
    difficulty = luck.choices(("normal", "hard", "easy" if players > 1 else "normal"), (7, 2, 1))[0]
    floors = {name: luck.choices(("plain", "star"), (85, 15))[0] for name in ("floor_2", "floor_3")}
    table = setup(players, "virtual", difficulty=difficulty, boss=luck.choice(BOSSES), **floors)
    return RULES.start(table)[0]


def play(number: int) -> list[Seen]:
    """A game by its number, with the rounds that began after the strange one."""
    luck = random.Random(number)
    state, strange = sit_down(luck), luck.randrange(7)
    seen, last = [], 0
    while state.agenda:
        if state.round > max(last, strange):
            last = state.round
            seen.append(look(state))
        question = RULES.question(state)
        left_to_chance = question.asked == CHANCE or (state.round == strange and luck.random() < 0.5)
        answer = GAME.bots["random" if left_to_chance else "good"](RULES, state, question, luck)
        state = RULES.follow(state, answer)
    return [Seen(place, facts, state.cause == WON) for place, facts in seen]


def look(state: State) -> tuple[str, Weights]:
    """What the forecast knows at the beginning of a round, all hands shown."""
    copy = copy_of(state)
    assert copy is not None
    power = sum(strength_of(state, card) - 3 for hand in state.hands for card in hand)
    team = team_now(state, [len(hand) for hand in state.hands], power)
    place = state.setup.boss if state.floor == BOTTOM else f"{state.floor}F"
    return place, forecast_of(copy, team, state.floor, state.dial).facts(position_now(state))


def weights_now() -> Mapping[str, Weights]:
    """The weights that the bot plays with."""
    return {**{f"{i + 1}F": weights for i, weights in enumerate(FLOORS)}, **RINGS}


def flat(weights: Weights) -> list[float]:
    """All numbers in one row."""
    return [number for group in weights for number in group]


def fit(facts: Numbers, won: Numbers) -> Numbers:
    """Logistic regression by Newton's steps; facts that never differ weigh nothing."""
    spread = facts.std(0)
    spread[0] = 1.0  # the base is the same everywhere and counts all the same
    scaled = np.divide(facts, spread, out=np.zeros_like(facts), where=spread > 1e-9)
    ridge = np.full(len(spread), RIDGE)
    ridge[0] = 0.001
    weights = np.zeros(len(spread))
    for _ in range(STEPS):
        chance = chances(scaled, weights)
        slope = scaled.T @ (won - chance) - ridge * weights
        curve = (scaled.T * (chance * (1 - chance))) @ scaled + np.diag(ridge)
        weights += np.linalg.solve(curve, slope)
    return np.divide(weights, spread, out=np.zeros_like(weights), where=spread > 1e-9)


def chances(facts: Numbers, weights: Numbers) -> Numbers:
    """The forecast as a chance."""
    found: Numbers = 1.0 / (1.0 + np.exp(-np.clip(facts @ weights, -30, 30)))
    return found


def spell(place: str, shape: Weights, weights: Numbers) -> Iterator[str]:
    """The weights as `weights.py` holds them."""
    yield f"{place}: Weights("
    left = iter(weights)
    for group in shape:
        yield f"    ({', '.join(f'{next(left):.3g}' for _ in group)}),"
    yield ")"


def check(place: str, facts: Numbers, won: Numbers) -> str:
    """How much better than the mean the forecast is, and what was won where it was low and where it was high."""
    chance = chances(facts, np.array(flat(weights_now()[place])))
    order = np.array_split(np.argsort(chance), SHARES)
    shares = ", ".join(f"{chance[part].mean():.2f} {won[part].mean():.2f}" for part in order)
    return f"{place}: {len(won)} rounds, loss {loss(won, chance):.3f}, mean alone {loss(won, won.mean()):.3f}; {shares}"


def loss(won: Numbers, chance: Numbers | float) -> float:
    """The mean surprise about how the games ended."""
    sure = np.clip(chance, 1e-6, 1 - 1e-6)
    return float(-(won * np.log(sure) + (1 - won) * np.log(1 - sure)).mean())


def main() -> None:
    """Print the weights, or how good they are, floor by floor."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=25000)
    parser.add_argument("--first", type=int, default=5_000_000)
    parser.add_argument("--check", action="store_true")
    asked = parser.parse_args()
    seen: dict[str, list[Seen]] = defaultdict(list)
    for number in range(asked.first, asked.first + asked.games):
        for one in play(number):
            seen[one.place].append(one)
    for place, rounds in sorted(seen.items()):
        facts, won = np.array([flat(one.facts) for one in rounds]), np.array([float(one.won) for one in rounds])
        print(check(place, facts, won) if asked.check else "\n".join(spell(place, rounds[0].facts, fit(facts, won))))


if __name__ == "__main__":
    main()
