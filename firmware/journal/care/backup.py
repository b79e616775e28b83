"""One file with everything that a new card needs: journals, editions, settings, calibration; and the way back."""

from __future__ import annotations

import contextlib
import hashlib
import io
import json
import os
import re
import shutil
import sqlite3
import tarfile
import tempfile
import time
import zlib
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path, PurePosixPath
from typing import Any

from tablekeeper.faults import Words
from tablekeeper.firmware.errors import BackupFault, JournalFault, why_of
from tablekeeper.firmware.journal.care.putting_back import DRAFT, NEW, finish_restore, put_back
from tablekeeper.firmware.journal.care.repair import copy_rows
from tablekeeper.firmware.journal.file.lock import take_lock
from tablekeeper.firmware.journal.file.rows import verify
from tablekeeper.firmware.journal.journal import Journal, open_for_reading
from tablekeeper.firmware.journal.moments import spell_moment
from tablekeeper.firmware.settings.config import FILE as CONFIG
from tablekeeper.firmware.settings.whole_file import DRAFT as UNFINISHED
from tablekeeper.firmware.settings.whole_file import sync_folder

JOURNAL = "journal.sqlite"
FOLDERS = ("editions",)
FILES = (CONFIG, "calibration.toml", "pins.toml")
BACKUPS = "backups"
FOREIGN = "foreign"
"""The part of a draft where the journal of a backup lies; it is read, and never becomes the table's own file."""
MANIFEST = "tablekeeper-backup.json"
FORMAT = 1
MOST_EXTENSION_BYTES = 64 * 1024
MOST_PARTS = 4
MOST_BYTES = 128 * 1024 * 1024
"""More than a table collects in years; a broken archive shall not fill the card."""
DAY_S = 86_400.0
ENDING = ".tar.gz"
SOCKETS = (Path("/media"), Path("/mnt"), Path("/run/media"))
"""Where sticks appear."""
STICK = Words("expected a folder that exists, or a stick that is plugged in")
NUMBERED = re.compile(r"tablekeeper-no([0-9]+)-")
RIGHT = Words("expected a file made by `tablekeeper backup`")


def newest_backup(home: Path) -> Path | None:
    """The backup that was written last into the table's own backup folder."""
    return next(reversed(own_backups(home)), None)


def own_backups(home: Path) -> list[Path]:
    """The backups in the table's own folder in the order in which they were written.

    Their running numbers give the order: a Pi has no clock battery, so its time may run backwards. Names without a
    number are of earlier versions, which had only the time.
    """
    return sorted((home / BACKUPS).glob("*.tar.gz"), key=lambda path: (number_of(path), path.name))


def number_of(path: Path) -> int:
    """The running number in the name of a backup; 0 where there is none."""
    found = NUMBERED.match(path.name)
    return int(found[1]) if found else 0


def write_backup(home: Path, target: Path | None = None, now: Callable[[], float] = time.time) -> Path:
    """Write everything worth keeping into one file; returns which. All or nothing."""
    stamp = spell_moment(now(), "%Y-%m-%d-%H%M%S")
    own = f"tablekeeper-no{_next_number(home):04}-{stamp}{ENDING}"
    path = home / BACKUPS / own if target is None else place_of(target, own)
    if not home.is_dir() or not any(list_kept(home)):
        raise BackupFault(
            "Cannot back up {home}: there is nothing to keep yet; expected the folder of a table", home=home
        )
    draft = path.with_name(path.name + ".new")
    try:
        with tempfile.TemporaryDirectory() as place:
            contents = {name: _content(home, name, Path(place)) for name in list_kept(home)}
        if target is None:
            path.parent.mkdir(parents=True, exist_ok=True)
        _write_archive(draft, contents, round(now()))
        draft.replace(path)
        sync_folder(path.parent)
    except (OSError, sqlite3.Error) as fault:
        with contextlib.suppress(OSError):
            draft.unlink()
        raise BackupFault(
            "Cannot write the backup {path}: {why}; expected a place with room", path=path, why=why_of(fault)
        ) from None
    return path


def place_of(target: Path, own: str, is_mount: Callable[[Path], bool] = os.path.ismount) -> Path:
    """Where a backup goes that somebody sends elsewhere: into a folder under its own name, with the ending of what it
    holds. Folders are not made: one that is missing is a stick that is not plugged in."""
    path = target / own if target.is_dir() else target
    if not path.name.endswith((ENDING, ".tgz")):
        path = path.with_name(path.name + ENDING)
    if not path.parent.is_dir():
        raise BackupFault(
            "Cannot write the backup {path}: the folder {parent} is not there; {stick}",
            path=path,
            parent=path.parent,
            stick=STICK,
        )
    places = [path.absolute().parent, *path.absolute().parent.parents]
    sockets = [place for place in places if place.parent in SOCKETS or place.parent.parent in SOCKETS]
    if sockets and not any(is_mount(place) for place in sockets):
        raise BackupFault(
            "Cannot write the backup {path}: no stick is plugged in at {parent}; {stick}",
            path=path,
            parent=path.parent,
            stick=STICK,
        )
    return path


