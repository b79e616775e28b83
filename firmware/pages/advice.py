"""What a hint advises: an answer, why, and where the game has numbers for it what its two best options promise."""

from __future__ import annotations

from typing import NamedTuple

from tablekeeper.display.words.speech import Speech
from tablekeeper.engines.core import Answer, Question
from tablekeeper.engines.core.bots.weighing import WINS, Weighed
from tablekeeper.engines.core.game import Game
from tablekeeper.engines.core.luck import Luck
from tablekeeper.engines.core.reason import Reason
from tablekeeper.engines.core.state import State


class Advice(NamedTuple):
    """What a player might answer."""

    answer: Answer
    reason: Reason | None
    weighed: Weighed | None = None
    """What the options promise, the advised one first; None where the game has no number."""


def advise(game: Game, state: State, question: Question, luck: Luck) -> Advice:
    """The option that promises most; where the game has no numbers, what the good bot would answer."""
    weighed = _weigh(game, state, question, luck)
    answer = weighed.findings[0].answer if weighed else game.bot("good")(game.rules, state, question, luck)
    reason = game.reason(game.rules, state, question, answer)
    if weighed and weighed.unit == WINS and reason is not None and "percent" in reason.facts:
        reason = None  # what was weighed knows that chance better
    return Advice(answer, reason, weighed)


def _weigh(game: Game, state: State, question: Question, luck: Luck) -> Weighed | None:
    return None if game.weigh is None else game.weigh(game.rules, state, question, luck)


def say_expectations(advice: Advice, speech: Speech) -> str:
    """What the advised option and the next one promise; empty where that is not known."""
    if advice.weighed is None or len(advice.weighed.findings) < 2:
        return ""
    best, other, *_ = advice.weighed.findings
    return speech.expects(advice.weighed.unit, best.expects, other.expects, other.answer)
