"""The shape of a journal file: its tables in every schema, and what does not belong into it."""

from __future__ import annotations

import sqlite3

from tablekeeper.firmware.journal.misfits import shorten

APPLICATION = 0x7461626C
"""PRAGMA application_id: 'tabl'."""
SCHEMA = 3
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
