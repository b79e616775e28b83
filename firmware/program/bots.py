"""Who answers by itself: bots for their seats, and luck for whatever no device and nobody at the table answers."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Mapping
from itertools import islice
from typing import cast

from tablekeeper.engines.core import CHANCE, TEAM, Answer, Question
from tablekeeper.engines.core.bots.at_table import Choice
from tablekeeper.engines.core.bots.playout import Bot, Ponderer, choose_randomly
from tablekeeper.engines.core.state import State
from tablekeeper.firmware.journal.companions import own_state, spell_source
from tablekeeper.firmware.journal.session import LUCK, Session

DEALER = "companion"
"""Cards that are dealt by it are on the screen, also where all else lies on a real table."""
THOUGHTS = 4
"""So many thoughts a frame: some hundred of them, for an answer, take two or three seconds."""


class Bots:
    """Everybody in a game who needs no screen."""

    def __init__(
        self, seats: Mapping[int, Bot], luck: random.Random, *, deals: bool, observed: Callable[[Question], bool],
        pace_s: float = 0.0, obvious: frozenset[str] = frozenset(), held: frozenset[str] = frozenset(),
        own_pieces: bool = False,
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
        self.own_pieces = own_pieces
        """Whether bots have pieces of their own beside a real table, which people neither see to nor doubt."""
        self._waits_for = -1
        self._ponders: State | None = None
        self._thoughts: Iterator[Answer] = iter(())
        self._best: Answer
        self._due_s = 0.0

    def choose(self, session: Session, question: Question, now_s: float) -> tuple[Answer, str] | None:
        """An answer with its source, or None: somebody else has to say, or it is not time yet."""
        question = self.put_to_bot(question)
        bot = self._answerer(question)
        if bot is None:
            return None
        due, thinker = self._is_due(session, question, now_s), cast("object", bot)
        if isinstance(thinker, Ponderer) and self.pace_s > 0 and not self.own_pieces:
            bot = self._ponder(thinker, session, question)
        if bot is None or not due:
            return None
        if question.asked == CHANCE:
            return bot(session.game.rules, session.history.state, question, self.luck), LUCK
        choice = self._consult(bot, session, question)
        return choice.answer, spell_source(choice.note)

    def _ponder(self, bot: Ponderer, session: Session, question: Question) -> Bot | None:
        """Let it think a little, so that the loop never waits long; once it has thought enough, who answers for it."""
        state = session.history.state
        if self._ponders is not state:
            self._ponders = state
            luck = random.Random(self.luck.random())
            self._thoughts = bot.ponder(session.game.rules, state, question, luck)
        thoughts = list(islice(self._thoughts, THOUGHTS))
        if thoughts:
            self._best = thoughts[-1]
        return None if len(thoughts) == THOUGHTS else lambda rules, state, question, luck: self._best

    def _consult(self, bot: Bot, session: Session, question: Question) -> Choice:
        """What a bot chooses, at a real table beside its own piece."""
        game, state = session.game, session.history.state
        if game.at_table is None or session.history.setup.virtual:
            return Choice(bot(game.rules, state, question, self.luck))
        own = own_state(game, session.history, question.speaker)
        return game.at_table.choose(bot, game.rules, own, question, self.luck)

    def plays(self, question: Question) -> bool:
        """Whether a bot answers this, or luck for it, so that nobody at the table has to."""
        if question.asked == TEAM and TEAM not in self.seats:
            waiting = question.about.get("waiting", ())
            return bool(waiting) and all(seat in self.seats for seat in waiting)
        seat = question.about.get("seat") if question.asked == CHANCE else question.asked
        return seat in self.seats and self._answerer(question) is not None

    def left_to_people(self, question: Question) -> Question:
        """The question without what bots answer."""
        if self.plays(question):
            return question._replace(options=())
        if question.asked != TEAM or not self.seats:
            return question
        return question._replace(options=tuple(o for o in question.options if not self.speaks_for_bot(question, o)))

    def speaks_for_bot(self, question: Question, answer: Answer) -> bool:
        """Whether this answers for a bot: in its name, for all while it is still to answer, or about its own piece."""
        if question.asked != TEAM or TEAM in self.seats:
            return False
        waits = any(seat in self.seats for seat in question.about.get("waiting", ()))
        about = answer.parts().get("seat") if self.own_pieces else answer.giver
        return about in self.seats or (answer.giver is None and waits)

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
            deals = self.deals or question.about.get("dealt_by") == DEALER
            return choose_randomly if deals and not self.observed(question) else None
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
