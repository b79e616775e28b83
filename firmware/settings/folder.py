"""A folder that somebody named for what the program leaves behind."""

from __future__ import annotations

import os
from pathlib import Path

from tablekeeper.firmware.errors import BadInput, why_of


def make_folder(folder: Path, what: str) -> None:
    """Make sure that files can be left there; a place where none can be is refused before any work is done."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as fault:
        raise BadInput(
            "Cannot leave {what} in {folder}: {why}; expected a folder of your own",
            what=what,
            folder=folder,
            why=why_of(fault),
        ) from None
    if not os.access(folder, os.W_OK | os.X_OK):
        raise BadInput(
            "Cannot leave {what} in {folder}: nothing can be written there; expected a folder of your own",
            what=what,
            folder=folder,
        )
