"""Opens the journal even when it was damaged: what fits its seals goes into a new file, the damaged one is kept aside.

The people are told in one sentence what was lost. Where nothing can be read, the journal is refused and the newest
backup offered.
"""

from __future__ import annotations

import contextlib
import os
import shutil
import sqlite3
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from tablekeeper.display.words.texts import Said
from tablekeeper.firmware.errors import JournalDamaged, JournalFault, why_of
from tablekeeper.firmware.journal.care.putting_back import finish_restore
from tablekeeper.firmware.journal.file.disk import UNREADABLE, refuse_failing_disk
from tablekeeper.firmware.journal.file.last_entry import read_head
from tablekeeper.firmware.journal.file.lock import take_lock
from tablekeeper.firmware.journal.file.opening import decode_text, open_for_reading
from tablekeeper.firmware.journal.file.rows import MEND, Found, find_game_rows, list_games, seal_ending, verify
from tablekeeper.firmware.journal.file.tables import find_views
from tablekeeper.firmware.journal.journal import Journal, create_tables
from tablekeeper.firmware.journal.moments import spell_moment
from tablekeeper.firmware.settings.whole_file import sync_folder

WITH_IT = ("-wal", "-shm", "-journal")
"""What SQLite keeps beside a file."""
HEAD_BYTES = 100
"""SQLite's own head: the size of a page at 16, how many there are at 28."""
MOST_BYTES = 1 << 30
GAME_LINE = "INSERT INTO game (id, name, setup, begun_at_s, origin, seal) VALUES (?, ?, ?, ?, ?, ?)"


class Opened(NamedTuple):
    """The journal, and what people should hear about it (empty if it is just as it was)."""

    journal: Journal
    notice: str


def open_journal(path: Path, backup: Path | None = None, now: Callable[[], float] = time.time) -> Opened:
    """Open a journal, repairing it if need be; `backup` is what to offer where nothing can be saved."""
    with refusing_a_bad_disk(path):
        finish_what_was_cut(path)
    try:
        journal = Journal(path)
    except JournalDamaged:
        notice = repair(path, backup, now())
        return Opened(Journal(path), notice)
    return Opened(journal, journal.notice)


def repair(path: Path, backup: Path | None, now_s: float) -> Said:
    """Put what fits its seals in the journal's place; returns the sentence about what was lost."""
    with take_lock(path), refusing_a_bad_disk(path):
        found = salvage_twice(path)
        if not any(game.game for game in found.values()):
            raise _refusal(path, backup)
        stamp = spell_moment(now_s, "%Y%m%d-%H%M%S")
        aside = _free_name(path.with_name(f"{path.stem}.damaged-{stamp}{path.suffix}"))
        lost = tuple(describe_losses(path, found)) or Said("trouble.nothing_lost")
        write_anew(path.with_name(path.name + ".mending"), found)
        _exchange(path, aside)
    return Said("trouble.journal_repaired", lost=lost, aside=aside.name)


def shorten(notice: str) -> Said:
    """A notice as a screen has room for it: where the damaged file lies is for whoever looks into the folder."""
    if isinstance(notice, Said):
        return Said("trouble.journal_repaired_here", lost=notice.facts["lost"])
    return Said("trouble.journal_noted", notice)


@contextlib.contextmanager
def refusing_a_bad_disk(path: Path) -> Iterator[None]:
    """A disk that is full or cannot be written is one sentence; the damaged journal stays as it is."""
    try:
        yield
    except (OSError, sqlite3.Error) as fault:
        raise JournalFault(
            "Cannot repair the journal {path}: {why}; expected a disk with room", path=path, why=why_of(fault)
        ) from None


def salvage_twice(path: Path) -> dict[int, Found]:
    """What two looks agree on: SQLite takes a read that the disk refused for damage, and leaves out what is whole."""
    found = salvage(path)
    if found != salvage(path):
        raise JournalFault(
            "Cannot repair the journal {path}: the disk reads differently each time; expected another card", path=path
        )
    return found


def salvage(path: Path) -> dict[int, Found]:
    """What of each game fits its seals; the head says how many games there should be. Reads a copy."""
    noted = read_head(path)
    games = set(range(1, noted.last.games + 1)) if noted and noted.last else set()
    if not path.is_file():
        return {}
    with tempfile.TemporaryDirectory(dir=path.parent, prefix=".salvage-") as place:
        copy = Path(place) / path.name
        for end in ("", "-wal", "-journal"):
            source = path.with_name(path.name + end)
            if source.is_file():
                shutil.copy(source, copy.with_name(copy.name + end))
        _lengthen(copy)
        db = sqlite3.connect(copy, isolation_level=None)
        db.text_factory = decode_text
        try:
            try:
                if find_views(db):
                    return {}
                games.update(list_games(db))
            except UNREADABLE as fault:
                refuse_failing_disk(fault)
            return {game: find_game_rows(db, game) for game in sorted(games)}
        finally:
            db.close()


def _lengthen(copy: Path) -> None:
    """Fill what was cut off with empty pages: SQLite reads nothing at all of a file that is too short."""
    with copy.open("rb+") as file:
        head = file.read(HEAD_BYTES)
        page_bytes = int.from_bytes(head[16:18], "big")
        whole_bytes = page_bytes * int.from_bytes(head[28:32], "big")
        if page_bytes >= 512 and copy.stat().st_size < whole_bytes < MOST_BYTES:
            file.truncate(whole_bytes)


