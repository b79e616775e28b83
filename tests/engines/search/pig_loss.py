"""What a search loses at Pig against the best play: python -m tests.engines.search.pig_loss --goal 20 --games 100.

It plays one seat, the best policy the other one. Each of its answers costs the difference of two chances to win, both
known exactly from the solved game. Against the best policy these costs add up, on average over games, to the chance to
win that is lost in a game.
"""

from __future__ import annotations

import argparse
import random
from math import sqrt
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from tablekeeper.engines.core import CHANCE
from tablekeeper.engines.core.bots.playout import Bot, choose_randomly
from tablekeeper.engines.core.bots.redeal import nothing_hidden
from tablekeeper.engines.core.bots.rollouts import Plan, Thinker
from tablekeeper.engines.core.bots.search import Prior, searching
from tests.engines.timed import Timed, count_ms, spell_ms
from tests.pig import GAME
from tests.pig.answers import Hold
from tests.pig.bots import play_well
from tests.pig.edition import Edition
from tests.pig.setup import Setup

RULES = GAME.rules
CLOSE = 1e-12


class Solved(NamedTuple):
    """By own points, other points and the points of this turn: the chance to win after each of the two answers."""

    hold: npt.NDArray[np.float64]
    again: npt.NDArray[np.float64]

    def cost(self, state: Any, holds: bool) -> float:
        """What an answer loses of the chance to win."""
        own, other, gained = state.points[state.seat], state.points[1 - state.seat], state.gained
        if own + gained >= len(self.hold):  # a 1 is all that can keep it from winning
            return 0.0 if holds else float(self.again[other, own, 0]) / 6
        hold, again = float(self.hold[own, other, gained]), float(self.again[own, other, gained])
        return max(hold, again) - (hold if holds else again)


def solve(goal: int) -> Solved:
    """All positions at once, again and again until nothing changes."""
    own, other, gained = np.indices((goal, goal, goal))
    held, begun = np.minimum(own + gained, goal - 1), np.zeros_like(gained)
    wins = np.full((goal, goal, goal), 0.5)
    while True:
        lost = 1 - wins[other, own, begun]
        hold = np.where(gained == 0, 0.0, np.where(own + gained >= goal, 1.0, 1 - wins[other, held, begun]))
        more = [np.where(own + gained + pips >= goal, 1.0, wins[own, other, np.minimum(gained + pips, goal - 1)])
                for pips in range(2, 7)]  # fmt: skip
        again = (lost + sum(more)) / 6
        before, wins = wins, np.maximum(hold, again)
        if np.abs(wins - before).max() < CLOSE:
            return Solved(hold, again)


def play(bot: Bot, solved: Solved, goal: int, seat: int, luck: random.Random) -> tuple[float, int, int]:
    """One game against the best policy: what the bot's answers cost, how many there were, how many cost anything."""
    state, _ = RULES.start(Setup(("Ann", "Ben"), Edition(6), True, goal))
    lost, answers, worse = 0.0, 0, 0
    while not RULES.is_over(state):
        question = RULES.question(state)
        if question.asked == CHANCE or len(question.options) < 2:
            state = RULES.follow(state, choose_randomly(RULES, state, question, luck))
            continue
        if state.seat == seat:
            holds = bot(RULES, state, question, luck) == Hold()
            cost = solved.cost(state, holds)
            lost, answers, worse = lost + cost, answers + 1, worse + (cost > CLOSE)
        else:
            holds = solved.cost(state, True) <= solved.cost(state, False)
        state = RULES.follow(state, next(one for one in question.options if (one == Hold()) == holds))
    return lost, answers, worse


BOTS = {
    "search": lambda playouts: searching(nothing_hidden, playouts),
    "search-good": lambda playouts: searching(nothing_hidden, playouts, Prior(policy=play_well)),
    "rollouts": lambda playouts: Thinker(nothing_hidden, playouts, Plan(play_well)),
    "good": lambda playouts: play_well,
}
"""The search by a tree, played out by chance or by the good bot; the one by rollouts; the good bot for comparison."""


def main() -> None:
    """Print the chance to win that is lost in a game, with its 95 % interval."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--goal", type=int, default=20)
    parser.add_argument("--bot", default="search", choices=sorted(BOTS))
    parser.add_argument("--playouts", type=int, default=2000)
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    solved, bot, ms = solve(asked.goal), Timed(BOTS[asked.bot](asked.playouts)), dict[str, int]()
    played = [play(bot, solved, asked.goal, number % 2, random.Random(f"{asked.seed} {number}"))
              for number in range(asked.games)]  # fmt: skip
    count_ms(ms, bot.seconds)
    costs = [cost for cost, _, _ in played]
    mean = sum(costs) / len(costs)
    half = 1.96 * sqrt(sum((cost - mean) ** 2 for cost in costs) / max(1, len(costs) - 1) / len(costs))
    answers, worse = sum(one[1] for one in played), sum(one[2] for one in played)
    print(f"Pig to {asked.goal}, {asked.bot}, {asked.playouts} playouts, {asked.games} games: loses {mean:.3%} +- "
          f"{half:.3%} of its games by {worse} of {answers} answers; the first player wins "
          f"{solved.again[0, 0, 0]:.4f} with the best play; {spell_ms(ms)}")  # fmt: skip


if __name__ == "__main__":
    main()
