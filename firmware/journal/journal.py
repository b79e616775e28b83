"""The journal: every answer on disk before anybody sees what it did. The journal is the game.

SQLite in WAL mode with synchronous FULL, one transaction an entry; entries are added, never changed. After each, the
head beside the file (last_entry.py) notes which is the last. A journal that is not exactly what was written is refused
here; repair.py mends it.
"""

from __future__ import annotations

import contextlib
import json
import os
import sqlite3
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from types import TracebackType
from typing import Self

from tablekeeper.engines.core.record.entries import Entry
from tablekeeper.faults import Words
from tablekeeper.firmware.errors import JournalDamaged, JournalFault, why_of
from tablekeeper.firmware.journal.file.disk import UNREADABLE, refuse_failing_disk, refuse_full_disk
from tablekeeper.firmware.journal.file.last_entry import Head, LastEntry, read_head
from tablekeeper.firmware.journal.file.lock import take_lock
from tablekeeper.firmware.journal.file.opening import decode_text, is_unborn, open_for_reading
from tablekeeper.firmware.journal.file.rows import MEND, compare, find_last, seal_ending, seal_game, verify
from tablekeeper.firmware.journal.file.seal import seal
from tablekeeper.firmware.journal.file.tables import APPLICATION, SCHEMA, TABLES, read_pragma
from tablekeeper.firmware.journal.origin import GOOD, PEOPLE, make_origin
from tablekeeper.firmware.journal.records import Record, read_entries, read_records
from tablekeeper.firmware.settings.whole_file import sync_folder

__all__ = [
    "SCHEMA",
    "Journal",
    "Record",
    "create_tables",
    "open_for_reading",
    "read_entries",
    "read_records",
    "take_lock",
]

UNWRITABLE = ("SQLITE_READONLY", "SQLITE_FULL", "SQLITE_CANTOPEN", "SQLITE_BUSY", "SQLITE_PERM")
"""Troubles of the disk, not of the journal."""
BESIDE = ("-wal", "-shm", "-journal")
"""What SQLite keeps beside a file."""
MISSING_HEAD = "the note of the journal's last entry is missing; what the journal holds is whole"


