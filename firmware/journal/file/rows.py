"""The rows of a journal file, checked against their seals; nothing here writes.

A game's entries are a chain of seals, its ending is sealed onto the entry at which it was noted, and the head names
the last entry. What breaks one of these is damage, and damage is never read past.
"""

from __future__ import annotations

import sqlite3
from pathlib import Path
from typing import Any, NamedTuple

from tablekeeper.faults import Words
from tablekeeper.firmware.errors import JournalDamaged
from tablekeeper.firmware.journal.file.disk import UNREADABLE, refuse_failing_disk
from tablekeeper.firmware.journal.file.last_entry import LastEntry, Noted
from tablekeeper.firmware.journal.file.seal import seal

QUOTED_NOTHING = "''"
MEND = Words("expected a whole journal: `tablekeeper repair` saves what fits, or take the newest backup")


class Found(NamedTuple):
    """What of one game fits its seals: rows as they lie in the tables."""

    game: tuple[Any, ...] | None
    entries: list[tuple[Any, ...]]
    """The longest beginning whose seals fit; the last column is the seal."""
    ending: tuple[Any, ...] | None
    fault: str
    """What is wrong with the rest, or empty."""

    @property
    def seal(self) -> str:
        """The seal of its last line."""
        if self.entries:
            return str(self.entries[-1][-1])
        return str(self.game[-1]) if self.game else ""


def list_games(db: sqlite3.Connection) -> list[int]:
    """The numbers of all games that the file shows."""
    return [int(row[0]) for row in db.execute("SELECT id FROM game ORDER BY id")]


def find_game_rows(db: sqlite3.Connection, game: int) -> Found:
    """What of one game fits its seals; never raises for damage."""
    try:
        row = db.execute(f"SELECT {game_columns(db)} FROM game WHERE id = ?", (game,)).fetchone()
    except UNREADABLE as fault:
        refuse_failing_disk(fault)
        return Found(None, [], None, Words("its setup cannot be read ({fault})", fault=fault))
    if row is None:
        return Found(None, [], None, Words("there is none of that number"))
    if row[-1] != seal_game(*row[:-1]):
        return Found(None, [], None, Words("its seal does not fit, the file was damaged or edited"))
    entries, fault_found = _find_entries(db, game, row[-1])
    try:
        ending = db.execute("SELECT * FROM ending WHERE game = ?", (game,)).fetchone()
    except UNREADABLE as fault:
        refuse_failing_disk(fault)
        return Found(row, entries, None, fault_found or Words("its end cannot be read ({fault})", fault=fault))
    if ending is not None and len(ending) > 4 and not _ending_fits(ending, row[-1], entries):
        return Found(row, entries, None, fault_found or Words("the seal of its end does not fit"))
    return Found(row, entries, ending, fault_found)


def game_columns(db: sqlite3.Connection) -> str:
    """The columns of a game's line; up to schema 2 there was no origin."""
    names = {row[1] for row in db.execute("PRAGMA table_info(game)")}
    return f"game.id, name, setup, begun_at_s, {'origin' if 'origin' in names else QUOTED_NOTHING}, game.seal"


def seal_game(game: int, name: str, setup: str, begun_at_s: float, origin: str) -> str:
    """The seal of a game's line; up to schema 2 there was no origin."""
    return seal("", game, name, setup, begun_at_s, *([origin] if origin else []))


def _find_entries(db: sqlite3.Connection, game: int, last: str) -> tuple[list[tuple[object, ...]], str]:
    entries: list[tuple[Any, ...]] = []
    query = (
        "SELECT number, kind, at, text, kept, source, taken_at_s, seal FROM entry WHERE game = ? ORDER BY game, number"
    )
    try:
        for row in db.execute(query, (game,)):
            if row[0] != len(entries) or row[-1] != seal(last, *row[1:-1]):
                return entries, Words(
                    "the seal of entry {number} does not fit, the file was damaged or edited", number=len(entries)
                )
            last = row[-1]
            entries.append(row)
    except UNREADABLE as fault:
        refuse_failing_disk(fault)
        return entries, Words("entry {number} cannot be read ({fault})", number=len(entries), fault=fault)
    return entries, ""


