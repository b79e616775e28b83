"""The history of one game: answers folded into a state, and the three ways back.

Fix a reading: the sensor was wrong; what follows is folded again as long as it still fits. Take back: one's own
decision, until something random or hidden has happened. Rewind: all agree. Each is one more entry; entries are never
erased, and the same entries always give the same state.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, NamedTuple

from tablekeeper.engines.core.answer import Answer
from tablekeeper.engines.core.errors import EngineError, Refused
from tablekeeper.engines.core.event import Event
from tablekeeper.engines.core.question import CHANCE, Question
from tablekeeper.engines.core.rules import Rules

KINDS = ("answer", "fix", "take_back", "rewind")


class Entry(NamedTuple):
    """One line of the journal. `at` is the place in the sequence of answers that it speaks of."""

    kind: str
    at: int
    text: str = ""
    """The spelled answer (of an answer or a fix)."""
    kept: int = 0
    """How many answers after a fixed one still fitted."""
    source: str = ""
    """Who answered: `camera`, `hall`, `touch`, `keyboard`, `bot`, `simulation`..."""
    taken_at_s: float = 0.0


class Played(NamedTuple):
    """An answer that stands, with what was asked and what came of it."""

    answer: Answer
    asked: int
    kind: str
    final: bool
    source: str
    events: tuple[Event, ...]
    """What it did."""


def standing(entries: Iterable[Entry]) -> list[tuple[str, str]]:
    """The answers that stand after all entries, as (text, source)."""
    texts: list[tuple[str, str]] = []
    for entry in entries:
        if entry.kind not in KINDS:
            raise ValueError(f"an entry has kind {entry.kind!r}, right would be one of {', '.join(KINDS)}")
        if not 0 <= entry.at <= len(texts) or (entry.kind != "answer" and entry.at == len(texts)):
            raise ValueError(f"an entry of kind {entry.kind!r} speaks of answer {entry.at}, but {len(texts)} stand")
        if entry.kind == "answer":
            if entry.at != len(texts):
                raise ValueError(f"an answer is numbered {entry.at}, right would be {len(texts)}")
            texts.append((entry.text, entry.source))
        elif entry.kind == "fix":
            later = texts[entry.at + 1 : entry.at + 1 + entry.kept]
            texts[entry.at :] = [(entry.text, entry.source), *later]
        else:
            del texts[entry.at :]
    return texts


class History:
    """A game being played. Every change is handed to `keep` (which writes it down) before it counts."""

    def __init__(self, rules: Rules[Any, Any], setup: Any, keep: Callable[[Entry], None] = lambda entry: None) -> None:
        self.rules = rules
        self.setup = setup
        self.keep = keep
        self.played: list[Played] = []
        self.state, opening = rules.start(setup)
        self.opening = tuple(opening)

    @classmethod
    def fold(
        cls,
        rules: Rules[Any, Any],
        setup: Any,
        entries: Iterable[Entry],
    ) -> History:
        """The history that these entries tell; an entry that does not fit is Refused with its number."""
        history = cls(rules, setup)
        for number, (text, source) in enumerate(standing(entries)):
            answer = rules.read(text)
            try:
                history.state, played = history._played(history.state, answer, source)
            except Refused as fault:
                raise Refused(fault.reason, f"{fault.expected} as answer {number}", fault.came) from None
            history.played.append(played)
        return history

    @property
    def question(self) -> Question:
        """What is awaited now."""
        return self.rules.question(self.state)

    @property
    def happened(self) -> tuple[Event, ...]:
        """What the last answer did; before the first, what the opening did."""
        return self.played[-1].events if self.played else self.opening

    def answer(self, answer: Answer, source: str, taken_at_s: float = 0.0) -> tuple[Event, ...]:
        """Answer the open question; returns what happened, once it is kept."""
        state, played = self._played(self.state, answer, source)
        self.keep(Entry("answer", len(self.played), answer.spell(), 0, source, taken_at_s))
        self.state = state
        self.played.append(played)
        return played.events

    def fix(self, at: int, answer: Answer, source: str, taken_at_s: float = 0.0) -> list[Played]:
        """Put another answer in the place of a wrong reading; returns the later answers that no longer fit."""
        state, right = self._played(self._before(at), answer, source)
        again = [right]
        for later in self.played[at + 1 :]:
            try:
                state, played = self._played(state, later.answer, later.source)
            except EngineError:
                break
            again.append(played)
        self.keep(Entry("fix", at, answer.spell(), len(again) - 1, source, taken_at_s))
        dropped = self.played[at + len(again) :]
        self.played[at:] = again
        self.state = state
        return dropped

    def can_take_back(self) -> int | None:
        """The place of the decision that its giver may still take back, or None."""
        if not self.played:
            return None
        last = self.played[-1]
        return None if last.asked == CHANCE or last.final else len(self.played) - 1

    def take_back(self, source: str, taken_at_s: float = 0.0) -> Played:
        """Take back the last decision; Refused once something random or hidden has happened since."""
        at = self.can_take_back()
        if at is None:
            raise Refused(
                "take_back.too_late", "a decision as the last answer, nothing random or hidden since", "take_back"
            )
        return self._cut("take_back", at, source, taken_at_s)

    def rewind(self, at: int, source: str, taken_at_s: float = 0.0) -> Played:
        """Go back to before an answer, because everybody agrees; returns the first answer undone."""
        return self._cut("rewind", at, source, taken_at_s)

    def _cut(self, kind: str, at: int, source: str, taken_at_s: float) -> Played:
        state = self._before(at)
        self.keep(Entry(kind, at, "", 0, source, taken_at_s))
        first = self.played[at]
        del self.played[at:]
        self.state = state
        return first

    def _before(self, at: int) -> Any:
        if not 0 <= at < len(self.played):
            raise Refused("history.no_such_answer", f"an answer from 0 to {len(self.played) - 1}", str(at))
        state, _ = self.rules.start(self.setup)
        for played in self.played[:at]:
            state, _ = self.rules.answer(state, played.answer)
        return state

    def _played(self, state: Any, answer: Answer, source: str) -> tuple[Any, Played]:
        """The state after an answer to the question of this one, and what there is to remember of it."""
        question = self.rules.question(state)
        after, events = self.rules.answer(state, answer)
        return after, Played(answer, question.asked, question.kind, question.final, source, tuple(events))