class Journal:
    """The journal of one table; one program at a time writes it."""

    notice: str
    """What people should hear about the file, or empty."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._lock = take_lock(path)
        try:
            refuse_full_disk(path)
            noted = read_head(path)
            if path.exists() and path.stat().st_size and not is_unborn(path):
                open_for_reading(path).close()
            elif noted is not None and noted.last != LastEntry():
                raise JournalDamaged(
                    "Cannot open the journal {path}: the file is empty, but its head names games; {mend}",
                    path=path,
                    mend=MEND,
                )
            else:
                make_first(path)
            self._lock.hold_journal()
            self._db = sqlite3.connect(path, isolation_level=None, timeout=5.0)
            self._db.text_factory = decode_text
            try:
                older = self._set_up()
                last = verify(self._db, path, noted.last.game if noted and noted.last else 0)
                missing = MISSING_HEAD if last.game and not older else ""
                self.notice = compare(self._db, noted, path) if noted else missing
                self._head = self._open_head(last)
            except BaseException:
                self._db.close()
                raise
        except (OSError, sqlite3.Error) as fault:
            self._lock.close()
            raise JournalFault(
                "Cannot open the journal {path}: {why}; expected a disk with room", path=path, why=why_of(fault)
            ) from None
        except BaseException:
            self._lock.close()
            raise

    def _open_head(self, last: LastEntry) -> Head:
        """The note beside the journal, which says from now on that this is its end."""
        head = Head(self.path)
        try:
            if head.last != last:
                head.renew(last)
        except BaseException:
            head.close()
            raise
        return head

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, fault: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        """Close the file and let others have it; closing twice is fine. The lock last: closing it frees SQLite's."""
        self._db.close()
        self._head.close()
        self._lock.close()

    def begin(
        self,
        name: str,
        setup: Mapping[str, object],
        now_s: float,
        by: str = PEOPLE,
        companions: str = "",
        strength: str = GOOD,
    ) -> int:
        """A new game; returns its id."""
        origin = make_origin(name, setup, by, companions, strength).spell()
        plain = json.dumps(setup, ensure_ascii=False, sort_keys=True)
        endings = self._count_endings(0)[0]
        with self._writing(Words("begin a game")), self._db:
            self._db.execute("BEGIN IMMEDIATE")
            row = self._db.execute("SELECT coalesce(max(id), 0) + 1 FROM game").fetchone()
            game = int(row[0])
            values = (game, name, plain, now_s)
            mark = seal_game(*values, origin)
            self._db.execute("INSERT INTO game VALUES (?, ?, ?, ?, ?, ?)", (*values, mark, origin))
        self._note(LastEntry(game, 0, mark, endings, game))
        return game

    def writer(self, game: int) -> Callable[[Entry], None]:
        """What a History's `keep` is: returns when the entry is on disk."""
        number, last = self._find_last(game)

        def keep(entry: Entry) -> None:
            nonlocal number, last
            mark = seal(last, *entry)
            with self._writing(Words("store an answer")):
                self._db.execute("INSERT INTO entry VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)", (game, number, *entry, mark))
            number, last = number + 1, mark
            before = self._head.last or LastEntry()
            self._note(LastEntry(game, number, mark, before.endings, before.games))

        return keep

    def end(self, game: int, how: str, outcome: Sequence[object], now_s: float) -> None:
        """A game is over, or the table left it for a new one."""
        plain = json.dumps(outcome)
        values = (game, how, plain, now_s, *self._seal_ending(game, how, plain, now_s))
        endings, known = self._count_endings(game)
        with self._writing(Words("note the end of a game")):
            self._db.execute("INSERT OR REPLACE INTO ending VALUES (?, ?, ?, ?, ?, ?)", values)
        if self._head.last is not None:
            self._note(self._head.last._replace(endings=endings + (not known)))

    def records(self) -> list[Record]:
        """All games, the oldest first."""
        with self._reading(Words("list the games")):
            return read_records(self._db)

    def waiting(self, by: str = PEOPLE) -> list[Record]:
        """The games that can be resumed: the one that was played last, then the newest."""
        last = self._head.last.game if self._head.last else 0
        waiting = [record for record in reversed(self.records()) if not record.ending and record.origin.by == by]
        return sorted(waiting, key=lambda record: record.id != last)

    def unfinished(self) -> Record | None:
        """The game that the people go on with, unless they choose another."""
        return next(iter(self.waiting()), None)

    def entries(self, game: int) -> list[Entry]:
        """The entries of a game, their seals checked."""
        with self._reading(Words("read game {game}", game=game)):
            return read_entries(self._db, self.path, game)

    def _find_last(self, game: int) -> tuple[int, str]:
        with self._reading(Words("reopen game {game}", game=game)):
            found = find_last(self._db, game)
        if found is None:
            raise JournalFault(
                "Cannot open game {game} of the journal {path}: {fault}; `tablekeeper games` lists those "
                "that there are",
                game=game,
                path=self.path,
                fault=Words("there is none of that number"),
            )
        return found

    @contextlib.contextmanager
    def _writing(self, what: str) -> Iterator[None]:
        """What cannot be written was not taken: one sentence, and the game stands where it stood."""
        try:
            yield
        except sqlite3.Error as fault:
            raise JournalFault(
                "Cannot {what} in the journal {path}: {fault}; nothing was taken",
                what=what,
                path=self.path,
                fault=fault,
            ) from None

    @contextlib.contextmanager
    def _reading(self, what: str) -> Iterator[None]:
        """What the disk does not give is one sentence, and nothing has changed."""
        try:
            yield
        except sqlite3.Error as fault:
            raise JournalFault(
                "Cannot {what} of the journal {path}: {fault}; expected a disk that can be read",
                what=what,
                path=self.path,
                fault=fault,
            ) from None

    def _note(self, last: LastEntry) -> None:
        """Note the end; the entry itself is already kept, so a note that fails is reported and stops nobody."""
        try:
            self._head.note(last)
        except OSError as fault:
            self.notice = Words("the note of the journal's last entry cannot be written ({why})", why=why_of(fault))

    def _count_endings(self, game: int) -> tuple[int, bool]:
        """How many games have ended, and whether this one has."""
        query = "SELECT count(*), coalesce(sum(game = ?), 0) FROM ending"
        with self._reading(Words("count the ended games")):
            endings, known = self._db.execute(query, (game,)).fetchone()
        return int(endings), bool(known)

    def _seal_ending(self, game: int, how: str, outcome: str, ended_at_s: float) -> tuple[int, str]:
        entries, before = self._find_last(game)
        return entries, seal_ending(before, how, outcome, ended_at_s, entries)

    def _set_up(self) -> bool:
        """Make the tables if need be; returns whether the file was of an older schema."""
        try:
            self._db.execute("PRAGMA journal_mode = WAL")
            self._db.execute("PRAGMA synchronous = FULL")
            version = read_pragma(self._db, "user_version")
            self._upgrade(version)
        except UNREADABLE as fault:
            refuse_failing_disk(fault)
            if getattr(fault, "sqlite_errorname", "") in UNWRITABLE:
                raise JournalFault(
                    "Cannot open the journal {path}: {fault}; expected a disk with room", path=self.path, fault=fault
                ) from None
            raise JournalDamaged(
                "Cannot open the journal {path}: {fault}; {mend}", path=self.path, fault=fault, mend=MEND
            ) from None
        return version == 1

    def _upgrade(self, version: int) -> None:
        """Bring an older journal to this schema, in one transaction."""
        if version == SCHEMA:
            return
        verify(self._db, self.path)
        with self._db:
            self._db.execute("BEGIN IMMEDIATE")
            if version < 2:
                self._seal_endings()
            self._db.execute("ALTER TABLE game ADD COLUMN origin TEXT NOT NULL DEFAULT ''")
            self._db.execute(f"PRAGMA user_version = {SCHEMA}")

    def _seal_endings(self) -> None:
        """Schema 1 had no seal on how a game ended."""
        db = self._db
        db.execute("ALTER TABLE ending ADD COLUMN entries INTEGER NOT NULL DEFAULT 0")
        db.execute("ALTER TABLE ending ADD COLUMN seal TEXT NOT NULL DEFAULT ''")
        for game, *rest in db.execute("SELECT game, how, outcome, ended_at_s FROM ending").fetchall():
            marks = (*self._seal_ending(game, *rest), game)
            db.execute("UPDATE ending SET entries = ?, seal = ? WHERE game = ?", marks)


