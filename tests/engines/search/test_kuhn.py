"""The search at Kuhn poker, whose value is known: the first player loses an eighteenth of a chip a game."""

from __future__ import annotations

import random
from collections.abc import Callable
from itertools import permutations
from typing import Any

from tablekeeper.engines.core.bots.search import Prior, Search
from tests.engines.search.kuhn import CARDS, RULES, Bet, Deal, Pass, Setup, imagine, reward, stake

VALUE = -1 / 18
PLAYOUTS = 8000
WITHIN = 0.02
"""Of a chip: what is explored only, and never stops being tried, costs about 0.01."""
Policy = Callable[[Any], float]
"""How often a seat bets in a state."""


def equilibrium(state: Any) -> float:
    """Kuhn's equilibrium in which the first player never bets at once."""
    seat = len(state.said) % 2
    card = state.hands[seat]
    if seat == 0:
        return {"": 0.0, "pb": {"jack": 0.0, "queen": 1 / 3, "king": 1.0}[card]}[state.said]
    return {"b": {"jack": 0.0, "queen": 1 / 3, "king": 1.0}, "p": {"jack": 1 / 3, "queen": 0.0, "king": 1.0}}[
        state.said
    ][card]


class Searched:
    """How often the search bets: as often as it tried to."""

    def __init__(self) -> None:
        self.known: dict[tuple[str, str], float] = {}

    def __call__(self, state: Any) -> float:
        key = state.hands[len(state.said) % 2], state.said
        if key not in self.known:
            found = Search(RULES, imagine, random.Random(1), Prior(reward, bluff=0.7)).think(state, PLAYOUTS)
            tried = sum(finding.tried for finding in found)
            self.known[key] = sum(finding.tried for finding in found if finding.answer == Bet()) / tried
        return self.known[key]


searched = Searched()


def value(state: Any, policies: tuple[Policy, Policy]) -> float:
    """What the first player may expect, in chips."""
    if RULES.is_over(state):
        winner, chips = stake(state)
        return chips if winner == 0 else -chips
    bets = policies[len(state.said) % 2](state)
    return bets * value(RULES.follow(state, Bet()), policies) + (1 - bets) * value(
        RULES.follow(state, Pass()), policies
    )


def value_of_game(first: Policy, second: Policy) -> float:
    """The mean over all deals."""
    values = []
    for one, other in permutations(CARDS, 2):
        state, _ = RULES.start(Setup())
        state = RULES.follow(RULES.follow(state, Deal(one)), Deal(other))
        values.append(value(state, (first, second)))
    return sum(values) / len(values)


def test_the_equilibrium_is_worth_what_kuhn_found() -> None:
    assert abs(value_of_game(equilibrium, equilibrium) - VALUE) < 1e-12


def test_the_search_holds_the_value_of_the_game_against_the_equilibrium() -> None:
    first, second = value_of_game(searched, equilibrium), value_of_game(equilibrium, searched)
    assert VALUE - WITHIN <= first <= VALUE + 1e-9
    assert VALUE - 1e-9 <= second <= VALUE + WITHIN


def test_the_search_bluffs_with_the_lowest_card_and_never_calls_with_it() -> None:
    value_of_game(searched, searched)
    assert 0.05 < searched.known["jack", "p"] < 0.5
    assert searched.known["jack", "b"] < 0.02
    assert searched.known["king", "b"] > 0.98