def seal_ending(before: str, how: str, outcome: str, ended_at_s: float, entries: int) -> str:
    """The seal of a game's end, onto the last of so many entries."""
    return seal(before, how, outcome, ended_at_s, entries)


def _ending_fits(ending: tuple[Any, ...], first: str, entries: list[tuple[Any, ...]]) -> bool:
    count = ending[4]
    if not isinstance(count, int) or not 0 <= count <= len(entries):
        return False
    before = str(entries[count - 1][-1]) if count else first
    return bool(ending[5] == seal_ending(before, *ending[1:5]))


def verify(db: sqlite3.Connection, path: Path, last: int = 0) -> LastEntry:
    """Check every seal of an open journal; returns its end, or raises with the first thing that is wrong.

    `last` is the game that was played last; 0 stands for the newest.
    """
    total, games, end = 0, 0, (0, 0, "")
    try:
        for game in list_games(db):
            found = find_game_rows(db, game)
            if found.fault:
                raise JournalDamaged(
                    "Cannot read game {game} of the journal {path}: {fault}; {mend}",
                    game=game,
                    path=path,
                    fault=found.fault,
                    mend=MEND,
                )
            total += len(found.entries)
            if game == last or end[0] != last:
                end = (game, len(found.entries), found.seal)
            games = game
        lines, endings = db.execute("SELECT (SELECT count(*) FROM entry), (SELECT count(*) FROM ending)").fetchone()
    except UNREADABLE as fault:
        refuse_failing_disk(fault)
        raise JournalDamaged(
            "Cannot read the journal {path}: {fault}; {mend}", path=path, fault=fault, mend=MEND
        ) from None
    if lines != total:
        raise JournalDamaged(
            "Cannot read the journal {path}: it holds {lines} entries, its games only {total}; {mend}",
            path=path,
            lines=lines,
            total=total,
            mend=MEND,
        )
    return LastEntry(*end, int(endings), games)


def compare(db: sqlite3.Connection, noted: Noted, path: Path) -> str:
    """Raise damage unless the journal reaches the entry named in its head; return a notice for people, or ""."""
    wanted = noted.last
    if wanted is None:
        return "the note of the journal's last entry was damaged; what the journal holds is whole"
    games, endings = db.execute("SELECT (SELECT max(id) FROM game), (SELECT count(*) FROM ending)").fetchone()
    row = None
    if wanted.entries:
        query = "SELECT seal FROM entry WHERE game = ? AND number = ?"
        row = db.execute(query, (wanted.game, wanted.entries - 1)).fetchone()
    elif wanted.game:
        row = db.execute("SELECT seal FROM game WHERE id = ?", (wanted.game,)).fetchone()
    if (wanted.game and row != (wanted.seal,)) or endings < wanted.endings or (games or 0) < wanted.games:
        raise JournalDamaged(
            "Cannot open the journal {path}: its head names entry {entries} of game {game}, {games} games "
            "and {endings} ended ones, the file does not reach that far; {mend}",
            path=path,
            entries=wanted.entries,
            game=wanted.game,
            games=wanted.games,
            endings=wanted.endings,
            mend=MEND,
        )
    end = find_last(db, wanted.game or games or 0) or (0, "")
    if noted.spoilt and wanted == LastEntry(wanted.game or games or 0, *end, endings, games or 0):
        return "the note of the journal's last entry was damaged; if the last answer is missing, give it again"
    return ""


def find_last(db: sqlite3.Connection, game: int) -> tuple[int, str] | None:
    """How many entries a game has, and the seal of its last line; None where there is no such game."""
    query = (
        "SELECT coalesce(e.number + 1, 0), coalesce(e.seal, g.seal) FROM game g LEFT JOIN entry e ON e.game = g.id "
        "WHERE g.id = ? ORDER BY e.number DESC LIMIT 1"
    )
    found: tuple[int, str] | None = db.execute(query, (game,)).fetchone()
    return found
