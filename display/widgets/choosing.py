"""From what was picked on the screen to the option that it means: no screen spells an answer by hand."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from tablekeeper.display.intents import Answered, FixReading, LookBack
from tablekeeper.engines.core import Question, Roll


def offered(question: Question, verb: str) -> list[Any]:
    """The options with this verb, each once."""
    return [option for option in dict.fromkeys(question.options) if option.verb == verb]


def choose(question: Question, verb: str, **parts: object) -> Answered | None:
    """Gives the option with this verb and these parts; None where the question does not offer it."""
    for option in question.options:
        if option.verb == verb and parts.items() <= option.parts().items():
            return Answered(option.spell())
    return None


def spell_roll(values: Sequence[int]) -> Answered:
    """Answers a roll with the dice that were entered."""
    return Answered(Roll(tuple(values)).spell())


def correct_roll(at: int, values: Sequence[int]) -> FixReading | LookBack:
    """Corrects a reading; where answers came after it, people see first which of them no longer fit."""
    fix = FixReading(at, Roll(tuple(values)).spell())
    return LookBack(fix) if at >= 0 else fix
