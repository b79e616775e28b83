"""What a table does for its journal once an evening, in a quiet moment: check it, back it up, copy that to a stick."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from tablekeeper.display.words.texts import Said
from tablekeeper.faults import words_of
from tablekeeper.firmware.errors import BackupFault, JournalFault
from tablekeeper.firmware.journal.care.backup import JOURNAL, back_up_daily
from tablekeeper.firmware.journal.care.sticks import copy_to_stick, find_sticks
from tablekeeper.firmware.journal.care.written import Written
from tablekeeper.firmware.journal.file.rows import verify
from tablekeeper.firmware.journal.journal import open_for_reading


class Notice(NamedTuple):
    """What became of one thing."""

    name: str
    """`journal`, `backup`, or `stick`."""
    state: str
    """`ready`, `doubtful`, or `off` where there is no such thing."""
    why: str = ""


def care_for(
    home: Path, kept: int, written: Written, now: Callable[[], float],
    sticks: Callable[[], Sequence[Path]] = find_sticks,
) -> list[Notice]:  # fmt: skip
    """All of it, one after the other; a step that fails is reported, and the others are done all the same."""
    with contextlib.suppress(OSError):  # a card that takes nothing: the backup reports it
        written.note(now())
    return [check_journal(home), _back_up(home, kept, now), *_copy_to_sticks(home, kept, sticks())]


def check_journal(home: Path) -> Notice:
    """Read the whole journal and compare every seal; it may be written meanwhile."""
    path = home / JOURNAL
    if not path.exists():
        return Notice("journal", "off")
    try:
        with contextlib.closing(open_for_reading(path)) as db:
            verify(db, path)
    except JournalFault as fault:
        return Notice("journal", "doubtful", Said("trouble.journal_spoilt", words_of(fault)))
    return Notice("journal", "ready")


def _back_up(home: Path, kept: int, now: Callable[[], float]) -> Notice:
    try:
        back_up_daily(home, kept, now)
    except (BackupFault, JournalFault, OSError) as fault:
        return Notice("backup", "doubtful", Said("trouble.not_backed_up", words_of(fault)))
    return Notice("backup", "ready")


def _copy_to_sticks(home: Path, kept: int, sticks: Sequence[Path]) -> Iterator[Notice]:
    for stick in sticks:
        try:
            copy_to_stick(home, stick, kept)
        except (BackupFault, OSError) as fault:
            yield Notice("stick", "doubtful", Said("trouble.not_backed_up", words_of(fault)))
            return
    yield Notice("stick", "ready" if sticks else "off")
