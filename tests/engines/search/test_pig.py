"""The search at Pig, whose best play is known exactly."""

from __future__ import annotations

import random
from typing import Any

import pytest

from tablekeeper.engines.core.bots.redeal import nothing_hidden
from tablekeeper.engines.core.bots.search import searching
from tests.pig import GAME
from tests.pig.answers import Hold
from tests.pig.edition import Edition
from tests.pig.setup import Setup

GOAL = 20
PLAYOUTS = 2000
COST = 0.01
"""What an answer may cost of the chance to win."""
RULES = GAME.rules
Wins = dict[tuple[int, int, int], float]
"""By own points, other points and the points of this turn: the chance to win."""
Policy = dict[tuple[int, int, int], bool]
"""Where it holds."""


def solve() -> Wins:
    """The chance to win with the best play, by going over all positions until nothing changes."""
    wins = {(a, b, g): 0.5 for a in range(GOAL) for b in range(GOAL) for g in range(GOAL - a)}
    change = 1.0
    while change > 1e-9:
        change = 0.0
        for (a, b, g), before in wins.items():
            now = max(again(wins, a, b, g), hold(wins, a, b, g) if g else 0.0)
            wins[a, b, g] = now
            change = max(change, abs(now - before))
    return wins


def hold(wins: Wins, a: int, b: int, g: int) -> float:
    """The chance to win after keeping the points of this turn."""
    return 1.0 if a + g >= GOAL else 1 - wins[b, a + g, 0]


def again(wins: Wins, a: int, b: int, g: int) -> float:
    """The chance to win after one more roll."""
    more = [1.0 if a + g + pips >= GOAL else wins[a, b, g + pips] for pips in range(2, 7)]
    return (1 - wins[b, a, 0] + sum(more)) / 6


def position(a: int, b: int, g: int) -> Any:
    """A position at the question whether to hold."""
    first, _ = RULES.start(Setup(("Ann", "Ben"), Edition(6), True, GOAL))
    state = first.__class__.__new__(first.__class__)
    state.__dict__.update({**first.__dict__, "points": (a, b), "gained": g, "agenda": (("go_on",),)})
    return state


def chosen(a: int, b: int, g: int, playouts: int, luck: random.Random) -> bool:
    """Whether the search holds here."""
    state = position(a, b, g)
    return searching(nothing_hidden, playouts)(RULES, state, RULES.question(state), luck) == Hold()


def test_the_search_answers_as_well_as_the_best_policy() -> None:
    wins, luck = solve(), random.Random(1)
    places = [place for place in wins if place[2] >= 2]
    costs = []
    for place in luck.sample(places, 12):
        holds = chosen(*place, PLAYOUTS, luck)
        costs.append(max(hold(wins, *place), again(wins, *place)) - (hold if holds else again)(wins, *place))
    assert sum(costs) / len(costs) <= COST / 4, "a game has about four such answers"


@pytest.mark.slow
def test_the_whole_policy_wins_as_often_as_the_best_one() -> None:
    """The search's answer in every position, then its exact chance against the best policy."""
    wins, luck = solve(), random.Random(2)
    holds = {place: place[2] >= 2 and chosen(*place, 1000, luck) for place in wins}
    best = {place: place[2] >= 2 and hold(wins, *place) >= again(wins, *place) for place in wins}
    mine, _ = play_against(holds, best)
    assert mine[0, 0, 0] >= wins[0, 0, 0] - COST


def play_against(holds: Policy, best: Policy) -> tuple[Wins, Wins]:
    """The chances to win of two policies against each other, each for the one whose turn it is."""
    mine, theirs = dict.fromkeys(holds, 0.5), dict.fromkeys(holds, 0.5)
    for _ in range(200):
        for own, other, policy in ((mine, theirs, holds), (theirs, mine, best)):
            for (a, b, g), held in policy.items():
                own[a, b, g] = _follow(own, other, a, b, g, held)
    return mine, theirs


def _follow(own: Wins, other: Wins, a: int, b: int, g: int, held: bool) -> float:
    """The chance to win by one's own policy against the other's."""
    if held:
        return 1.0 if a + g >= GOAL else 1 - other[b, a + g, 0]
    more = [1.0 if a + g + pips >= GOAL else own[a, b, g + pips] for pips in range(2, 7)]
    return (1 - other[b, a, 0] + sum(more)) / 6
