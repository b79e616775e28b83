"""Pig put together for the rest of the program."""

from __future__ import annotations

from tablekeeper.engines.core import Rules
from tests.pig import turn
from tests.pig.answers import ANSWERS
from tests.pig.flow import FLOW
from tests.pig.setup import Setup
from tests.pig.state import State, Table, find_fault, lay_out
from tests.pig.view import look

RULES = Rules(
    name="pig",
    setup=Setup,
    table=Table,
    state=State,
    flow=FLOW,
    answers=ANSWERS,
    lay_out=lay_out,
    view=look,
    outcome=turn.find_outcome,
    find_fault=find_fault,
)
