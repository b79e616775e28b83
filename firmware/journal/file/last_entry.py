"""The note beside the journal: which entry is the last, so that a missing end is noticed.

SQLite forgets a damaged end of its write-ahead log without a word, and what is left is a whole, older story. So after
each entry its place and seal are noted in a file of two slots, written in turns: a cut while writing spoils one.
"""

from __future__ import annotations

import os
from pathlib import Path
from typing import NamedTuple

from tablekeeper.firmware.journal.file.seal import seal
from tablekeeper.firmware.settings.whole_file import sync_folder

SLOT_BYTES = 512
"""No smaller than a sector, so that the slots are never torn together."""
WORD = "tablekeeper-head"


class LastEntry(NamedTuple):
    """The end of a journal: the game that was played last, how many entries it has, the seal of the last of them, how
    many games ended, and how many were begun."""

    game: int = 0
    entries: int = 0
    seal: str = ""
    endings: int = 0
    games: int = 0


class Noted(NamedTuple):
    """What a head file says."""

    last: LastEntry | None
    """None if it says nothing that can be read."""
    serial: int
    spoilt: bool
    """A slot does not fit its checksum."""


def head_path(journal: Path) -> Path:
    """Where the head of a journal lies."""
    return journal.with_name(journal.name + ".head")


def read_head(journal: Path) -> Noted | None:
    """What was noted last, or None if there is no head."""
    try:
        content = head_path(journal).read_bytes()
    except FileNotFoundError:
        return None
    slots = [content[at : at + SLOT_BYTES] for at in (0, SLOT_BYTES)]
    read = [noted for slot in slots if (noted := _read_slot(slot)) is not None]
    blank = sum(slot == bytes(SLOT_BYTES) for slot in slots)
    spoilt = len(read) + blank < 2 or len(content) != 2 * SLOT_BYTES
    if not read:
        return Noted(None, 0, True)
    # a blank slot is right only until the second note
    newest = max(read, key=lambda noted: noted.serial)
    return newest._replace(spoilt=spoilt or (blank > 0 and newest.serial > 1))


def _read_slot(slot: bytes) -> Noted | None:
    words = slot.rstrip(b"\0").decode("ascii", "replace").split(" ")
    if len(words) not in (7, 8) or words[0] != WORD or words[-1] != seal("", *words[:-1]):
        return None
    serial, game, entries, mark, endings, *games = words[1:-1]
    # up to schema 2 only the newest game was noted
    return Noted(LastEntry(int(game), int(entries), mark, int(endings), int((games or [game])[0])), int(serial), False)


class Head:
    """Writes the note; open while the journal is."""

    def __init__(self, journal: Path) -> None:
        noted = read_head(journal)
        self.serial = noted.serial if noted else 0
        self.last: LastEntry | None = noted.last if noted and not noted.spoilt else None
        self._file = os.open(head_path(journal), os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o666)
        if os.fstat(self._file).st_size != 2 * SLOT_BYTES:
            os.ftruncate(self._file, 2 * SLOT_BYTES)
            sync_folder(journal.parent)

    def note(self, last: LastEntry) -> None:
        """Note the end of the journal; returns when it is on disk."""
        self.serial += 1
        self.last = last
        words = list(map(str, (WORD, self.serial, *last)))
        slot = " ".join([*words, seal("", *words)]).encode("ascii").ljust(SLOT_BYTES, b"\0")
        os.pwrite(self._file, slot, SLOT_BYTES * (self.serial % 2))
        os.fdatasync(self._file)

    def renew(self, last: LastEntry) -> None:
        """Note the end of the journal in both slots, whatever they held."""
        self.note(last)
        self.note(last)

    def close(self) -> None:
        """Give the file back; closing twice is fine."""
        if self._file >= 0:
            os.close(self._file)
            self._file = -1
