"""Games played out by bots: every question, chance included, is answered by somebody."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any, Protocol, TypeVar, runtime_checkable

from tablekeeper.engines.core.answer import Answer
from tablekeeper.engines.core.luck import Luck
from tablekeeper.engines.core.question import CHANCE, Question
from tablekeeper.engines.core.rules import AnyRules
from tablekeeper.engines.core.state import State

S = TypeVar("S", bound=State)
Bot = Callable[[AnyRules, Any, Question, Luck], Answer]


@runtime_checkable
class Ponderer(Protocol):
    """A bot that takes long, and can be given time bit by bit."""

    def ponder(self, rules: AnyRules, state: Any, question: Question, luck: Luck) -> Iterator[Answer]:
        """The best answer so far, again and again; the last one is its answer."""


def choose_randomly(rules: AnyRules, state: State, question: Question, luck: Luck) -> Answer:
    """Any option, all alike: the plainest bot, and what dice and cards do."""
    options = question.options
    return options[int(luck.random() * len(options))]


def play_out(
    rules: AnyRules,
    state: S,
    luck: Luck,
    bots: Sequence[Bot] = (),
    on_answer: Callable[..., None] | None = None,
) -> tuple[S, int]:
    """Answer until the game is over; bots by seat (of a team the first that is waited for), chance by luck."""
    if not bots and on_answer is None:
        return rules.play_randomly(state, luck)
    answers = 0
    while not rules.is_over(state):
        question = rules.question(state)
        asked = question.asked
        bot = choose_randomly if asked == CHANCE or not bots else bots[question.speaker]
        answer = bot(rules, state, question, luck)
        state, events = rules.answer(state, answer)
        answers += 1
        if on_answer is not None:
            on_answer(question, answer, events)
    return state, answers
