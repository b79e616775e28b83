"""The games of an open journal, and the entries of each."""

from __future__ import annotations

import json
import sqlite3
from pathlib import Path
from typing import Any, NamedTuple

from tablekeeper.engines.core.record.entries import Entry
from tablekeeper.faults import Words
from tablekeeper.firmware.errors import JournalDamaged, JournalFault
from tablekeeper.firmware.journal.file.rows import MEND, find_game_rows, game_columns, seal_game
from tablekeeper.firmware.journal.file.tables import read_pragma
from tablekeeper.firmware.journal.origin import Origin, read_origin


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


def read_records(db: sqlite3.Connection) -> list[Record]:
    """All games in an open journal, their seals checked; an ending counts until the game goes on after it."""
    stands = "CASE WHEN e.entries = (SELECT count(*) FROM entry WHERE game = game.id) THEN e.how END"
    how = stands if read_pragma(db, "user_version") > 1 else "e.how"
    rows = db.execute(
        f"SELECT {game_columns(db)}, coalesce({how}, '') FROM game LEFT JOIN ending e ON e.game = game.id "
        "ORDER BY game.id"
    )
    records = []
    for game, name, setup, begun_at_s, origin, mark, ending in rows:
        if mark != seal_game(game, name, setup, begun_at_s, origin):
            raise JournalDamaged(
                "Cannot read game {game} of the journal: {fault}; {mend}",
                game=game,
                fault=Words("its seal does not fit, the file was damaged or edited"),
                mend=MEND,
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
        raise JournalFault(
            "Cannot open game {game} of the journal {path}: {fault}; `tablekeeper games` lists those that there are",
            game=game,
            path=path,
            fault=found.fault,
        )
    if found.fault:
        raise JournalDamaged(
            "Cannot read game {game} of the journal {path}: {fault}; {mend}",
            game=game,
            path=path,
            fault=found.fault,
            mend=MEND,
        )
    return [Entry._make(row[1:-1]) for row in found.entries]
