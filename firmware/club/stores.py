"""Where the ledger lies: a file of SQLite's, or PostgreSQL where a convention has one. One table, three statements."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any, Protocol

from tablekeeper.firmware.errors import BadInput, why_of

Row = tuple[str, str, int, int, str]
"""Table, journal, game, entry, and the record as one line."""
CREATE = (
    "CREATE TABLE IF NOT EXISTS record (tbl TEXT NOT NULL, journal TEXT NOT NULL, game INTEGER NOT NULL, "
    "entry INTEGER NOT NULL, body TEXT NOT NULL, PRIMARY KEY (tbl, journal, game, entry))"
)
ADD = "INSERT INTO record VALUES (?, ?, ?, ?, ?) ON CONFLICT DO NOTHING"
READ = "SELECT tbl, journal, game, entry, body FROM record ORDER BY tbl, journal, game, entry"
POSTGRES = ("postgresql://", "postgres://")


class Store(Protocol):
    """What a ledger needs of a database."""

    def add(self, rows: Iterable[Row]) -> None:
        """Keep rows; what is there stays as it is."""

    def read(self) -> Iterator[Row]:
        """All rows, game by game."""

    def close(self) -> None:
        """Give it back."""


class DatabaseStore:
    """Every database that speaks the common part of SQL."""

    def __init__(self, db: Any, mark: str) -> None:
        self._db, self._mark = db, mark
        self._run(CREATE, ())
        db.commit()

    def add(self, rows: Iterable[Row]) -> None:
        """Keep rows; what is there stays as it is."""
        cursor = self._db.cursor()
        cursor.executemany(ADD.replace("?", self._mark), list(rows))
        self._db.commit()

    def read(self) -> Iterator[Row]:
        """All rows, game by game."""
        yield from self._run(READ, ())
        self._db.commit()

    def close(self) -> None:
        """Give it back."""
        self._db.close()

    def _run(self, words: str, values: tuple[object, ...]) -> Any:
        cursor = self._db.cursor()
        cursor.execute(words.replace("?", self._mark), values)
        return cursor


def open_store(wanted: str, folder: Path) -> Store:
    """The store of the settings; without one a file in the club's folder."""
    if wanted.startswith(POSTGRES):
        return _open_postgres(wanted)
    path = Path(wanted) if wanted else folder / "ledger.sqlite3"
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        db = sqlite3.connect(path, check_same_thread=False)
        db.execute("PRAGMA journal_mode = WAL")
        db.execute("PRAGMA synchronous = NORMAL")  # what a power cut takes is asked for again
        return DatabaseStore(db, "?")
    except (OSError, sqlite3.Error) as fault:
        raise BadInput(
            "Cannot open the club's ledger {path}: {why}; expected a file of the club's", path=path, why=why_of(fault)
        ) from None


def _open_postgres(wanted: str) -> Store:
    try:
        import psycopg
    except ImportError:
        raise BadInput(
            "Cannot open the club's ledger: found no psycopg; expected it installed: pip install "
            "'tablekeeper[postgres]'"
        ) from None
    try:
        return DatabaseStore(psycopg.connect(wanted, connect_timeout=10), "%s")
    except psycopg.Error as fault:
        why = str(fault).strip().splitlines()[0] if str(fault).strip() else type(fault).__name__
        raise BadInput(
            "Cannot open the club's ledger in PostgreSQL: {why}; expected a database that answers",
            why=hide_password(why, wanted),
        ) from None


def hide_password(words: str, wanted: str) -> str:
    """What a driver says, without the password that it may quote."""
    secret = wanted.partition("://")[2].rpartition("@")[0].partition(":")[2]
    return words.replace(secret, "***") if secret else words
