"""Files that are whole at every moment, whenever the power goes: written under another name, synced, renamed, noted."""

from __future__ import annotations

import os
from pathlib import Path

DRAFT = ".new"
"""The end of a name that a cut may leave behind; the next writing takes its place."""


def write_whole(path: Path, text: str, *, private: bool = False) -> None:
    """Put a text in a file's place, whole or not at all; returns when a power cut cannot take it back.

    A private file can be read by its owner alone, from its first byte.
    """
    draft = path.with_name(path.name + DRAFT)
    if private:
        draft.unlink(missing_ok=True)  # a draft that a cut left behind would keep its own mode
    opened = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600 if private else 0o666)
    with os.fdopen(opened, "w", encoding="utf-8") as file:
        file.write(text)
        file.flush()
        os.fsync(file.fileno())
    draft.replace(path)
    sync_folder(path.parent)


def sync_folder(folder: Path) -> None:
    """Make new and renamed files of a folder survive a power cut."""
    place = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(place)
    finally:
        os.close(place)