def _write_archive(draft: Path, contents: Mapping[str, bytes], made_at_s: int) -> None:
    sums = {name: hashlib.sha256(content).hexdigest() for name, content in contents.items()}
    manifest = {"format": FORMAT, "made_at_s": made_at_s, "files": sums}
    with draft.open("wb") as file:
        with tarfile.open(fileobj=file, mode="w:gz") as archive:
            _add(archive, MANIFEST, json.dumps(manifest, indent=1).encode())
            for name, content in contents.items():
                _add(archive, name, content)
        file.flush()
        os.fsync(file.fileno())


def list_kept(home: Path) -> Iterator[str]:
    """The names, relative to the table's folder, of everything that a backup holds."""
    for name in (JOURNAL, *FILES):
        if (home / name).is_file():
            yield name
    for folder in FOLDERS:
        for path in sorted((home / folder).rglob("*")):
            if path.is_file() and not path.is_symlink() and path.suffix != UNFINISHED:
                yield path.relative_to(home).as_posix()


def _content(home: Path, name: str, place: Path) -> bytes:
    if name != JOURNAL:
        return (home / name).read_bytes()
    source = open_for_reading(home / JOURNAL)
    copy = place / JOURNAL
    target = sqlite3.connect(copy)
    try:
        verify(source, home / JOURNAL)
        source.backup(target)
        target.execute("PRAGMA journal_mode = DELETE")
    finally:
        source.close()
        target.close()
    return copy.read_bytes()


def _add(archive: tarfile.TarFile, name: str, content: bytes) -> None:
    info = tarfile.TarInfo(name)
    info.size = len(content)
    info.mode = 0o644
    archive.addfile(info, io.BytesIO(content))


def _next_number(home: Path) -> int:
    newest = newest_backup(home)
    return 1 + (number_of(newest) if newest is not None else 0)


def keep_newest(home: Path, count: int) -> None:
    """Forget the oldest backups in the table's own backup folder."""
    for old in own_backups(home)[:-count]:
        old.unlink()


def back_up_daily(home: Path, count: int, now: Callable[[], float] = time.time) -> Path | None:
    """A backup if the last one is a day old; returns it, or None. For quiet moments, such as the end of a game."""
    newest = newest_backup(home)
    if newest is not None and abs(now() - newest.stat().st_mtime) < DAY_S:
        return None
    path = write_backup(home, None, now)
    os.utime(path, (now(), now()))
    keep_newest(home, count)
    return path


def restore_backup(path: Path, home: Path, *, force: bool = False) -> list[str]:
    """Put a backup into a table's folder; returns the names. Everything is checked before anything is changed."""
    contents = read_backup(path)
    if not force and any(list_kept(home)):
        raise BackupFault(
            "Cannot restore {path}: the folder {home} already holds a table; expected an empty one, or "
            "--force (then what is there is kept in a folder beside)",
            path=path,
            home=home,
        )
    try:
        _put_in_place(contents, path, home)
    except (OSError, sqlite3.Error) as fault:
        raise BackupFault(
            "Cannot restore {path} into {home}: {why}; expected a folder of your own",
            path=path,
            home=home,
            why=why_of(fault),
        ) from None
    return list(contents)


def _put_in_place(contents: Mapping[str, bytes], path: Path, home: Path) -> None:
    home.mkdir(parents=True, exist_ok=True)
    with take_lock(home / JOURNAL):
        finish_restore(home)
        draft = home / DRAFT
        try:
            for name, content in contents.items():
                _write(draft / (FOREIGN if name == JOURNAL else NEW) / name, content)
            if JOURNAL in contents:
                _copy_journal(draft, path)
        except BaseException:
            shutil.rmtree(draft, ignore_errors=True)
            raise
        beside = [JOURNAL + end for end in ("-wal", "-shm", "-journal", ".head")]
        old = [*list_kept(home), *(name for name in beside if (home / name).exists())]
        put_back(home, old, _free_folder(home / "replaced"))


