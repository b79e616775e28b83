"""Cocoons put together for the rest of the program."""

from __future__ import annotations

from tablekeeper.engines.cocoons import ending, opening, placing, sides, turn, uncovering
from tablekeeper.engines.cocoons.answers import ANSWERS
from tablekeeper.engines.cocoons.consistency import find_fault
from tablekeeper.engines.cocoons.flow import FLOW
from tablekeeper.engines.cocoons.setup import Setup
from tablekeeper.engines.cocoons.state import State, Table, lay_out
from tablekeeper.engines.cocoons.view import look
from tablekeeper.engines.core import Rules

STEPS_FROM = (ending, opening, placing, sides, turn, uncovering)
"""The modules that enter their steps into FLOW when they are imported."""

RULES = Rules(
    name="cocoons",
    setup=Setup,
    table=Table,
    state=State,
    flow=FLOW,
    answers=ANSWERS,
    lay_out=lay_out,
    view=look,
    outcome=ending.outcome,
    find_fault=find_fault,
)
