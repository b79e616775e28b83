"""What speaks for an answer in Pig: what one more roll gains on average, against what a 1 loses."""

from __future__ import annotations

from typing import Any

from tablekeeper.engines.core import Answer, Question
from tablekeeper.engines.core.reason import Reason
from tablekeeper.engines.core.rules import AnyRules
from tests.pig.answers import Again, Hold
from tests.pig.bots import ENOUGH


def reason_for(rules: AnyRules, state: Any, question: Question, answer: Answer) -> Reason | None:
    """For rolling on while a 1 would cost little, for holding once it would cost much or the goal is reached."""
    if isinstance(answer, Again):
        return Reason("again" if state.gained < ENOUGH else "again_risk", {"points": state.gained})
    if not isinstance(answer, Hold):
        return None
    reached = state.points[state.seat] + state.gained >= state.setup.goal
    return Reason("hold_wins" if reached else "hold", {"points": state.gained})
