"""A bot that holds at twenty, or at the goal."""

from __future__ import annotations

from typing import Any

from tablekeeper.engines.core import Answer, Question
from tablekeeper.engines.core.bots.playout import choose_randomly
from tablekeeper.engines.core.bots.redeal import nothing_hidden
from tablekeeper.engines.core.bots.rollouts import Plan, Weigher
from tablekeeper.engines.core.bots.weighing import Weigh, Weighed
from tablekeeper.engines.core.luck import Luck
from tablekeeper.engines.core.rules import AnyRules
from tests.pig.answers import Again, Hold

ENOUGH = 20
"""From here on a further roll loses more than it gains."""


def play_well(rules: AnyRules, state: Any, question: Question, luck: Luck) -> Answer:
    """Hold with enough."""
    if question.kind != "go_on":
        return choose_randomly(rules, state, question, luck)
    wanted = min(ENOUGH, state.setup.goal - state.points[state.seat])
    return Hold() if state.gained >= wanted else Again()


def weighing(rollouts: int) -> Weigh:
    """How often each option wins, by so many rollouts; alone everybody wins."""
    roll_out = Weigher(nothing_hidden, rollouts, Plan(play_well))

    def weigh_options(rules: AnyRules, state: Any, question: Question, luck: Luck) -> Weighed | None:
        return roll_out(rules, state, question, luck) if len(state.points) > 1 else None

    return weigh_options


weigh = weighing(100)
