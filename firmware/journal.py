"""The journal: every answer on disk before anybody sees what it did. The journal is the game.

SQLite in WAL mode with synchronous FULL, one transaction an entry; entries are added, never changed.
"""

from __future__ import annotations

import fcntl
import json
import os
import sqlite3
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from types import TracebackType
from typing import Any, NamedTuple, Self

from engines.core.history import Entry
from firmware.errors import JournalFault
from firmware.seal import seal

APPLICATION = 0x7461626C
"""PRAGMA application_id: 'tabl'."""
SCHEMA = 1
TABLES = """
CREATE TABLE game (
    id INTEGER PRIMARY KEY, name TEXT NOT NULL, setup TEXT NOT NULL, begun_at_s REAL NOT NULL, seal TEXT NOT NULL
) STRICT;
CREATE TABLE entry (
    game INTEGER NOT NULL REFERENCES game, number INTEGER NOT NULL, kind TEXT NOT NULL, at INTEGER NOT NULL,
    text TEXT NOT NULL, kept INTEGER NOT NULL, source TEXT NOT NULL, taken_at_s REAL NOT NULL, seal TEXT NOT NULL,
    PRIMARY KEY (game, number)
) STRICT, WITHOUT ROWID;
CREATE TABLE ending (
    game INTEGER PRIMARY KEY REFERENCES game, how TEXT NOT NULL, outcome TEXT NOT NULL, ended_at_s REAL NOT NULL
) STRICT;
"""


class Record(NamedTuple):
    """One game in the journal."""

    id: int
    name: str
    setup: Mapping[str, Any]
    """The setup as plain values, the edition within it: an old game stays readable when editions change."""
    begun_at_s: float
    ending: str
    """`over`, `left`, or empty while it can be resumed."""


class Journal:
    """The journal of one table; one program at a time writes it."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._lock = _take_lock(path)
        try:
            self._check(path)
            self._db = sqlite3.connect(path, isolation_level=None, timeout=5.0)
            self._db.execute("PRAGMA journal_mode = WAL")
            self._db.execute("PRAGMA synchronous = FULL")
            if self._version() == 0:
                self._create()
        except BaseException:
            self._lock.close()
            raise

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, fault: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        """Close the file and let others have it; closing twice is fine."""
        self._db.close()
        self._lock.close()

    def begin(self, name: str, setup: Mapping[str, Any], now_s: float) -> int:
        """A new game; returns its id."""
        plain = json.dumps(setup, ensure_ascii=False, sort_keys=True)
        with self._db:
            self._db.execute("BEGIN IMMEDIATE")
            row = self._db.execute("SELECT coalesce(max(id), 0) + 1 FROM game").fetchone()
            game = int(row[0])
            values = (game, name, plain, now_s)
            self._db.execute("INSERT INTO game VALUES (?, ?, ?, ?, ?)", (*values, seal("", *values)))
        return game

    def writer(self, game: int) -> Callable[[Entry], None]:
        """What a History's `keep` is: returns when the entry is on disk."""
        row = self._db.execute(
            "SELECT number, seal FROM entry WHERE game = ? ORDER BY number DESC LIMIT 1", (game,)
        ).fetchone()
        number, last = (row[0] + 1, row[1]) if row else (0, self._game_seal(game))

        def keep(entry: Entry) -> None:
            nonlocal number, last
            mark = seal(last, *entry)
            with self._db:
                self._db.execute("INSERT INTO entry VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)", (game, number, *entry, mark))
            number, last = number + 1, mark

        return keep

    def end(self, game: int, how: str, outcome: Sequence[Any], now_s: float) -> None:
        """A game is over, or the table left it for a new one."""
        with self._db:
            self._db.execute(
                "INSERT OR REPLACE INTO ending VALUES (?, ?, ?, ?)", (game, how, json.dumps(outcome), now_s)
            )

    def records(self) -> list[Record]:
        """All games, the oldest first."""
        return read_records(self._db)

    def unfinished(self) -> Record | None:
        """The newest game that can be resumed."""
        return next((record for record in reversed(self.records()) if not record.ending), None)

    def entries(self, game: int) -> list[Entry]:
        """The entries of a game, their seals checked."""
        return read_entries(self._db, self.path, game)

    def _game_seal(self, game: int) -> str:
        row = self._db.execute("SELECT seal FROM game WHERE id = ?", (game,)).fetchone()
        if row is None:
            raise JournalFault(f"open game {game} of the journal {self.path}: there is none of that number")
        return str(row[0])

    def _version(self) -> int:
        return int(self._db.execute("PRAGMA user_version").fetchone()[0])

    def _create(self) -> None:
        self._db.executescript(
            f"BEGIN; {TABLES} PRAGMA application_id = {APPLICATION}; PRAGMA user_version = {SCHEMA}; COMMIT;"
        )

    @staticmethod
    def _check(path: Path) -> None:
        if path.exists() and path.stat().st_size:
            open_for_reading(path).close()


