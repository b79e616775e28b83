"""Who answers by itself: bots for their seats, and luck for whatever no device and nobody at the table answers."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping

from tablekeeper.engines.core import CHANCE, TEAM, Answer, Question
from tablekeeper.engines.core.playout import Bot, choose_randomly
from tablekeeper.firmware.journal.session import Session


class Bots:
    """Everybody in a game who needs no screen."""

    def __init__(
        self, seats: Mapping[int, Bot], luck: random.Random, *, deals: bool, observed: Callable[[Question], bool],
        pace_s: float = 0.0, obvious: frozenset[str] = frozenset(), held: frozenset[str] = frozenset(),
    ) -> None:  # fmt: skip
        self.seats, self.luck, self.deals = dict(seats), luck, deals
        """`deals`: whether the companion draws tiles and cards (a virtual table)."""
        self.observed = observed
        """Which questions to chance the table answers even then: dice, where a camera looks at them."""
        self.pace_s = pace_s
        """So long a bot is seen thinking, and its dice and cards are looked at, before the game goes on."""
        self.obvious = obvious
        """Which questions to chance nobody is asked once a single answer is left."""
        self.held = held
        """Which questions people answer for a bot: it does not see what lies in its hand at a real table."""
        self._waits_for = -1
        self._due_s = 0.0

    def choose(self, session: Session, question: Question, now_s: float) -> tuple[Answer, str] | None:
        """An answer with its source, or None: somebody else has to say, or it is not time yet."""
        question = self.put_to_bot(question)
        bot = self._answerer(question)
        if bot is None or not self._is_due(session, question, now_s):
            return None
        answer = bot(session.game.rules, session.history.state, question, self.luck)
        return answer, "luck" if question.asked == CHANCE else "bot"

    def plays(self, question: Question) -> bool:
        """Whether a bot answers this, or luck for it, so that nobody at the table has to."""
        seat = question.about.get("seat") if question.asked == CHANCE else question.asked
        return seat in self.seats and self._answerer(question) is not None

    def left_to_people(self, question: Question) -> Question:
        """The question without what bots answer."""
        if self.plays(question):
            return question._replace(options=())
        if question.asked != TEAM or not self.seats:
            return question
        return question._replace(options=tuple(o for o in question.options if o.giver not in self.seats))

    def put_to_bot(self, question: Question) -> Question:
        """What all are asked is put to the first bot that is waited for; people answer for themselves."""
        if question.asked != TEAM or TEAM in self.seats:
            return question
        waiting = [seat for seat in question.about.get("waiting", ()) if seat in self.seats]
        return question._replace(about={**question.about, "waiting": tuple(waiting)}) if waiting else question

    def _answerer(self, question: Question) -> Bot | None:
        if question.asked == CHANCE and self._is_obvious(question):
            return choose_randomly
        if question.asked == CHANCE:
            return choose_randomly if self.deals and not self.observed(question) else None
        if question.kind in self.held:
            return None
        if question.asked == TEAM and TEAM not in self.seats:
            return self.seats.get(next(iter(question.about.get("waiting", ())), TEAM))
        return self.seats.get(question.asked)

    def _is_obvious(self, question: Question) -> bool:
        return question.kind in self.obvious and len(set(question.options)) == 1

    def _is_due(self, session: Session, question: Question, now_s: float) -> bool:
        """Luck is quick for people; what a bot does can be followed."""
        if self.pace_s <= 0 or (question.asked == CHANCE and question.about.get("seat") not in self.seats):
            return True
        if self._waits_for != session.history.number:
            self._waits_for, self._due_s = session.history.number, now_s + self.pace_s
        return now_s >= self._due_s
