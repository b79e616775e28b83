"""The steps of an update, in an order in which the table plays whatever cuts it off."""

from __future__ import annotations

import shutil
import sqlite3
import subprocess
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path

from tablekeeper.faults import Words
from tablekeeper.firmware.errors import BadInput, why_of
from tablekeeper.firmware.journal.care.backup import JOURNAL, list_kept, restore_backup, write_backup
from tablekeeper.firmware.updates.errors import UpdateFault
from tablekeeper.firmware.updates.launch import environment_of
from tablekeeper.firmware.updates.package import ANY, Release, fits_here, order_of, read_release
from tablekeeper.firmware.updates.shelf import Shelf, Trial

PROOF_S = 120.0
ROOM = 4
"""A release is there as a file, in memory and unpacked; its Python gets compiled."""
Prove = Callable[[Path, Path], str]


def update(path: Path, home: Path, running: str, keys: list[Path], *, older: bool = False) -> str:
    """Check a release and let it run from the next start on; returns its version."""
    release = read_release(path, keys)
    check_fit(release, path, running, older=older)
    install(release, home, prove)
    return release.version


def check_fit(release: Release, path: Path, running: str, *, older: bool = False) -> None:
    """Refuse a release for another processor, and one that is not newer."""
    if not fits_here(release.architecture):
        raise UpdateFault(
            "Cannot update to {path}: it was made for {architecture}; expected this computer's or {any!r}",
            path=path,
            architecture=release.architecture,
            any=ANY,
        )
    if order_of(release.version) <= order_of(running) and not older:
        raise UpdateFault(
            "Cannot update to {path}: found {version}, but {running} runs already; expected a newer one, or "
            "--older to go back",
            path=path,
            version=release.version,
            running=running,
        )


def install(release: Release, home: Path, proof: Prove) -> None:
    """Put it beside, prove that it starts and reads this journal, keep a backup, then switch by one rename."""
    shelf = Shelf(home)
    try:
        _refuse_little_room(release, shelf)
        shelf.put(release.version, release.wheels)
        _prove(release, shelf, proof)
        backup = str(write_backup(home)) if home.is_dir() and any(list_kept(home)) else ""
        shelf.set_trial(Trial(release.version, shelf.current(), 0, backup, journal_schema(home)))
        shelf.switch(release.version)
    except OSError as fault:
        raise UpdateFault(
            "Cannot update to {version}: {why}; the running version stays", version=release.version, why=why_of(fault)
        ) from None


def _prove(release: Release, shelf: Shelf, proof: Prove) -> None:
    fault = proof(shelf.place(release.version), shelf.home)
    if fault:
        shutil.rmtree(shelf.place(release.version))
        raise UpdateFault(
            "Cannot update to {version}: tried on a copy of this table, {fault}; the running version stays",
            version=release.version,
            fault=fault,
        )


def _refuse_little_room(release: Release, shelf: Shelf) -> None:
    needed = ROOM * sum(len(wheel) for wheel in release.wheels.values())
    shelf.folder.mkdir(parents=True, exist_ok=True)
    free = shutil.disk_usage(shelf.folder).free
    if free < needed:
        raise UpdateFault(
            "Cannot update to {version}: found {free} MiB free; expected {needed} or more",
            version=release.version,
            free=free >> 20,
            needed=1 + (needed >> 20),
        )


def prove(place: Path, home: Path) -> str:
    """Start a release on a copy of this table: empty if it reads the journal, else what went wrong."""
    with tempfile.TemporaryDirectory(prefix="tablekeeper-proof-") as scratch:
        copy = Path(scratch) / "table"
        copy.mkdir()
        words = ["--version"]
        if (home / JOURNAL).is_file():
            try:
                restore_backup(write_backup(home, Path(scratch) / "backup.tar.gz"), copy)
            except BadInput as fault:
                return Words("which could not be copied ({fault})", fault=fault)
            words = ["repair"]
        return _start(place, copy, words)


def _start(place: Path, copy: Path, words: list[str]) -> str:
    command = [sys.executable, "-m", "tablekeeper", "--home", str(copy), *words]
    try:
        done = subprocess.run(
            command, env=environment_of(place), cwd=copy, capture_output=True, text=True, timeout=PROOF_S, check=False
        )
    except subprocess.TimeoutExpired:
        return f"it hung for {PROOF_S:g} s"
    said = (done.stderr.strip().splitlines() or ["no word"])[-1]
    return f"it ended with {done.returncode} ({said})" if done.returncode else ""


def journal_schema(home: Path) -> int:
    """The schema of the journal as it is on the disk; 0 where there is none."""
    path = home / JOURNAL
    if not path.is_file():
        return 0
    try:
        db = sqlite3.connect(f"{path.resolve().as_uri()}?mode=ro", uri=True)
        try:
            return int(db.execute("PRAGMA user_version").fetchone()[0])
        finally:
            db.close()
    except sqlite3.Error:
        return 0
