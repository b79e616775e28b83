"""The one thing a game waits for: what, of whom, and what may be answered."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from tablekeeper.engines.core.answer import Answer

TEAM = -1
CHANCE = -2
PUBLIC = -3
NOBODY = -4
"""Nobody may see such options listed: what may still come would reveal what is held."""
TELL = "tell"
"""The kind of each question about what this copy prints: the table alone can see it, so luck never answers for it."""

Facts = Mapping[str, Any]
"""What an event or a question names, by name: numbers, texts, and tuples of them."""


class Question(NamedTuple):
    """What is awaited. `options` is never empty; chance lists an option as often as it is likely."""

    kind: str
    asked: int
    """A seat, TEAM, or CHANCE (dice, cards and tiles: whoever sees them enters them)."""
    options: Sequence[Answer]
    about: Mapping[str, Any] = {}
    """What a source needs to answer: for a roll `dice`, as (colour, count) in the order of the values."""
    only_for: int = PUBLIC
    """The one seat that the answer is a secret of: it alone may see the options, and of chance not even it.

    NOBODY where the answer will be open and the options must not be.
    """
    final: bool = False
    """Whatever is answered shows its giver something new, so it cannot be taken back."""

    @property
    def speaker(self) -> int:
        """The seat that a bot speaks for: the one asked, or of a team the first that is waited for."""
        if self.asked != TEAM:
            return self.asked
        waiting: Sequence[int] = self.about.get("waiting", ())
        return waiting[0] if waiting else 0

    def put_to(self, seat: int) -> Question:
        """Of a team this seat is asked first, if it is waited for at all."""
        waiting = self.about.get("waiting", ())
        if self.asked != TEAM or seat not in waiting:
            return self
        return self._replace(about={**self.about, "waiting": (seat, *(other for other in waiting if other != seat))})

    def seen_by(self, seat: int) -> Question:
        """This question as a seat, or PUBLIC, may see it; what may still be drawn would reveal what others drew."""
        if self.only_for == PUBLIC or (self.only_for == seat and self.asked != CHANCE):
            return self
        return self._replace(options=())
