"""Who answers by itself: bots for their seats, and luck for whatever no device and nobody at the table tells."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping

from tablekeeper.engines.core import CHANCE, Answer, Question
from tablekeeper.engines.core.playout import Bot, choose_randomly
from tablekeeper.firmware.journal.session import Session


class Bots:
    """Everybody in a game who needs no screen."""

    def __init__(
        self, seats: Mapping[int, Bot], luck: random.Random, *, deals: bool, observed: Callable[[Question], bool]
    ) -> None:
        self.seats, self.luck, self.deals = dict(seats), luck, deals
        """`deals`: whether the companion draws tiles and cards (a virtual table)."""
        self.observed = observed
        """Which questions to chance the table answers even then: dice, where a camera looks at them."""

    def choose(self, session: Session, question: Question) -> tuple[Answer, str] | None:
        """An answer with its source, or None: somebody else has to say."""
        bot = self._answerer(question)
        if bot is None:
            return None
        answer = bot(session.game.rules, session.history.state, question, self.luck)
        return answer, "luck" if question.asked == CHANCE else "bot"

    def _answerer(self, question: Question) -> Bot | None:
        if question.asked == CHANCE:
            return choose_randomly if self.deals and not self.observed(question) else None
        return self.seats.get(question.asked)
