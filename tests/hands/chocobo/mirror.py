"""A real table whose people play well: what good bots do at a virtual table is entered there, with the hands unseen."""

from __future__ import annotations

import random
from typing import Any

from tablekeeper.engines.core import CHANCE, Answer, Question
from tests.engines.tables import Case, open_table

LEFT = 2
"""So few cards stay in a deck that is run down."""


def run_down(answers: int, state: Any, hands: Any, at: int = 12) -> Any:
    """After some answers most of the deck lies on the discard pile, as after many more rounds."""
    if answers != at or state.deck <= LEFT:
        return state
    gone = state.pool[: state.deck - LEFT]
    shifted = type(state).__new__(type(state))
    changed = {"deck": LEFT, "discard": (*state.discard, *gone), "pool": state.pool[len(gone) :]}
    shifted.__dict__.update({**state.__dict__, **changed})
    hands.deck, hands.discards = LEFT, [*hands.discards, *gone]
    return shifted


IN_HANDS = ("draw",)
"""What only a virtual table is asked: at a real one cards are drawn unseen."""


class GoodPlayers:
    """They answer the questions of a real table as good bots do at a virtual one with the same luck."""

    def __init__(self, case: Case, seed: int) -> None:
        self.game, setup = open_table(case._replace(table="virtual"))
        self.state, _ = self.game.rules.start(setup)
        self.luck = random.Random(seed)

    def choose(self, question: Question) -> Answer:
        """The answer to this question of the real table."""
        options = question.options
        while True:
            asked = self.game.rules.question(self.state)
            if asked.kind != question.kind and len(options) == 1:
                return options[0]  # alone at a real table one says when one has drawn
            answer = self._answer(asked)
            self.state, _ = self.game.rules.answer(self.state, answer)
            if asked.kind not in IN_HANDS:
                assert asked.kind == question.kind, (asked.kind, question.kind)
                return answer

    def _answer(self, asked: Question) -> Answer:
        if asked.asked == CHANCE:
            return asked.options[self.luck.randrange(len(asked.options))]
        return self.game.bots["good"](self.game.rules, self.state, asked, self.luck)
