"""What a hint advises, and what spoke for a choice of the companion: an answer, why, and where the game has numbers for
it what its two best options promise."""

from __future__ import annotations

from typing import NamedTuple

from tablekeeper.engines.core import Answer, Question
from tablekeeper.engines.core.bots.weighing import WINS, Weigh, Weighed
from tablekeeper.engines.core.game import Game
from tablekeeper.engines.core.luck import Luck
from tablekeeper.engines.core.reason import Reason
from tablekeeper.engines.core.state import State


class Advice(NamedTuple):
    """What a player might answer, or what the companion did."""

    answer: Answer
    reason: Reason | None
    weighed: Weighed | None = None
    """What the options promise, the best first; None where the game has no number."""


def advise(game: Game, state: State, question: Question, luck: Luck) -> Advice:
    """The option that promises most; where the game has no numbers, what the good bot would answer."""
    weighed = _weigh(game.weigh, game, state, question, luck)
    answer = weighed.findings[0].answer if weighed else game.bot("good")(game.rules, state, question, luck)
    return Advice(answer, _beside(weighed, game.reason(game.rules, state, question, answer)), weighed)


def explain(game: Game, state: State, question: Question, answer: Answer, luck: Luck) -> Advice:
    """What speaks for an answer that was given, with what the options promised by what everybody knows."""
    weighed = _weigh(game.weigh_openly, game, state, question, luck)
    return Advice(answer, _beside(weighed, game.reason(game.rules, state, question, answer)), weighed)


def _weigh(weigh: Weigh | None, game: Game, state: State, question: Question, luck: Luck) -> Weighed | None:
    return None if weigh is None else weigh(game.rules, state, question, luck)


def _beside(weighed: Weighed | None, reason: Reason | None) -> Reason | None:
    """The reason that is said beside the numbers; they know a chance to win better than it does."""
    known = weighed is not None and weighed.unit == WINS
    return None if known and reason is not None and "percent" in reason.facts else reason
