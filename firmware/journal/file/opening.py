"""A journal file opened so that nothing can change it, and refused where it is no whole journal of ours."""

from __future__ import annotations

import contextlib
import shutil
import sqlite3
import tempfile
from pathlib import Path

from tablekeeper.firmware.errors import JournalDamaged, JournalFault
from tablekeeper.firmware.journal.file.disk import UNREADABLE, refuse_failing_disk, refuse_full_disk
from tablekeeper.firmware.journal.file.last_entry import LastEntry, Noted, read_head
from tablekeeper.firmware.journal.file.rows import MEND, compare
from tablekeeper.firmware.journal.file.tables import APPLICATION, SCHEMA, find_strange, read_pragma

RECOVERABLE = ("SQLITE_READONLY", "SQLITE_CANTOPEN")
"""What SQLite says where it would have to write before it can read."""


def open_for_reading(path: Path) -> sqlite3.Connection:
    """A journal opened so that nothing can change it; what is no whole journal of ours is refused with one sentence."""
    if not path.is_file():
        raise JournalFault(
            "Cannot open the journal {path}: there is no such file; expected the journal of a table", path=path
        )
    noted = read_head(path)  # before the file: whoever writes it writes the head later, so the file is never behind
    try:
        db = connect_to_look(path)
    except UNREADABLE as fault:
        refuse_full_disk(path)
        refuse_failing_disk(fault)
        kind = JournalDamaged if noted else JournalFault
        raise kind(
            "Cannot open the journal {path}: {fault}; expected a file made by Tablekeeper", path=path, fault=fault
        ) from None
    try:
        _check_file(db, path, noted)
        if noted is not None:
            compare(db, noted, path)
    except UNREADABLE as fault:
        db.close()
        refuse_full_disk(path)
        refuse_failing_disk(fault)
        kind = JournalDamaged if noted else JournalFault
        raise kind(
            "Cannot open the journal {path}: {fault}; expected a file made by Tablekeeper", path=path, fault=fault
        ) from None
    except JournalFault:
        db.close()
        raise
    return db


def connect_read_only(path: Path) -> sqlite3.Connection:
    """A connection that cannot change the file."""
    db = sqlite3.connect(f"{path.resolve().as_uri()}?mode=ro", uri=True, isolation_level=None)
    db.text_factory = decode_text
    return db


def connect_to_look(path: Path) -> sqlite3.Connection:
    """A connection that sees what a writer would see after it has recovered the file, and changes nothing.

    What a cut left half-way (a rollback journal, a log without its index) SQLite recovers only by writing. Then a copy
    is recovered, and read from memory.
    """
    db = connect_read_only(path)
    try:
        db.execute("SELECT count(*) FROM sqlite_master").fetchone()
    except sqlite3.OperationalError as fault:
        db.close()
        if not getattr(fault, "sqlite_errorname", "").startswith(RECOVERABLE):
            raise
        return _recover_copy(path)
    except BaseException:
        db.close()
        raise
    return db


def _recover_copy(path: Path) -> sqlite3.Connection:
    with tempfile.TemporaryDirectory() as place:
        copy = Path(place) / path.name
        for end in ("", "-wal", "-journal"):
            source = path.with_name(path.name + end)
            if source.is_file():
                shutil.copyfile(source, copy.with_name(copy.name + end))
        db = sqlite3.connect(":memory:", isolation_level=None)
        db.text_factory = decode_text
        with contextlib.closing(sqlite3.connect(copy)) as recovered:
            recovered.backup(db)
    return db


def is_unborn(path: Path) -> bool:
    """Whether a first start was cut before there was anything in the file: no table, no mark, and no game noted."""
    noted = read_head(path)
    if noted is not None and noted.last not in (None, LastEntry()):
        return False
    try:
        with contextlib.closing(connect_to_look(path)) as db:
            marks = read_pragma(db, "application_id"), read_pragma(db, "user_version")
            tables = db.execute("SELECT count(*) FROM sqlite_master").fetchone()
            return (*marks, *tables) == (0, 0, 0)
    except UNREADABLE:
        return False


def decode_text(content: bytes) -> str:
    """Text of a file that may be damaged: what is no UTF-8 breaks its seal, and nothing else."""
    return content.decode("utf-8", "replace")


def _check_file(db: sqlite3.Connection, path: Path, noted: Noted | None) -> None:
    ours = noted is not None and noted.last is not None
    application = read_pragma(db, "application_id")
    version = read_pragma(db, "user_version")
    if application != APPLICATION and not ours:
        raise JournalFault(
            "Cannot open the journal {path}: it is another program's database; expected a file made by Tablekeeper",
            path=path,
        )
    if version > SCHEMA:
        raise JournalFault(
            "Cannot open the journal {path}: it has schema {version}, this Tablekeeper reads up to {schema}; "
            "expected a newer Tablekeeper, or the newest backup",
            path=path,
            version=version,
            schema=SCHEMA,
        )
    if application != APPLICATION or version < 1:
        raise JournalDamaged("Cannot open the journal {path}: its first page is damaged; {mend}", path=path, mend=MEND)
    kind = JournalDamaged if ours else JournalFault
    strange = find_strange(db)
    if strange:
        raise kind(
            "Cannot open the journal {path}: it holds {strange}, which no journal does; {mend}",
            path=path,
            strange=strange,
            mend=MEND,
        )
    faults = [row[0] for row in db.execute("PRAGMA quick_check(3)")]
    if faults != ["ok"]:
        raise JournalDamaged(
            "Cannot open the journal {path}: it is damaged ({faults}); {mend}", path=path, faults=faults[0], mend=MEND
        )