def make_first(path: Path) -> None:
    """An empty journal, made under another name: a cut on the way leaves no file of ours, or a whole one."""
    draft = path.with_name(path.name + ".first")
    for leftover in (draft, *(file.with_name(file.name + end) for file in (draft, path) for end in BESIDE)):
        leftover.unlink(missing_ok=True)
    with _refusing_a_bad_disk(path):
        with contextlib.closing(sqlite3.connect(draft, isolation_level=None)) as db:
            db.execute("PRAGMA synchronous = FULL")
            create_tables(db)
            db.execute("PRAGMA journal_mode = WAL")
        with draft.open("rb+") as file:
            os.fsync(file.fileno())
        draft.replace(path)
        sync_folder(path.parent)


@contextlib.contextmanager
def _refusing_a_bad_disk(path: Path) -> Iterator[None]:
    try:
        yield
    except sqlite3.Error as fault:
        raise JournalFault(
            "Cannot open the journal {path}: {fault}; expected a disk with room", path=path, fault=fault
        ) from None


def create_tables(db: sqlite3.Connection) -> None:
    """Make an empty file a journal."""
    db.executescript(f"BEGIN; {TABLES} PRAGMA application_id = {APPLICATION}; PRAGMA user_version = {SCHEMA}; COMMIT;")
