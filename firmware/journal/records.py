"""What stands in a journal file, read and checked against its seals; nothing here writes.

A game's entries are a chain of seals, its ending is sealed onto the entry at which it was noted, and the head tells
which entry is the last. What breaks one of these is damage, and damage is never read past.
"""

from __future__ import annotations

import contextlib
import json
import shutil
import sqlite3
import tempfile
from pathlib import Path
from typing import Any, NamedTuple

from tablekeeper.engines.core.entries import Entry
from tablekeeper.firmware.errors import JournalDamaged, JournalFault
from tablekeeper.firmware.journal.last_entry import LastEntry, Noted, read_head
from tablekeeper.firmware.journal.misfits import shorten
from tablekeeper.firmware.journal.origin import Origin, read_origin
from tablekeeper.firmware.journal.seal import seal

APPLICATION = 0x7461626C
"""PRAGMA application_id: 'tabl'."""
SCHEMA = 3
OF_THE_DISK = ("SQLITE_IOERR", "SQLITE_FULL", "SQLITE_NOMEM", "SQLITE_BUSY", "SQLITE_CANTOPEN")
RECOVERABLE = ("SQLITE_READONLY", "SQLITE_CANTOPEN")
"""What SQLite says where it would have to write before it can read."""
_GAME = "id INTEGER PRIMARY KEY, name TEXT NOT NULL, setup TEXT NOT NULL, begun_at_s REAL NOT NULL, seal TEXT NOT NULL"
_ENTRY = (
    "game INTEGER NOT NULL REFERENCES game, number INTEGER NOT NULL, kind TEXT NOT NULL, at INTEGER NOT NULL, "
    "text TEXT NOT NULL, kept INTEGER NOT NULL, source TEXT NOT NULL, taken_at_s REAL NOT NULL, seal TEXT NOT NULL, "
    "PRIMARY KEY (game, number)"
)
_ENDING = "game INTEGER PRIMARY KEY REFERENCES game, how TEXT NOT NULL, outcome TEXT NOT NULL, ended_at_s REAL NOT NULL"
TABLES = f"""
CREATE TABLE game ({_GAME}, origin TEXT NOT NULL DEFAULT '') STRICT;
CREATE TABLE entry ({_ENTRY}) STRICT, WITHOUT ROWID;
CREATE TABLE ending ({_ENDING}, entries INTEGER NOT NULL, seal TEXT NOT NULL) STRICT;
"""
_SHAPES = {
    "game": [f"({_GAME}) STRICT", f"({_GAME}, origin TEXT NOT NULL DEFAULT '') STRICT"],
    "entry": [f"({_ENTRY}) STRICT, WITHOUT ROWID"],
    "ending": [
        f"({_ENDING}) STRICT",
        f"({_ENDING}, entries INTEGER NOT NULL, seal TEXT NOT NULL) STRICT",
        f"({_ENDING}, entries INTEGER NOT NULL DEFAULT 0, seal TEXT NOT NULL DEFAULT '') STRICT",
    ],
}
SHAPES = {
    name: {"".join(f"CREATE TABLE {name} {shape}".split()) for shape in shapes} for name, shapes in _SHAPES.items()
}
"""The tables of every schema, new or migrated, without their blanks."""
QUOTED_NOTHING = "''"
LEAST_BYTES = 256 * 1024
"""What SQLite and an evening's answers need at least."""
UNREADABLE = (sqlite3.DatabaseError, UnicodeDecodeError)
"""What sqlite3 raises for a damaged file; the second when the damage is in a name that its message quotes."""
MEND = "`tablekeeper repair` saves what fits, or take the newest backup"


class Record(NamedTuple):
    """One game in the journal."""

    id: int
    name: str
    setup: Any
    """The setup as plain values, the edition within it: an old game stays readable when editions change."""
    begun_at_s: float
    ending: str
    """`over`, `left`, or empty while it can be resumed."""
    origin: Origin = Origin()

    @property
    def players(self) -> tuple[str, ...]:
        """Who plays, as far as the setup names them."""
        found = self.setup.get("players") if isinstance(self.setup, dict) else None
        return tuple(map(str, found)) if isinstance(found, list) else ()


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


def open_for_reading(path: Path) -> sqlite3.Connection:
    """A journal opened so that nothing can change it; what is no whole journal of ours is refused with one sentence."""
    if not path.is_file():
        raise JournalFault(f"Cannot open the journal {path}: there is no such file")
    noted = read_head(path)  # before the file: whoever writes it writes the head later, so the file is never behind
    try:
        db = connect_to_look(path)
    except UNREADABLE as fault:
        refuse_full_disk(path)
        refuse_failing_disk(fault)
        kind = JournalDamaged if noted else JournalFault
        raise kind(f"Cannot open the journal {path}: {fault}; expected a file made by Tablekeeper") from None
    try:
        _check_file(db, path, noted)
        if noted is not None:
            compare(db, noted, path)
    except UNREADABLE as fault:
        db.close()
        refuse_full_disk(path)
        refuse_failing_disk(fault)
        kind = JournalDamaged if noted else JournalFault
        raise kind(f"Cannot open the journal {path}: {fault}; expected a file made by Tablekeeper") from None
    except JournalFault:
        db.close()
        raise
    return db


