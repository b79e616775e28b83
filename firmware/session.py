"""One game at one table: its rules, its history, and the journal that keeps it."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from engines.catalogue import find_game
from engines.core.answer import Answer
from engines.core.event import Event
from engines.core.game import Game
from engines.core.history import History, Played
from engines.core.state import from_plain, to_plain
from firmware.copies import load_edition
from firmware.errors import JournalFault
from firmware.journal import Journal, Record


class Session:
    """A game that can be played, left and resumed."""

    def __init__(self, game: Game, journal: Journal, record: int, history: History, now: Callable[[], float]) -> None:
        self.game = game
        self.journal = journal
        self.record = record
        self.history = history
        self.now = now
        history.keep = journal.writer(record)

    @classmethod
    def begin(
        cls,
        journal: Journal,
        name: str,
        players: Sequence[str],
        *,
        table: str,
        edition: str = "reconstructed",
        options: Mapping[str, str] | None = None,
        now: Callable[[], float] = time.time,
    ) -> Session:
        """A new game; one that was unfinished is left."""
        game = find_game(name)
        setup = game.prepare(players, load_edition(game, edition), table=table, options=options or {})
        before = journal.unfinished()
        if before is not None:
            journal.end(before.id, "left", (), now())
        record = journal.begin(game.name, to_plain(setup), now())
        return cls(game, journal, record, History(game.rules, setup), now)

    @classmethod
    def resume(cls, journal: Journal, record: Record, now: Callable[[], float] = time.time) -> Session:
        """The game as the journal tells it."""
        game = find_game(record.name)
        setup = read_setup(game, record)
        return cls(game, journal, record.id, History.fold(game.rules, setup, journal.entries(record.id)), now)

    def once_more(self) -> Session:
        """A new game with the same people and the same copy."""
        setup = self.history.setup
        record = self.journal.begin(self.game.name, to_plain(setup), self.now())
        return Session(self.game, self.journal, record, History(self.game.rules, setup), self.now)

    @property
    def names(self) -> dict[int, str]:
        """Who can be asked, by name."""
        return self.game.rules.seat_names(self.history.setup)

    @property
    def is_over(self) -> bool:
        """Whether nothing is asked any more."""
        return self.game.rules.is_over(self.history.state)

    def answer(self, answer: Answer, source: str) -> list[Event]:
        """Answer the open question; what happened is returned once it is on disk."""
        events = self.history.answer(answer, source, self.now())
        if self.is_over:
            self.note_end()
        return events

    def note_end(self) -> None:
        """Write down that the game is over and how."""
        self.journal.end(self.record, "over", self.game.rules.outcome(self.history.state) or (), self.now())

    def fix(self, at: int, answer: Answer, source: str) -> list[Played]:
        """The sensor was wrong: put the right reading in its place; returns what no longer fits."""
        return self.history.fix(at, answer, source, self.now())

    def take_back(self, source: str) -> Played:
        """Take the last decision back."""
        return self.history.take_back(source, self.now())

    def rewind(self, at: int, source: str) -> Played:
        """All agree to go back to before an answer."""
        return self.history.rewind(at, source, self.now())


def read_setup(game: Game, record: Record) -> Any:
    """The setup that a record keeps."""
    try:
        return from_plain(game.rules.setup, record.setup)
    except (ValueError, TypeError, KeyError) as fault:
        raise JournalFault(f"read the setup of game {record.id}: {fault}") from None
