"""Kokoro put together for the rest of the program."""

from __future__ import annotations

from tablekeeper.engines.core import Outcome, Rules
from tablekeeper.engines.kokoro import counting, preparing, rounds, scoring, turn
from tablekeeper.engines.kokoro.answers import ANSWERS
from tablekeeper.engines.kokoro.consistency import find_fault
from tablekeeper.engines.kokoro.flow import FLOW
from tablekeeper.engines.kokoro.setup import Setup
from tablekeeper.engines.kokoro.state import State, Table, lay_out
from tablekeeper.engines.kokoro.view import look

STEPS_FROM = (counting, preparing, rounds, scoring, turn)
"""The modules that enter their steps into FLOW when they are imported."""


def _outcome(state: State) -> Outcome:
    winners, clause = scoring.rank(state)
    scores = tuple(scoring.final_score(state, seat) for seat in range(len(state.mats)))
    return Outcome(winners, clause.removeprefix("end."), clause, scores)


RULES = Rules(
    name="kokoro",
    setup=Setup,
    table=Table,
    state=State,
    flow=FLOW,
    answers=ANSWERS,
    lay_out=lay_out,
    view=look,
    outcome=_outcome,
    find_fault=find_fault,
)
