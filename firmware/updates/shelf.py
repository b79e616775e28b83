"""The folder of releases: each in a folder of its own, and one link that says which of them runs.

releases/0.2.0/      an unpacked release, whole: it got this name only when everything of it was on the disk
releases/current     a link to one of them; without it the installed version runs
releases/trial.json  the release that has not lasted yet, and the one before it
releases/notice.json   what people should hear about at the next start
"""

from __future__ import annotations

import contextlib
import io
import json
import os
import shutil
import zipfile
from collections.abc import Mapping
from pathlib import Path
from typing import Any, NamedTuple

from tablekeeper.firmware.settings.whole_file import DRAFT as UNFINISHED
from tablekeeper.firmware.settings.whole_file import sync_folder, write_whole
from tablekeeper.firmware.updates.errors import UpdateFault
from tablekeeper.firmware.updates.package import VERSION

FOLDER, CURRENT, TRIAL, NOTICE = "releases", "current", "trial.json", "notice.json"
DRAFT = ".new-"
MOST_UNPACKED = 1024 * 1024 * 1024


class Trial(NamedTuple):
    """A release that has not lasted yet."""

    release: str
    before: str
    """Empty for the installed version."""
    starts: int
    backup: str
    schema: int
    """The journal's, before this release saw it."""


class Shelf:
    """The releases of one table."""

    def __init__(self, home: Path) -> None:
        self.home, self.folder = home, home / FOLDER

    def current(self) -> str:
        """The version that should run; empty for the installed one."""
        try:
            name = os.readlink(self.folder / CURRENT)
        except OSError:
            return ""
        return name if VERSION.fullmatch(name) and (self.folder / name).is_dir() else ""

    def place(self, version: str) -> Path:
        """Where a release lies."""
        return self.folder / version

    def put(self, version: str, wheels: Mapping[str, bytes]) -> None:
        """Unpack a release beside the others; it gets its name when all of it is on the disk."""
        self.tidy()
        draft = self.folder / f"{DRAFT}{version}"
        draft.mkdir(parents=True)
        for wheel in wheels.values():
            _unpack(wheel, draft)
        _sync_tree(draft)
        if self.place(version).exists():  # left by an update that was cut off before the switch
            shutil.rmtree(self.place(version))
        draft.replace(self.place(version))
        sync_folder(self.folder)

    def switch(self, version: str) -> None:
        """One rename; an empty version is the installed one."""
        link = self.folder / CURRENT
        if not version:
            with contextlib.suppress(FileNotFoundError):
                link.unlink()
        else:
            draft = self.folder / f"{DRAFT}{CURRENT}"
            with contextlib.suppress(FileNotFoundError):
                draft.unlink()
            draft.symlink_to(version)
            draft.replace(link)
        sync_folder(self.folder)

    def tidy(self, *keep: str) -> None:
        """Take away what was left half made, and releases that nobody goes back to."""
        self.folder.mkdir(parents=True, exist_ok=True)
        trial = self.trial()
        kept = {self.current(), *keep, *((trial.before, trial.release) if trial else ())}
        for path in self.folder.iterdir():
            stale = (
                path.name.startswith(DRAFT)
                or path.suffix == UNFINISHED
                or (VERSION.fullmatch(path.name) and path.name not in kept)
            )
            if stale and path.is_dir() and not path.is_symlink():
                shutil.rmtree(path)
            elif stale:
                path.unlink()

    def trial(self) -> Trial | None:
        """The release that has not lasted yet, if it is the one that runs."""
        found = self._read(TRIAL)
        try:
            trial = Trial(**found) if found is not None else None
        except TypeError:
            return None
        return trial if trial is not None and trial.release == self.current() else None

    def set_trial(self, trial: Trial | None) -> None:
        """Note it, or that there is none any more."""
        self._write(TRIAL, None if trial is None else trial._asdict())

    def announce(self, words: Mapping[str, str] | None) -> None:
        """What people should hear about once."""
        self._write(NOTICE, words)

    def announcement(self) -> Mapping[str, str] | None:
        """What people should hear about, until somebody takes it away."""
        found = self._read(NOTICE)
        return None if found is None else {str(name): str(words) for name, words in found.items()}

    def _read(self, name: str) -> Any:
        try:
            found = json.loads((self.folder / name).read_text(encoding="utf-8"))
        except (OSError, ValueError, RecursionError):
            return None
        return found if isinstance(found, dict) else None

    def _write(self, name: str, content: object) -> None:
        path = self.folder / name
        if content is not None:
            write_whole(path, json.dumps(content))
            return
        with contextlib.suppress(FileNotFoundError):
            path.unlink()
        if self.folder.is_dir():
            sync_folder(self.folder)


def _unpack(wheel: bytes, folder: Path) -> None:
    with zipfile.ZipFile(io.BytesIO(wheel)) as archive:
        if sum(info.file_size for info in archive.infolist()) > MOST_UNPACKED:
            raise UpdateFault(
                "Cannot unpack the release: it needs more than {most_unpacked} bytes; expected a release of "
                "Tablekeeper",
                most_unpacked=MOST_UNPACKED,
            )
        for info in archive.infolist():
            target = (folder / info.filename).resolve()
            if not target.is_relative_to(folder.resolve()):
                raise UpdateFault(
                    "Cannot unpack the release: found {filename!r} in it, which lies outside; expected a "
                    "release of Tablekeeper",
                    filename=info.filename,
                )
            archive.extract(info, folder)


def _sync_tree(folder: Path) -> None:
    for path in sorted(folder.rglob("*")):
        if path.is_file():
            with path.open("rb") as file:
                os.fsync(file.fileno())
        else:
            sync_folder(path)
    sync_folder(folder)
