"""Plays games beside a referee: the engine asks, chance and players answer, and both must stand alike."""

from __future__ import annotations

import random
from collections.abc import Generator
from typing import Any, Protocol

from tablekeeper.engines.core import CHANCE
from tablekeeper.engines.core.game import Game

Asking = Generator[str, list[str], None]
"""Yields the kind of the next question, takes the words of its answer."""
LONGEST = 6000


class Referee(Protocol):
    """One game on paper."""

    def play(self) -> Asking:
        """The whole game."""
        ...

    def compare(self, state: Any) -> None:
        """Both tables show the same."""
        ...


def watch(game: Game, setup: Any, referee: Referee, luck: random.Random, bot: str = "random") -> int:
    """How many answers one game took; a difference is an AssertionError."""
    rules = game.rules
    state, _ = rules.start(setup)
    asking = referee.play()
    expected: str | None = next(asking)
    told: list[str] = []
    while not rules.is_over(state):
        question = rules.question(state)
        assert question.kind == expected, (question.kind, expected, told[-12:])
        referee.compare(state)
        chosen = game.bots["random" if question.asked == CHANCE else bot]
        answer = chosen(rules, state, question, luck)
        state, _ = rules.answer(state, answer)
        told.append(answer.spell())
        try:
            expected = asking.send(answer.spell().split())
        except StopIteration:
            expected = None
        assert len(told) < LONGEST
    assert expected is None, (expected, told[-12:])
    referee.compare(state)
    return len(told)
