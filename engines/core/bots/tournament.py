"""Bots against each other, many games, and how sure one may be of the result."""

from __future__ import annotations

from collections.abc import Sequence
from math import ceil, exp, floor, fsum, lgamma, log
from typing import NamedTuple

from tablekeeper.engines.core.bots.playout import Bot, play_out
from tablekeeper.engines.core.luck import Luck
from tablekeeper.engines.core.rules import AnyRules
from tablekeeper.engines.core.setup import Setup

DOUBT = 0.05
"""How often an interval may miss: 95 % hold."""


class Tally(NamedTuple):
    """What a tournament showed."""

    games: int
    wins: tuple[float, ...]
    """By bot; a win that several share is split among them."""
    answers: int


def tournament(rules: AnyRules, setup: Setup, bots: Sequence[Bot], games: int, luck: Luck) -> Tally:
    """Play games of one bot a seat; from game to game each bot moves on by one seat."""
    seats = len(bots)
    wins = [0.0] * seats
    answers = 0
    for game in range(games):
        order = [(seat + game) % seats for seat in range(seats)]
        state, _ = rules.start(setup)
        state, count = play_out(rules, state, luck, [bots[i] for i in order])
        answers += count
        outcome = rules.outcome(state)
        winners = outcome.winners if outcome else ()
        for seat in winners:
            wins[order[seat]] += 1 / len(winners)
    return Tally(games, tuple(wins), answers)


def interval(wins: float, games: int) -> tuple[float, float]:
    """The exact 95 % interval (Clopper and Pearson) of the chance to win; a broken count widens it to whole wins."""
    if not 0 <= wins <= games or games < 1:
        raise ValueError(
            f"Cannot find an interval: found {wins} wins in {games} games; expected 0 to {games} of 1 or more"
        )
    fewest, most = floor(wins), ceil(wins)
    low = 0.0 if fewest == 0 else _chance_where(fewest, games, DOUBT / 2)
    high = 1.0 if most == games else _chance_where(most + 1, games, 1 - DOUBT / 2)
    return low, high


def _chance_where(wins: int, games: int, odds: float) -> float:
    """The chance to win with which that many wins or more have these odds; they grow with the chance."""
    low, high = 0.0, 1.0
    for _ in range(50):
        middle = (low + high) / 2
        if at_least(wins, games, middle) < odds:
            low = middle
        else:
            high = middle
    return (low + high) / 2


def at_least(wins: int, games: int, chance: float) -> float:
    """The odds of that many wins or more in so many games."""
    if wins <= 0:
        return 1.0
    whole = lgamma(games + 1)
    won, lost = log(chance), log(1 - chance)
    return fsum(
        exp(whole - lgamma(n + 1) - lgamma(games - n + 1) + n * won + (games - n) * lost)
        for n in range(wins, games + 1)
    )
