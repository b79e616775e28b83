"""One program at a time holds a table: by a file beside the journal that names it, and by the journal itself.

Somebody may delete the file beside; the lock on the journal then still holds.
"""

from __future__ import annotations

import contextlib
import fcntl
import os
from pathlib import Path
from types import TracebackType
from typing import IO, Self

from tablekeeper.faults import Words
from tablekeeper.firmware.errors import JournalFault, JournalTaken, why_of


class TableLock:
    """A table that is held until `close`."""

    def __init__(self, path: Path, named: IO[str]) -> None:
        self.path = path
        self._named = named
        self._file = -1

    def hold_journal(self) -> None:
        """Lock the journal too, once there is one. SQLite's own locks are of another kind and do not mind."""
        if self._file < 0 and self.path.is_file():
            self._file = os.open(self.path, os.O_RDONLY | os.O_CLOEXEC)
            try:
                fcntl.flock(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except OSError:
                raise _taken(self.path, Words("another program")) from None

    def close(self) -> None:
        """Let others have it; closing twice is fine."""
        if self._file >= 0:
            os.close(self._file)
            self._file = -1
        self._named.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, fault: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()


def take_lock(path: Path) -> TableLock:
    """Hold the table of a journal: a second program learns who holds it."""
    lock = TableLock(path, _take_named(path))
    try:
        lock.hold_journal()
    except OSError as fault:
        lock.close()
        raise JournalFault(
            "Cannot open the journal {path}: {why}; expected a file of your own", path=path, why=why_of(fault)
        ) from None
    except BaseException:
        lock.close()
        raise
    return lock


def _take_named(path: Path) -> IO[str]:
    try:
        path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        lock = open(path.with_name(path.name + ".lock"), "a+", encoding="utf-8", errors="replace")  # noqa: SIM115 (held until close)
    except OSError as fault:
        raise JournalFault(
            "Cannot open the journal {path}: {why}; expected a folder of your own", path=path, why=why_of(fault)
        ) from None
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        lock.seek(0)
        owner = lock.read(64).strip()
        lock.close()
        raise _taken(path, owner if owner.isprintable() and owner else Words("another program")) from None
    try:
        lock.truncate(0)
        lock.write(f"process {os.getpid()}")
        lock.flush()
    except OSError as fault:
        with contextlib.suppress(OSError):  # closing writes once more
            lock.close()
        raise JournalFault(
            "Cannot open the journal {path}: {why}; expected a disk with room", path=path, why=why_of(fault)
        ) from None
    return lock


def _taken(path: Path, owner: str) -> JournalTaken:
    return JournalTaken("Cannot open the journal {path}: {owner} has it; close that one first", path=path, owner=owner)
