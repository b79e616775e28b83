"""A bot that holds at twenty, or at the goal."""

from __future__ import annotations

from typing import Any

from tablekeeper.engines.core import Answer, Question
from tablekeeper.engines.core.luck import Luck
from tablekeeper.engines.core.playout import choose_randomly
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
