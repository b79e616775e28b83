"""Sticks that hold a folder `tablekeeper`: each gets the newest backup, by itself.

Nothing is written to a stick without that folder, so a stick that is plugged in for photographs stays as it is.
"""

from __future__ import annotations

import os
import re
import shutil
import socket
from collections.abc import Iterator
from pathlib import Path

from tablekeeper.firmware.errors import BackupFault, why_of
from tablekeeper.firmware.journal.care.backup import newest_backup, number_of, read_backup
from tablekeeper.firmware.settings.whole_file import DRAFT, sync_folder

FOLDER = "tablekeeper"
MOUNTS = Path("/proc/self/mountinfo")
PLACES = ("/media/", "/run/media/", "/mnt/")
"""Where desktops and people mount what is plugged in."""
LOCAL = re.compile(r"[^\w-]")


def find_sticks(mounts: str | None = None) -> list[Path]:
    """The folders of mounted sticks that are meant for backups; `mounts` is in the form of /proc/self/mountinfo."""
    try:
        text = MOUNTS.read_text(encoding="utf-8", errors="replace") if mounts is None else mounts
    except OSError:
        return []
    return [folder for folder in _folders(text) if folder.is_dir() and not folder.is_symlink()]


def _folders(text: str) -> Iterator[Path]:
    for line in text.splitlines():
        words = line.split(" ")
        if len(words) > 4:
            place = re.sub(r"\\([0-7]{3})", lambda found: chr(int(found[1], 8)), words[4])
            if place.startswith(PLACES):
                yield Path(place) / FOLDER


def copy_to_stick(home: Path, stick: Path, kept: int) -> Path | None:
    """Copy the newest backup to this table's folder on a stick and read it back; None if it is there already."""
    newest = newest_backup(home)
    if newest is None:
        return None
    folder = stick / (LOCAL.sub("-", socket.gethostname()) or "table")
    target = folder / newest.name
    if target.exists():
        return None
    draft = target.with_name(target.name + DRAFT)
    try:
        folder.mkdir(exist_ok=True)
        with newest.open("rb") as source, draft.open("wb") as copy:
            shutil.copyfileobj(source, copy)
            copy.flush()
            os.fsync(copy.fileno())
        read_backup(draft)
        draft.replace(target)
        sync_folder(folder)
        for old in sorted(folder.glob("tablekeeper-no*.tar.gz"), key=number_of)[:-kept]:
            old.unlink()
    except OSError as fault:
        draft.unlink(missing_ok=True)
        raise BackupFault(
            "Cannot copy the backup to {folder}: {why}; expected a stick with room", folder=folder, why=why_of(fault)
        ) from None
    return target
