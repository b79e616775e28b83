"""What a hint advises: an answer, why, and where the game is searched what its two best options promise."""

from __future__ import annotations

from typing import NamedTuple

from tablekeeper.display.words.speech import Speech
from tablekeeper.engines.core import Answer, Question
from tablekeeper.engines.core.game import Game
from tablekeeper.engines.core.luck import Luck
from tablekeeper.engines.core.reason import Reason
from tablekeeper.engines.core.rollouts import Rollouts
from tablekeeper.engines.core.search import Finding
from tablekeeper.engines.core.state import State


class Advice(NamedTuple):
    """What a player might answer."""

    answer: Answer
    reason: Reason | None
    best: tuple[Finding, ...] = ()
    """The two best options as the search found them; none where it was not asked."""


def advise(game: Game, state: State, question: Question, luck: Luck) -> Advice:
    """What the search would answer; where the game has none, or a look would be peeping, what the good bot would."""
    best = () if question.final else tuple(_search(game, state, luck))
    answer = best[0].answer if best else game.bot("good")(game.rules, state, question, luck)
    reason = game.reason(game.rules, state, question, answer)
    if best and reason is not None and "percent" in reason.facts:  # the search knows that chance better
        reason = None
    return Advice(answer, reason, best)


def _search(game: Game, state: State, luck: Luck) -> list[Finding]:
    """The two best options, where several play against one another: alone there is nobody to win against."""
    if game.plan is None or len(state.__dict__["setup"].players) < 2 or len(game.rules.question(state).options) < 2:
        return []
    return Rollouts(game.rules, game.imagine, luck, game.plan).think(state, game.plan.hint)[:2]


def say_expectations(advice: Advice, speech: Speech) -> str:
    """In how many of 100 games like this each of the two wins; empty where that is not known."""
    if len(advice.best) < 2:
        return ""
    best, other = advice.best
    return speech.expects(best.expects, other.expects, other.answer)
