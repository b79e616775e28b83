"""How rollouts play Cocoons on: who plays, which options are worth a look, and what an end is worth."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from tablekeeper.engines.cocoons.answers import Correct, Put, Remember
from tablekeeper.engines.cocoons.bots import find_known_home, play_quickly, play_well
from tablekeeper.engines.cocoons.state import UNNAMED, State
from tablekeeper.engines.core import Answer, Outcome, Question
from tablekeeper.engines.core.bots.redeal import changed
from tablekeeper.engines.core.bots.rollouts import Plan, Weigher
from tablekeeper.engines.core.bots.weighing import Weigh
from tablekeeper.engines.core.luck import Luck
from tablekeeper.engines.core.rules import AnyRules

ROLLOUTS = 160
"""For an answer of the strong bot."""
HINT_ROLLOUTS = 160
WIDTH = 5
DECISIONS = ("turn", "slide_on", "place", "rehome", "lay")
"""The kinds of questions on which a game may hang; nothing is won by who is the youngest."""
A_TOKEN = 1e-5
"""What a token that is left is worth beside a win: it decides between options that win alike, and no more."""


def imagine(state: State, seat: int, luck: Luck) -> State:
    """The same table, where luck deals what has not been seen: of a real one nobody asks the people in a thought."""
    return state if state.setup.all_known else changed(state, setup=replace(state.setup, all_known=True))


def reward(state: State, outcome: Outcome, seat: int) -> float:
    """Whether the table won, and a trace of the tokens left."""
    return (1 - A_TOKEN * state.setup.edition.tokens + A_TOKEN * state.reserve) if outcome.winners else 0.0


def rank(rules: AnyRules, state: State, question: Question, luck: Luck) -> Sequence[Answer]:
    """What the good bot would do, then the others but those that are no help."""
    return (play_well(rules, state, question, luck), *[o for o in question.options if _may_help(state, o)])


def _may_help(state: State, answer: Answer) -> bool:
    """A guardian goes where it may live; the good bot alone says when to pay for a correction."""
    if isinstance(answer, Put):
        home = find_known_home(state, answer.guardian)
        cocoon = state.cocoons[answer.place]
        return cocoon == home or (home < 0 and state.owners[cocoon] == UNNAMED)
    return not isinstance(answer, Correct | Remember)


PLAN = Plan(
    policy=play_quickly, reward=reward, rank=rank, width=WIDTH, decides=lambda question: question.kind in DECISIONS
)


def weighing(rollouts: int) -> Weigh:
    """How often the options win, by so many rollouts."""
    return Weigher(imagine, rollouts, PLAN)


weigh = weighing(HINT_ROLLOUTS)
