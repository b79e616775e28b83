"""The club's ledger: the records of all tables, each counted once, and what they add up to.

It holds nothing but what tables said, so it can be deleted and is rebuilt by asking them.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from hashlib import blake2b
from typing import Literal

import msgspec

from tablekeeper.firmware.club.records import GameKey, PublicRecord, spell_record
from tablekeeper.firmware.club.stores import Row, Store

Taken = Literal["new", "known", "differs", "early", "full"]
MOST_TABLES, MOST_GAMES, MOST_ENTRIES = 2000, 300, 20_000
"""Of one club, of one table, of one game."""


@dataclass
class Game:
    """One game as far as the club knows it."""

    begun: PublicRecord
    records: dict[int, bytes] = field(default_factory=dict)
    """By number, each record's digest-sized line; the whole line is in the store."""
    whole: int = 0
    """Everything up to this number is there."""
    last: PublicRecord | None = None
    """The record of that number."""
    ahead: dict[int, PublicRecord] = field(default_factory=dict)
    """What came before its turn."""

    @property
    def is_over(self) -> bool:
        """Whether the game has ended, as far as everything is there."""
        return self.last is not None and self.last.ending is not None

    @property
    def first_missing(self) -> int:
        """The number that is needed next."""
        return self.whole + 1


class Ledger:
    """Takes records in any order, any number of times."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self.games: dict[GameKey, Game] = {}
        self._counts: dict[str, int] = {}
        for row in store.read():
            self._load(row)

    def add(self, records: Iterable[PublicRecord]) -> list[Taken]:
        """Take records: what happened to each."""
        rows: list[Row] = []
        taken = [self._take(record, rows) for record in records]
        if rows:
            self._store.add(rows)
        return taken

    def results(self) -> Iterator[tuple[GameKey, Game]]:
        """The games that are over, by the time of their last entry."""
        over = [(key, game) for key, game in self.games.items() if game.is_over]
        return iter(sorted(over, key=lambda one: (one[1].last.taken_at if one[1].last else 0.0, one[0])))

    def missing(self, key: GameKey, entries: int) -> int | None:
        """The first number that is missing of a game with so many entries; None: nothing is."""
        game = self.games.get(key)
        if game is None:
            return 0
        return game.first_missing if game.whole < entries else None

    def gaps(self) -> Mapping[GameKey, int]:
        """The games of which something is known beyond what is whole."""
        return {key: game.first_missing for key, game in self.games.items() if game.ahead}

    def close(self) -> None:
        """Give the store back."""
        self._store.close()

    def _take(self, record: PublicRecord, rows: list[Row]) -> Taken:
        game = self.games.get(record.key)
        if game is None:
            if record.entry:
                return "early"
            if not self._has_room(record.key):
                return "full"
        elif record.entry in game.records:
            return "known" if game.records[record.entry] == _mark(record) else "differs"
        elif record.entry > MOST_ENTRIES:
            return "full"
        self._put(record)
        rows.append((record.table, record.journal, record.game, record.entry, spell_record(record)))
        return "new"

    def _has_room(self, key: GameKey) -> bool:
        known = self._counts.get(key.table, 0)
        return known < MOST_GAMES and (known > 0 or len(self._counts) < MOST_TABLES)

    def _put(self, record: PublicRecord) -> None:
        game = self.games.get(record.key)
        if game is None:
            game = self.games[record.key] = Game(record)
            self._counts[record.table] = self._counts.get(record.table, 0) + 1
            game.last = record
        game.records[record.entry] = _mark(record)
        if record.entry:
            game.ahead[record.entry] = record
        while (following := game.ahead.pop(game.whole + 1, None)) is not None:
            game.whole, game.last = game.whole + 1, following

    def _load(self, row: Row) -> None:
        self._put(msgspec.json.decode(row[4], type=PublicRecord))


def _mark(record: PublicRecord) -> bytes:
    """Distinguishes two records."""
    return blake2b(spell_record(record).encode(), digest_size=8).digest()
