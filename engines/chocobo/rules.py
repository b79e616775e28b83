"""Chocobo's Dungeon put together for the rest of the program."""

from __future__ import annotations

from tablekeeper.engines.chocobo import books, cards, dial, fight, knowledge, movement, ring, rounds
from tablekeeper.engines.chocobo.answers import ANSWERS
from tablekeeper.engines.chocobo.consistency import find_fault
from tablekeeper.engines.chocobo.flow import FLOW
from tablekeeper.engines.chocobo.health import CLAUSES, WON
from tablekeeper.engines.chocobo.setup import Setup
from tablekeeper.engines.chocobo.state import State, Table, lay_out
from tablekeeper.engines.chocobo.view import look
from tablekeeper.engines.core import Outcome, Rules

STEPS_FROM = (books, cards, dial, fight, knowledge, movement, ring, rounds)
"""The modules that enter their steps into FLOW when they are imported."""


def _outcome(state: State) -> Outcome:
    """All win or all lose."""
    winners = tuple(range(len(state.hands))) if state.cause == WON else ()
    return Outcome(winners, state.cause, CLAUSES[state.cause])


RULES = Rules(
    name="chocobo",
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
