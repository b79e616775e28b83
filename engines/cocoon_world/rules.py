"""Cocoon World put together for the rest of the program."""

from __future__ import annotations

from tablekeeper.engines.cocoon_world import bets, dungeon, movement, placing, points, refusals, supply, turn
from tablekeeper.engines.cocoon_world.answers import ANSWERS
from tablekeeper.engines.cocoon_world.consistency import find_fault
from tablekeeper.engines.cocoon_world.flow import FLOW
from tablekeeper.engines.cocoon_world.setup import Setup
from tablekeeper.engines.cocoon_world.state import State, Table, lay_out
from tablekeeper.engines.cocoon_world.view import look
from tablekeeper.engines.core import Outcome, Rules

STEPS_FROM = (bets, dungeon, movement, placing, points, refusals, supply, turn)
"""The modules that enter their steps into FLOW when they are imported."""


def _outcome(state: State) -> Outcome:
    winner, clause = turn.rank(state)
    return Outcome((winner,), clause.removeprefix("end."), clause, state.ep)


RULES = Rules(
    name="cocoon_world",
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
