"""The history of one game: answers folded into a state, and the three ways back.

Fix a reading: the sensor was wrong; what follows is folded again as long as it still fits. Take back: one's own
decision, until something random or hidden has happened. Rewind: all agree. Each is one more entry.

Rules change between releases. A game that cannot be folded to its end is folded as far as it fits; then it waits until
the people settle on that place, or rewind further.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from operator import attrgetter
from typing import Any, NamedTuple

from tablekeeper.engines.core.answer import Answer
from tablekeeper.engines.core.errors import EngineError, Refused, Unreadable
from tablekeeper.engines.core.event import Event
from tablekeeper.engines.core.question import CHANCE, Facts, Question
from tablekeeper.engines.core.record.entries import Entry, Misfit, standing
from tablekeeper.engines.core.record.giver import THE_TABLE, Giver, QuestionId, check_current, check_own, check_turn
from tablekeeper.engines.core.rules import AnyRules
from tablekeeper.engines.core.setup import Setup
from tablekeeper.engines.core.state import State

SHOWS = attrgetter("shows")
RECENT = 16
"""So many of the last states are kept, for what is said about the last answers."""


class Played(NamedTuple):
    """An answer that stands, with what was asked and what came of it."""

    answer: Answer
    asked: int
    kind: str
    final: bool
    """Whether it showed something that cannot be unseen."""
    source: str
    only_for: int
    """The seat whose secret the answer is, or PUBLIC."""
    about: Facts
    """What a source needed to know, such as the dice."""
    events: tuple[Event, ...]
    """What it did."""


class History:
    """A game being played. Every change is handed to `keep` (which writes it down) before it counts."""

    def __init__(self, rules: AnyRules, setup: Setup, keep: Callable[[Entry], None] = lambda entry: None) -> None:
        self.rules = rules
        self.setup = setup
        self.keep = keep
        self.game = 0
        """The number of this game in its journal."""
        self.number = 0
        """How many entries there are."""
        self.played: list[Played] = []
        self.misfit: Misfit | None = None
        """What of the entries no longer fits; until the people settle on that, nothing can be answered."""
        self._recent: dict[int, Any] = {}
        """The states in which the last answers were given, by the numbers of those answers."""
        self.state, opening = rules.start(setup)
        self.opening = tuple(opening)

    @classmethod
    def fold(
        cls,
        rules: AnyRules,
        setup: Setup,
        entries: Iterable[Entry],
    ) -> History:
        """The history that follows from these entries, as far as they fit."""
        history = cls(rules, setup)
        entries = tuple(entries)
        history.number = len(entries)
        answers, history.misfit = standing(entries)
        recent = len(answers) - RECENT
        for at, (text, source) in enumerate(answers):
            before = history.state
            try:
                history.state, played = history._played(before, rules.read(text), source)
            except Exception as fault:  # noqa: BLE001 (other rules may do anything with what a journal holds)
                history._note_misfit(fault, text, len(answers) - at)
                break
            if at >= recent:
                history._remember(before)
            history.played.append(played)
        history._stand_where_it_shows()
        return history

    @property
    def question(self) -> Question:
        """What is awaited now."""
        return self.rules.question(self.state)

    @property
    def happened(self) -> tuple[Event, ...]:
        """What the last answer did; before the first, what the opening did."""
        return self.played[-1].events if self.played else self.opening

    @property
    def asked(self) -> QuestionId:
        """Which question is open."""
        return QuestionId(self.game, self.number)

    def check(self, answer: Answer, giver: Giver) -> None:
        """Refuse an answer that comes from the wrong seat, or to another question than the one that is open."""
        check_current(giver, self.asked)
        if giver.seat is not None:
            check_turn(giver.seat, self.question, answer)

    def answer(
        self, answer: Answer, source: str, taken_at_s: float = 0.0, giver: Giver = THE_TABLE
    ) -> tuple[Event, ...]:
        """Answer the open question; returns what happened, once it is kept."""
        self._refuse_misfit()
        self.check(answer, giver)
        state, played = self._played(self.state, answer, source)
        self._keep(Entry("answer", len(self.played), answer.spell(), 0, source, taken_at_s))
        self._remember(self.state)
        self.state = state
        self.played.append(played)
        return played.events

    def fix(
        self, at: int, answer: Answer, source: str, taken_at_s: float = 0.0, giver: Giver = THE_TABLE
    ) -> list[Played]:
        """Put another answer in the place of a wrong reading; returns the later answers that no longer fit."""
        self._refuse_misfit()
        check_current(giver, self.asked)
        state, again = self._fixed(at, answer, source)
        self._keep(Entry("fix", at, answer.spell(), len(again) - 1, source, taken_at_s))
        dropped = self.played[at + len(again) :]
        self.played[at:] = again
        self._recent.clear()
        self.state = state
        return dropped

    def dropped_by(self, at: int, answer: Answer, source: str) -> list[Played]:
        """The later answers that would no longer fit if this one were fixed."""
        self._refuse_misfit()
        _, again = self._fixed(at, answer, source)
        return self.played[at + len(again) :]

    def _fixed(self, at: int, answer: Answer, source: str) -> tuple[Any, list[Played]]:
        """The right answer in its place, and those after it as long as they fit."""
        state, right = self._played(self.before(at), answer, source)
        again = [right]
        for later in self.played[at + 1 :]:
            try:
                state, played = self._played(state, later.answer, later.source)
            except EngineError:
                break
            again.append(played)
        return state, again

    def can_take_back(self) -> int | None:
        """The place of the decision that its giver may still take back, or None."""
        if not self.played or self.misfit is not None:
            return None
        last = self.played[-1]
        return None if last.asked == CHANCE or last.final else len(self.played) - 1

    def take_back(self, source: str, taken_at_s: float = 0.0, giver: Giver = THE_TABLE) -> Played:
        """Take back the last decision; Refused once something random or hidden has happened since."""
        check_current(giver, self.asked)
        at = self.can_take_back()
        if at is None:
            raise Refused(
                "take_back.too_late", "a decision as the last answer, nothing random or hidden since", "take_back"
            )
        check_own(giver, self.played[at].asked, self.played[at].answer.giver)
        return self._cut("take_back", at, source, taken_at_s)

    def rewind(self, at: int, source: str, taken_at_s: float = 0.0, giver: Giver = THE_TABLE) -> Played:
        """Go back to before an answer, because everybody agrees; returns the first answer undone."""
        check_current(giver, self.asked)
        return self._cut("rewind", at, source, taken_at_s)

    def settle(self, source: str, taken_at_s: float = 0.0) -> None:
        """Go on from where the entries still fit: what no longer fits is rewound, in one more entry."""
        if self.misfit is None:
            raise Refused("settle.fits", "a game of which something no longer fits", "settle")
        self._keep(Entry("rewind", len(self.played), "", 0, source, taken_at_s))
        self.misfit = None

    def _cut(self, kind: str, at: int, source: str, taken_at_s: float) -> Played:
        state = self.before(at)
        self._keep(Entry(kind, at, "", 0, source, taken_at_s))
        first = self.played[at]
        del self.played[at:]
        self._recent.clear()
        self.state, self.misfit = state, None
        return first

    def _stand_where_it_shows(self) -> None:
        """Go back from a state that cannot be looked at, as only states of broken rules cannot."""
        while True:
            try:
                _look(self.rules, self.state)
                return
            except Exception as fault:
                if not self.played:
                    raise
                last = len(self.played) - 1
                self.state = self.before(last)
                self._note_misfit(fault, self.played.pop().answer.spell(), 1)

    def _note_misfit(self, fault: Exception, text: str, lost: int) -> None:
        """The entries fit up to here; more may have been lost behind."""
        code, detail = _name(fault)
        beyond = self.misfit.lost if self.misfit else 0
        self.misfit = Misfit(code, len(self.played), text, lost + beyond, detail)

    def _refuse_misfit(self) -> None:
        if self.misfit is not None:
            raise Refused("history.misfit", "to settle first on what still fits", self.misfit.text)

    def _keep(self, entry: Entry) -> None:
        self.keep(entry)
        self.number += 1

    def before(self, at: int) -> Any:
        """The state in which this answer was given."""
        if not 0 <= at < len(self.played):
            raise Refused("history.no_such_answer", f"an answer from 0 to {len(self.played) - 1}", str(at))
        if at in self._recent:
            return self._recent[at]
        state, _ = self.rules.start(self.setup)
        for played in self.played[:at]:
            state = self.rules.follow(state, played.answer)
        return state

    def _remember(self, state: State) -> None:
        """The state in which the next answer is given."""
        self._recent[len(self.played)] = state
        self._recent.pop(len(self.played) - RECENT, None)

    def _played(self, state: State, answer: Answer, source: str) -> tuple[Any, Played]:
        """The state after an answer to the question of this one, and what there is to remember of it."""
        question = self.rules.question(state)
        after, events = self.rules.answer(state, answer)
        return after, Played(
            answer,
            question.asked,
            question.kind,
            question.final or any(map(SHOWS, events)),
            source,
            question.only_for,
            question.about,
            tuple(events),
        )


def _look(rules: AnyRules, state: State) -> None:
    """Look at a state as a page does: what cannot be shown does not fit."""
    rules.view(state)
    if rules.is_over(state):
        rules.outcome(state)
    else:
        rules.question(state)


def _name(fault: Exception) -> tuple[str, str]:
    if isinstance(fault, Refused):
        return "answer.refused", fault.reason
    if isinstance(fault, Unreadable):
        return "answer.unreadable", ""
    return "rules.broken", type(fault).__name__