def refuse_full_disk(path: Path) -> None:
    """SQLite cannot even read a journal where there is no room; that is no damage, and nothing is to be repaired."""
    free = shutil.disk_usage(path.parent).free
    if free < LEAST_BYTES:
        raise JournalFault(
            f"Cannot open the journal {path}: the disk is full ({free} bytes are free); expected some room: "
            "see tablekeeper doctor"
        )


def refuse_failing_disk(fault: Exception) -> None:
    """A disk that does not answer is no damage: what is there may be whole, so nothing is repaired or left out."""
    if getattr(fault, "sqlite_errorname", "").startswith(OF_THE_DISK):
        raise JournalFault(f"Cannot read the journal: {fault}; expected a disk that can be read") from None


def connect_read_only(path: Path) -> sqlite3.Connection:
    """A connection that cannot change the file."""
    db = sqlite3.connect(f"{path.resolve().as_uri()}?mode=ro", uri=True, isolation_level=None)
    db.text_factory = decode_text
    return db


def connect_to_look(path: Path) -> sqlite3.Connection:
    """A connection that sees what a writer would see after it has recovered the file, and changes nothing.

    What a cut left half-way (a rollback journal, a log without its index) SQLite recovers only by writing. Then a copy
    is recovered, and read from memory.
    """
    db = connect_read_only(path)
    try:
        db.execute("SELECT count(*) FROM sqlite_master").fetchone()
    except sqlite3.OperationalError as fault:
        db.close()
        if not getattr(fault, "sqlite_errorname", "").startswith(RECOVERABLE):
            raise
        return _recover_copy(path)
    except BaseException:
        db.close()
        raise
    return db


def _recover_copy(path: Path) -> sqlite3.Connection:
    with tempfile.TemporaryDirectory() as place:
        copy = Path(place) / path.name
        for end in ("", "-wal", "-journal"):
            source = path.with_name(path.name + end)
            if source.is_file():
                shutil.copyfile(source, copy.with_name(copy.name + end))
        db = sqlite3.connect(":memory:", isolation_level=None)
        db.text_factory = decode_text
        with contextlib.closing(sqlite3.connect(copy)) as recovered:
            recovered.backup(db)
    return db


def is_unborn(path: Path) -> bool:
    """Whether a first start was cut before there was anything in the file: no table, no mark, and no game noted."""
    noted = read_head(path)
    if noted is not None and noted.last not in (None, LastEntry()):
        return False
    try:
        with contextlib.closing(connect_to_look(path)) as db:
            marks = read_pragma(db, "application_id"), read_pragma(db, "user_version")
            tables = db.execute("SELECT count(*) FROM sqlite_master").fetchone()
            return (*marks, *tables) == (0, 0, 0)
    except UNREADABLE:
        return False


def decode_text(content: bytes) -> str:
    """Text of a file that may be damaged: what is no UTF-8 breaks its seal, and nothing else."""
    return content.decode("utf-8", "replace")


def _check_file(db: sqlite3.Connection, path: Path, noted: Noted | None) -> None:
    ours = noted is not None and noted.last is not None
    application = read_pragma(db, "application_id")
    version = read_pragma(db, "user_version")
    if application != APPLICATION and not ours:
        raise JournalFault(
            f"Cannot open the journal {path}: it is another program's database; expected a file made by Tablekeeper"
        )
    if version > SCHEMA:
        raise JournalFault(
            f"Cannot open the journal {path}: it has schema {version}, this Tablekeeper reads up to {SCHEMA}; "
            "update Tablekeeper, or take the newest backup"
        )
    if application != APPLICATION or version < 1:
        raise JournalDamaged(f"Cannot open the journal {path}: its first page is damaged; {MEND}")
    kind = JournalDamaged if ours else JournalFault
    strange = find_strange(db)
    if strange:
        raise kind(f"Cannot open the journal {path}: it holds {strange}, which no journal does; {MEND}")
    faults = [row[0] for row in db.execute("PRAGMA quick_check(3)")]
    if faults != ["ok"]:
        raise JournalDamaged(f"Cannot open the journal {path}: it is damaged ({faults[0]}); {MEND}")


def find_strange(db: sqlite3.Connection) -> str:
    """What else than a journal's own tables lies in a file: views and triggers would run when it is read or written."""
    for kind, name, text in db.execute("SELECT type, name, sql FROM sqlite_master"):
        if kind != "table" or name not in SHAPES:
            return f"the {shorten(str(kind))} {shorten(str(name))}"
        if "".join(str(text).split()) not in SHAPES[name]:
            return f"a table {name} of another shape"
    return ""


