"""What the games share: questions, answers, events, frozen states, the agenda and the history."""

from tablekeeper.engines.core.answer import Answer, Roll
from tablekeeper.engines.core.errors import EditionFault, EngineError, Refused, SetupFault, Unreadable
from tablekeeper.engines.core.event import Event
from tablekeeper.engines.core.options import Product, Rolls, made
from tablekeeper.engines.core.outcome import Outcome
from tablekeeper.engines.core.question import CHANCE, NOBODY, PUBLIC, TEAM, Question
from tablekeeper.engines.core.rules import Flow, Rules
from tablekeeper.engines.core.state import State, Table, put, without

__all__ = [
    "CHANCE",
    "NOBODY",
    "PUBLIC",
    "TEAM",
    "Answer",
    "EditionFault",
    "EngineError",
    "Event",
    "Flow",
    "Outcome",
    "Product",
    "Question",
    "Refused",
    "Roll",
    "Rolls",
    "Rules",
    "SetupFault",
    "State",
    "Table",
    "Unreadable",
    "made",
    "put",
    "without",
]
