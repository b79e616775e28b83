"""What the journal on disk holds for others, read beside the program that writes it; one thread's own."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

from tablekeeper.firmware.errors import GameUnreadable
from tablekeeper.firmware.journal.journal import open_for_reading, read_entries, read_records
from tablekeeper.firmware.journal.records import Record
from tablekeeper.firmware.mqtt.entries import Plain, PublicGame, name_journal

DAY_S = 86_400.0
MOST_GAMES = 200
"""So many of the newest games are offered."""
MOST_FOLDED = 4
"""So many games are kept folded."""


class JournalReader:
    """The records of this table's games, made anew only where the journal has grown."""

    def __init__(self, path: Path, table: str, shared_days: int, now: Callable[[], float]) -> None:
        self._path, self._table, self._shared_days, self._now = path, table, shared_days, now
        self._games: OrderedDict[int, PublicGame] = OrderedDict()
        self.journal = ""
        """Which journal of this table it is."""

    def list_games(self) -> list[tuple[int, int, float]]:
        """The games that others may ask for, the newest last: number, count of entries, and when it began."""
        with closing(open_for_reading(self._path)) as db:
            shared = self._shared(read_records(db))
            counts = dict(db.execute("SELECT game, count(*) FROM entry GROUP BY game"))
        return [(record.id, int(counts.get(record.id, 0)), record.begun_at_s) for record in shared]

    def read(self, number: int, since: int = 0, *, asked: bool = False) -> list[Plain]:
        """The records of a game from this number on; none of a game that others may not ask for."""
        with closing(open_for_reading(self._path)) as db:
            records = read_records(db)
            self.journal = name_journal(records)
            offered = self._shared(records) if asked else records
            record = next((record for record in offered if record.id == number), None)
            if record is None:
                return []
            entries = read_entries(db, self._path, number)
        try:
            game = self._open(record)
            game.grow(entries)
        except GameUnreadable:
            return []
        return game.made[since:]

    def _shared(self, records: list[Record]) -> list[Record]:
        self.journal = name_journal(records)
        since_s = self._now() - self._shared_days * DAY_S
        return [record for record in records if record.begun_at_s >= since_s][-MOST_GAMES:]

    def _open(self, record: Record) -> PublicGame:
        known = self._games.get(record.id)
        if known is None or known.record.begun_at_s != record.begun_at_s:
            known = self._games[record.id] = PublicGame(self._table, self.journal, record)
        self._games.move_to_end(record.id)
        while len(self._games) > MOST_FOLDED:
            self._games.popitem(last=False)
        return known
