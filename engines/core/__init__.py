"""What the games share: questions, answers, events, frozen states, the agenda and the history."""

from engines.core.answer import Answer, Roll
from engines.core.errors import EditionFault, EngineError, Refused, SetupFault, Unreadable
from engines.core.event import Event
from engines.core.options import Product, Rolls
from engines.core.outcome import Outcome
from engines.core.question import CHANCE, PUBLIC, TEAM, Question
from engines.core.rules import Flow, Rules
from engines.core.state import State, Table, put, without

__all__ = [
    "CHANCE",
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
    "put",
    "without",
]
