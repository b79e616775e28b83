"""Why a good player gives an answer: a key of the game's texts, with the numbers of this case."""

from __future__ import annotations

from typing import NamedTuple

from tablekeeper.engines.core.answer import Answer
from tablekeeper.engines.core.question import Facts, Question
from tablekeeper.engines.core.rules import AnyRules
from tablekeeper.engines.core.state import State


class Reason(NamedTuple):
    """What speaks for an answer in one state. It names only what the seat that gives it may know."""

    key: str
    facts: Facts


def no_reason(rules: AnyRules, state: State, question: Question, answer: Answer) -> Reason | None:
    """A game that gives no reasons."""
    return None