def describe_losses(path: Path, found: dict[int, Found]) -> list[Said]:
    """What is missing, game by game."""
    noted = read_head(path)
    last = noted.last if noted else None
    parts = []
    for game, rows in found.items():
        entries = len(rows.entries)
        if rows.game is None:
            parts.append(Said("trouble.game_lost", game=game))
        elif last is not None and game == last.game and entries < last.entries:
            parts.append(Said("trouble.game_cut", game=game, entries=entries, whole=last.entries))
        elif rows.fault and rows.ending is None and (last is None or game != last.game):
            parts.append(Said("trouble.game_begun", game=game, entries=entries))
    if noted is None or noted.last is None or noted.spoilt:
        parts.append(Said("trouble.end_untold"))
    elif last is not None and sum(rows.ending is not None for rows in found.values()) < last.endings and not parts:
        parts.append(Said("trouble.ending_lost"))
    return parts


def write_anew(path: Path, found: dict[int, Found]) -> None:
    """A journal of what was found; a game whose end was lost can be resumed, and its end is noted again then."""
    for leftover in (path, *(path.with_name(path.name + end) for end in WITH_IT)):
        leftover.unlink(missing_ok=True)
    whole = {game: rows for game, rows in found.items() if rows.game is not None}
    db = sqlite3.connect(path, isolation_level=None)
    try:
        create_tables(db)
        with db:
            db.execute("BEGIN")
            for game, rows in whole.items():
                db.execute(GAME_LINE, rows.game or ())
                db.executemany(
                    "INSERT INTO entry VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)", ((game, *row) for row in rows.entries)
                )
                ending = _ending_of(rows)
                if ending:
                    db.execute("INSERT INTO ending VALUES (?, ?, ?, ?, ?, ?)", ending)
        db.execute("PRAGMA journal_mode = WAL")  # so that nobody has to rewrite its first page later
    finally:
        db.close()
    _sync(path)


def copy_rows(source: Path, target: Path) -> None:
    """A journal of our own making with the rows of another file, every seal of which must fit.

    A file from elsewhere may hold more than rows: leftovers in free pages, settings of its own.
    """
    with contextlib.closing(open_for_reading(source)) as db:
        verify(db, source)
        found = {game: find_game_rows(db, game) for game in list_games(db)}
        for game, rows in found.items():  # a disk may fail on the second reading, and a copy must not lack a game
            if rows.fault:
                raise JournalDamaged(
                    "Cannot read game {game} of the journal {source}: {fault}; {mend}",
                    game=game,
                    source=source,
                    fault=rows.fault,
                    mend=MEND,
                )
        write_anew(target, found)


def _ending_of(rows: Found) -> Sequence[object]:
    if rows.ending is None or len(rows.ending) > 4:
        return rows.ending or ()
    entries = len(rows.entries)
    _, how, outcome, ended_at_s = rows.ending  # of schema 1, which had no seals there
    return (*rows.ending, entries, seal_ending(rows.seal, how, outcome, ended_at_s, entries))


def _exchange(path: Path, aside: Path) -> None:
    """Keep the damaged files aside and put the mended one in their place; a cut in between is finished later."""
    os.replace(path.with_name(path.name + ".mending"), path.with_name(path.name + ".mended"))
    sync_folder(path.parent)
    finish_exchange(path, aside)


def finish_what_was_cut(path: Path) -> None:
    """Finish a repair or a restore that a power cut stopped, and sweep up what it left."""
    if not path.parent.is_dir():
        return
    with take_lock(path):
        finish_exchange(path)
        finish_restore(path.parent)
        for left in path.parent.glob(".salvage-*"):
            shutil.rmtree(left, ignore_errors=True)
        for draft in (".first", ".mending"):
            for left in path.parent.glob(path.name + draft + "*"):
                left.unlink()


def finish_exchange(path: Path, aside: Path | None = None) -> None:
    """Put a mended journal in its place, whatever a power cut left of the old one there."""
    mended = path.with_name(path.name + ".mended")
    if not mended.exists():
        return
    keep = aside or _free_name(path.with_name(f"{path.stem}.damaged{path.suffix}"))
    for end in ("-wal", "-journal", "", ".head"):
        source = path.with_name(path.name + end)
        if source.exists():
            os.replace(source, keep.with_name(keep.name + end))
    path.with_name(path.name + "-shm").unlink(missing_ok=True)
    os.replace(mended, path)
    sync_folder(path.parent)


def _refusal(path: Path, backup: Path | None) -> JournalDamaged:
    if backup is None:
        return JournalDamaged(
            "Cannot repair the journal {path}: nothing in it can be read, and there is no backup; "
            "to begin anew, move {name} and {name}.head away",
            path=path,
            name=path.name,
        )
    return JournalDamaged(
        "Cannot repair the journal {path}: nothing in it can be read; take the newest backup: "
        "tablekeeper restore --force {backup} (or, to begin anew, move {name} and {name}.head away)",
        path=path,
        name=path.name,
        backup=backup,
    )


def _free_name(path: Path) -> Path:
    number, name = 1, path
    while name.exists():
        number += 1
        name = path.with_name(f"{path.stem}-{number}{path.suffix}")
    return name


def _sync(path: Path) -> None:
    with path.open("rb+") as file:
        os.fsync(file.fileno())