def find_views(db: sqlite3.Connection) -> bool:
    """Whether what has a table's name is none: reading a view runs whatever somebody wrote into it."""
    query = "SELECT count(*) FROM sqlite_master WHERE type = 'view' OR sql LIKE '%VIRTUAL%'"
    return bool(db.execute(query).fetchone()[0])


def read_pragma(db: sqlite3.Connection, name: str) -> int:
    """A number that SQLite keeps in the file's first page."""
    return int(db.execute(f"PRAGMA {name}").fetchone()[0])


def list_games(db: sqlite3.Connection) -> list[int]:
    """The numbers of all games that the file shows."""
    return [int(row[0]) for row in db.execute("SELECT id FROM game ORDER BY id")]


def find_game_rows(db: sqlite3.Connection, game: int) -> Found:
    """What of one game fits its seals; never raises for damage."""
    try:
        row = db.execute(f"SELECT {_game_columns(db)} FROM game WHERE id = ?", (game,)).fetchone()
    except UNREADABLE as fault:
        refuse_failing_disk(fault)
        return Found(None, [], None, f"its setup cannot be read ({fault})")
    if row is None:
        return Found(None, [], None, "there is none of that number")
    if row[-1] != seal_game(*row[:-1]):
        return Found(None, [], None, "its seal does not fit, the file was damaged or edited")
    entries, fault_found = _find_entries(db, game, row[-1])
    try:
        ending = db.execute("SELECT * FROM ending WHERE game = ?", (game,)).fetchone()
    except UNREADABLE as fault:
        refuse_failing_disk(fault)
        return Found(row, entries, None, fault_found or f"its end cannot be read ({fault})")
    if ending is not None and len(ending) > 4 and not _ending_fits(ending, row[-1], entries):
        return Found(row, entries, None, fault_found or "the seal of its end does not fit")
    return Found(row, entries, ending, fault_found)


def _game_columns(db: sqlite3.Connection) -> str:
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
                return entries, f"entry {len(entries)}: its seal does not fit, the file was damaged or edited"
            last = row[-1]
            entries.append(row)
    except UNREADABLE as fault:
        refuse_failing_disk(fault)
        return entries, f"entry {len(entries)} cannot be read ({fault})"
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
                raise JournalDamaged(f"Cannot read game {game} of the journal {path}: {found.fault}; {MEND}")
            total += len(found.entries)
            if game == last or end[0] != last:
                end = (game, len(found.entries), found.seal)
            games = game
        lines, endings = db.execute("SELECT (SELECT count(*) FROM entry), (SELECT count(*) FROM ending)").fetchone()
    except UNREADABLE as fault:
        refuse_failing_disk(fault)
        raise JournalDamaged(f"Cannot read the journal {path}: {fault}; {MEND}") from None
    if lines != total:
        raise JournalDamaged(
            f"Cannot read the journal {path}: it holds {lines} entries, its games only {total}; {MEND}"
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
            f"Cannot open the journal {path}: its head names entry {wanted.entries} of game {wanted.game}, "
            f"{wanted.games} games and {wanted.endings} ended ones, the file does not reach that far; {MEND}"
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


def read_records(db: sqlite3.Connection) -> list[Record]:
    """All games in an open journal, their seals checked; an ending counts until the game goes on after it."""
    stands = "CASE WHEN e.entries = (SELECT count(*) FROM entry WHERE game = game.id) THEN e.how END"
    how = stands if read_pragma(db, "user_version") > 1 else "e.how"
    rows = db.execute(
        f"SELECT {_game_columns(db)}, coalesce({how}, '') FROM game LEFT JOIN ending e ON e.game = game.id "
        "ORDER BY game.id"
    )
    records = []
    for game, name, setup, begun_at_s, origin, mark, ending in rows:
        if mark != seal_game(game, name, setup, begun_at_s, origin):
            raise JournalDamaged(
                f"Cannot read game {game} of the journal: its seal does not fit, the file was damaged or edited; {MEND}"
            )
        records.append(Record(game, name, _read_plain(setup), begun_at_s, ending, read_origin(origin)))
    return records


def _read_plain(text: str) -> object:
    """Plain values; what is no JSON, as no release ever wrote it, stays a text, and no game is set up from that."""
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        return text


def read_entries(db: sqlite3.Connection, path: Path, game: int) -> list[Entry]:
    """The entries of one game in an open journal, their seals checked."""
    found = find_game_rows(db, game)
    if found.game is None:
        raise JournalFault(f"Cannot open game {game} of the journal {path}: {found.fault}")
    if found.fault:
        raise JournalDamaged(f"Cannot read game {game} in the journal {path}: {found.fault}; {MEND}")
    return [Entry(*row[1:-1]) for row in found.entries]
