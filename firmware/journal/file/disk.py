"""What the disk says where it fails: a full or failing disk is never taken for a damaged journal."""

from __future__ import annotations

import shutil
import sqlite3
from pathlib import Path

from tablekeeper.firmware.errors import JournalFault

OF_THE_DISK = ("SQLITE_IOERR", "SQLITE_FULL", "SQLITE_NOMEM", "SQLITE_BUSY", "SQLITE_CANTOPEN")
LEAST_BYTES = 256 * 1024
"""What SQLite and an evening's answers need at least."""
UNREADABLE = (sqlite3.DatabaseError, UnicodeDecodeError)
"""What sqlite3 raises for a damaged file; the second when the damage is in a name that its message quotes."""


def refuse_full_disk(path: Path) -> None:
    """SQLite cannot even read a journal where there is no room; that is no damage, and nothing is to be repaired."""
    free = shutil.disk_usage(path.parent).free
    if free < LEAST_BYTES:
        raise JournalFault(
            "Cannot open the journal {path}: the disk is full ({free} bytes are free); expected some room: "
            "see tablekeeper doctor",
            path=path,
            free=free,
        )


def refuse_failing_disk(fault: Exception) -> None:
    """A disk that does not answer is no damage: what is there may be whole, so nothing is repaired or left out."""
    if getattr(fault, "sqlite_errorname", "").startswith(OF_THE_DISK):
        raise JournalFault("Cannot read the journal: {fault}; expected a disk that can be read", fault=fault) from None
