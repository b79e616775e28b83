"""What a game writes to the card: `python -m tests.firmware.written_figures [FOLDER]` plays one of each kind by bots.

The kernel counts what this process sends to the disk that holds FOLDER; a folder in memory counts nothing.
"""

from __future__ import annotations

import sqlite3
import sys
import tempfile
from contextlib import closing
from pathlib import Path

from tablekeeper.engines.catalogue import NAMES
from tablekeeper.firmware.journal.care.backup import JOURNAL
from tablekeeper.firmware.journal.care.written import read_own_bytes
from tests.firmware.commands import call


def measure(game: str, folder: Path) -> tuple[int, int]:
    """How many answers a game took, and how many bytes were sent to the disk for it."""
    with tempfile.TemporaryDirectory(dir=folder) as place:
        before = read_own_bytes()
        words = ("play", game.replace("_", "-"), "--players", "Ann,Ben,Cleo", "--bots", "--headless", "--seed", "3")
        assert call(Path(place), *words).exit_code == 0
        sent = read_own_bytes() - before
        with closing(sqlite3.connect(Path(place) / JOURNAL)) as db:
            return int(db.execute("SELECT count(*) FROM entry").fetchone()[0]), sent


if __name__ == "__main__":
    for name in NAMES:
        answers, sent = measure(name, Path(sys.argv[1] if len(sys.argv) > 1 else "/var/tmp"))
        print(f"{name}: {sent / 1e6:.2f} MB for {answers} answers, {sent / max(1, answers) / 1000:.1f} kB an answer")