def read_backup(path: Path) -> dict[str, bytes]:
    """Everything in a backup by name, checked against its list; a broken one is refused with one sentence."""
    try:
        if path.exists() and not path.is_dir() and not path.is_file():
            raise BackupFault("Cannot read the backup {path}: that is no plain file; {right}", path=path, right=RIGHT)
        with tarfile.open(path, "r:gz", tarinfo=BoundedHeader) as archive:
            contents = _read_members(archive, path)
    except FileNotFoundError:
        raise BackupFault(
            "Cannot read the backup {path}: there is no such file; {right}", path=path, right=RIGHT
        ) from None
    except IsADirectoryError:
        raise BackupFault("Cannot read the backup {path}: that is a folder; {right}", path=path, right=RIGHT) from None
    except (tarfile.TarError, EOFError, OSError, zlib.error, ValueError, RecursionError) as fault:
        raise BackupFault(
            "Cannot read the backup {path}: {fault}; {right}", path=path, fault=why_of(fault), right=RIGHT
        ) from None
    sums = _read_manifest(contents.pop(MANIFEST, None), path)
    for name in sums:
        if name not in contents:
            raise BackupFault(
                "Cannot read the backup {path}: {name!r} is missing in it; expected a whole one: take another backup",
                path=path,
                name=name,
            )
    for name, content in contents.items():
        if sums.get(name) != hashlib.sha256(content).hexdigest():
            raise BackupFault(
                "Cannot read the backup {path}: {name!r} is not what was packed; expected a whole one: take "
                "another backup",
                path=path,
                name=name,
            )
    return contents


class BoundedHeader(tarfile.TarInfo):
    """A header whose extensions (long names and the like) are small, because tarfile reads them whole."""

    def _proc_member(self, archive: tarfile.TarFile) -> Any:
        if self.type not in tarfile.REGULAR_TYPES and self.size > MOST_EXTENSION_BYTES:
            raise tarfile.ReadError(f"a header of {self.size} bytes")
        return super()._proc_member(archive)  # type: ignore[misc]


def _read_members(archive: tarfile.TarFile, path: Path) -> dict[str, bytes]:
    contents: dict[str, bytes] = {}
    total = 0
    for member in archive:
        total += abs(member.size)
        if total > MOST_BYTES:
            raise BackupFault(
                "Cannot read the backup {path}: it unpacks to more than {most_bytes} bytes; {right}",
                path=path,
                most_bytes=MOST_BYTES,
                right=RIGHT,
            )
        if not member.isfile() or not _is_ours(member.name) or member.name in contents:
            raise BackupFault(
                "Cannot read the backup {path}: found {name!r} in it; {right}", path=path, name=member.name, right=RIGHT
            )
        file = archive.extractfile(member)
        content = file.read() if file else b""
        if len(content) != member.size:
            raise BackupFault(
                "Cannot read the backup {path}: {name!r} is cut off; expected a whole one: take another backup",
                path=path,
                name=member.name,
            )
        contents[member.name] = content
    return contents


def _is_ours(name: str) -> bool:
    parts = PurePosixPath(name).parts
    if name in (JOURNAL, MANIFEST, *FILES):
        return True
    whole = 1 < len(parts) <= MOST_PARTS and name.isprintable() and len(name.encode(errors="replace")) < 512
    return whole and parts[0] in FOLDERS and ".." not in parts and max(map(len, parts)) < 128


def _read_manifest(content: bytes | None, path: Path) -> dict[str, str]:
    if content is None:
        raise BackupFault(
            "Cannot read the backup {path}: found no {manifest} in it; {right}",
            path=path,
            manifest=MANIFEST,
            right=RIGHT,
        )
    try:
        manifest: Any = json.loads(content)
        version, sums = manifest["format"], dict(manifest["files"])
    except (ValueError, KeyError, TypeError, RecursionError):
        raise BackupFault(
            "Cannot read the backup {path}: its list of contents is broken; expected a whole one: take another backup",
            path=path,
        ) from None
    if version != FORMAT:
        raise BackupFault(
            "Cannot read the backup {path}: it has format {version!r}; expected {format}, so update Tablekeeper",
            path=path,
            version=version,
            format=FORMAT,
        )
    return sums


def _copy_journal(draft: Path, path: Path) -> None:
    """Copy the rows into a journal of this release's own making, and open that as a table would: it writes the head."""
    journal = draft / NEW / JOURNAL
    journal.parent.mkdir(exist_ok=True)
    try:
        copy_rows(draft / FOREIGN / JOURNAL, journal)
        Journal(journal).close()
    except (JournalFault, sqlite3.IntegrityError) as fault:
        raise BackupFault(
            "Cannot restore {path}: the journal in it is no good ({fault}); expected another backup",
            path=path,
            fault=fault,
        ) from None
    journal.with_name(journal.name + ".lock").unlink(missing_ok=True)


def _write(path: Path, content: bytes) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("wb") as file:
        file.write(content)
        file.flush()
        os.fsync(file.fileno())


def _free_folder(path: Path) -> Path:
    number = 1
    while path.with_name(f"{path.name}-{number}").exists():
        number += 1
    return path.with_name(f"{path.name}-{number}")
