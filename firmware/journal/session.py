"""One game at one table: its rules, its history, and the journal that keeps it."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from tablekeeper.display.words.texts import Said
from tablekeeper.engines.catalogue import find_game
from tablekeeper.engines.core.answer import Answer
from tablekeeper.engines.core.errors import EngineError
from tablekeeper.engines.core.event import Event
from tablekeeper.engines.core.game import Game
from tablekeeper.engines.core.history import History, Played
from tablekeeper.engines.core.state import from_plain, to_plain
from tablekeeper.firmware.errors import BadInput, JournalFault
from tablekeeper.firmware.journal.journal import Journal, Record
from tablekeeper.firmware.settings.copies import Copies

SHIPPED_ONLY = Copies()
LUCK = "luck"
"""The source of what the companion drew itself: it says nothing about anybody's copy."""


class Session:
    """A game that can be played, left and resumed."""

    def __init__(
        self, game: Game, journal: Journal, record: int, history: History, now: Callable[[], float], copies: Copies
    ) -> None:
        self.game = game
        self.journal = journal
        self.record = record
        self.history = history
        self.now = now
        self.copies = copies
        self.notices: dict[str, str] = {}
        """What could not be written beside the answers, one sentence by what it concerns; the game goes on."""
        self._told = dict(game.learned(history.state))
        history.keep = journal.writer(record)

    @classmethod
    def begin(
        cls,
        journal: Journal,
        name: str,
        players: Sequence[str],
        *,
        table: str,
        edition: str = "",
        options: Mapping[str, str] | None = None,
        copies: Copies = SHIPPED_ONLY,
        now: Callable[[], float] = time.time,
    ) -> Session:
        """A new game; one that was unfinished is left."""
        game = find_game(name)
        setup = game.prepare(players, copies.open(game, edition, table), table=table, options=options or {})
        before = journal.unfinished()
        if before is not None:
            journal.end(before.id, "left", (), now())
        record = journal.begin(game.name, to_plain(setup), now())
        return cls(game, journal, record, History(game.rules, setup), now, copies)

    @classmethod
    def resume(
        cls, journal: Journal, record: Record, now: Callable[[], float] = time.time, copies: Copies = SHIPPED_ONLY
    ) -> Session:
        """The game as the journal tells it."""
        game = find_game(record.name)
        setup = read_setup(game, record)
        history = History.fold(game.rules, setup, journal.entries(record.id))
        return cls(game, journal, record.id, history, now, copies)

    def once_more(self) -> Session:
        """A new game with the same people and the same copy."""
        setup = self.history.setup
        record = self.journal.begin(self.game.name, to_plain(setup), self.now())
        return Session(self.game, self.journal, record, History(self.game.rules, setup), self.now, self.copies)

    @property
    def names(self) -> dict[int, str]:
        """Who can be asked, by name."""
        return self.game.rules.seat_names(self.history.setup)

    @property
    def is_over(self) -> bool:
        """Whether nothing is asked any more."""
        return self.game.rules.is_over(self.history.state)

    def answer(self, answer: Answer, source: str) -> tuple[Event, ...]:
        """Answer the open question; what happened is returned once it is on disk."""
        events = self.history.answer(answer, source, self.now())
        self._keep_told(source)
        self.note_end()
        return events

    def note_end(self) -> None:
        """Write down that the game is over and how, if it is: where that fails, the next who opens the game does it."""
        if not self.is_over:
            return
        try:
            self.journal.end(self.record, "over", self.game.rules.outcome(self.history.state) or (), self.now())
        except JournalFault as fault:
            self.notices["journal"] = Said("trouble.saving_late", str(fault))

    def fix(self, at: int, answer: Answer, source: str) -> list[Played]:
        """The sensor was wrong: put the right reading in its place; returns what no longer fits."""
        dropped = self.history.fix(at, answer, source, self.now())
        self._keep_told(source)
        self.note_end()
        return dropped

    def take_back(self, source: str) -> Played:
        """Take the last decision back."""
        taken = self.history.take_back(source, self.now())
        self._keep_told(source)
        return taken

    def rewind(self, at: int, source: str) -> Played:
        """All agree to go back to before an answer."""
        first = self.history.rewind(at, source, self.now())
        self._keep_told(source)
        return first

    def _keep_told(self, source: str) -> None:
        """What the table tells about its copy goes into the owner's edition, and out again when it is taken back."""
        before, self._told = self._told, dict(self.game.learned(self.history.state))
        new = {place: value for place, value in self._told.items() if before.get(place) != value}
        gone = before.keys() - self._told.keys()
        if not (new or gone) or source == LUCK:
            return
        try:
            self.copies.tell(self.game, new, gone)
        except (EngineError, BadInput, OSError) as fault:
            self.notices["edition"] = Said("trouble.edition_not_kept", f"your edition was not kept: {fault}")


def read_setup(game: Game, record: Record) -> Any:
    """The setup that a record keeps."""
    try:
        return from_plain(game.rules.setup, record.setup)
    except (ValueError, TypeError, KeyError) as fault:
        raise JournalFault(f"read the setup of game {record.id}: {fault}") from None