def open_for_reading(path: Path) -> sqlite3.Connection:
    """A journal opened so that nothing can change it; what is no journal of ours is refused with one sentence."""
    if not path.is_file():
        raise JournalFault(f"open the journal {path}: there is no such file")
    try:
        db = sqlite3.connect(f"{path.resolve().as_uri()}?mode=ro", uri=True, isolation_level=None)
    except sqlite3.Error as fault:
        raise JournalFault(f"open the journal {path}: {fault}") from None
    try:
        application = db.execute("PRAGMA application_id").fetchone()[0]
        version = db.execute("PRAGMA user_version").fetchone()[0]
        if application != APPLICATION:
            raise JournalFault(
                f"open the journal {path}: it is another program's database, right would be a file made by Tablekeeper"
            )
        if version > SCHEMA:
            raise JournalFault(
                f"open the journal {path}: it has schema {version}, this Tablekeeper reads up to {SCHEMA}; "
                "update Tablekeeper"
            )
        faults = [row[0] for row in db.execute("PRAGMA quick_check(3)")]
        if faults != ["ok"]:
            raise JournalFault(f"open the journal {path}: it is damaged ({faults[0]}); take the newest backup")
    except sqlite3.DatabaseError as fault:
        db.close()
        raise JournalFault(f"open the journal {path}: {fault}, right would be a file made by Tablekeeper") from None
    except JournalFault:
        db.close()
        raise
    return db


def read_records(db: sqlite3.Connection) -> list[Record]:
    """All games in an open journal, their seals checked."""
    records = []
    rows = db.execute("SELECT g.*, coalesce(e.how, '') FROM game g LEFT JOIN ending e ON e.game = g.id ORDER BY g.id")
    for game, name, setup, begun_at_s, mark, how in rows:
        if mark != seal("", game, name, setup, begun_at_s):
            raise JournalFault(
                f"read game {game} of the journal: its seal does not fit, the file was damaged or edited"
            )
        records.append(Record(game, name, json.loads(setup), begun_at_s, how))
    return records


def read_entries(db: sqlite3.Connection, path: Path, game: int) -> list[Entry]:
    """The entries of one game in an open journal, their seals checked."""
    row = db.execute("SELECT seal FROM game WHERE id = ?", (game,)).fetchone()
    if row is None:
        raise JournalFault(f"open game {game} of the journal {path}: there is none of that number")
    last = row[0]
    entries = []
    rows = db.execute(
        "SELECT number, kind, at, text, kept, source, taken_at_s, seal FROM entry WHERE game = ? ORDER BY number",
        (game,),
    )
    for expected, (number, *values, mark) in enumerate(rows):
        entry = Entry(*values)
        if number != expected or mark != seal(last, *entry):
            raise JournalFault(
                f"read entry {expected} of game {game} in the journal {path}: its seal does not fit, "
                "the file was damaged or edited; take the newest backup"
            )
        last = mark
        entries.append(entry)
    return entries


def _take_lock(path: Path) -> Any:
    """Hold the table: a second program is told who has it."""
    path.parent.mkdir(parents=True, exist_ok=True)
    lock = open(path.with_name(path.name + ".lock"), "a+", encoding="utf-8")  # noqa: SIM115 (held until close)
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        lock.seek(0)
        owner = lock.read().strip() or "another program"
        lock.close()
        raise JournalFault(f"open the journal {path}: {owner} has it, close that one first") from None
    lock.truncate(0)
    lock.write(f"process {os.getpid()}")
    lock.flush()
    return lock
