"""A journal or a playthrough folded again, told event by event."""

from __future__ import annotations

import json
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from tablekeeper.engines.catalogue import find_game
from tablekeeper.engines.core.entries import Entry
from tablekeeper.engines.core.event import Event
from tablekeeper.engines.core.game import Game
from tablekeeper.engines.core.history import History
from tablekeeper.engines.core.playthrough import read_playthrough
from tablekeeper.engines.core.state import to_plain
from tablekeeper.firmware.errors import BadInput
from tablekeeper.firmware.journal.journal import open_for_reading, read_entries, read_records
from tablekeeper.firmware.journal.session import read_setup
from tablekeeper.firmware.settings.copies import load_edition, read_text

SQLITE_HEAD = b"SQLite format 3\x00"


def load(path: Path, game_number: int | None = None) -> tuple[Game, Any, list[Entry]]:
    """The game, setup and entries in a file: a playthrough, or the last (or numbered) game of a journal."""
    if _is_database(path):
        return _load_journal(path, game_number)
    play = read_playthrough(read_text(path, "a journal or playthrough"), path.name)
    game = find_game(play.game)
    return game, play.prepare(game, load_edition(game, play.edition)), play.entries()


def _is_database(path: Path) -> bool:
    if not path.is_file():
        return False
    with path.open("rb") as file:
        return file.read(len(SQLITE_HEAD)) == SQLITE_HEAD


def _load_journal(path: Path, number: int | None) -> tuple[Game, Any, list[Entry]]:
    db = open_for_reading(path)
    try:
        records = read_records(db)
        if not records:
            raise BadInput(f"replay {path}: the journal holds no game yet")
        record = records[-1] if number is None else next((r for r in records if r.id == number), None)
        if record is None:
            raise BadInput(f"replay {path}: there is no game {number}, right would be 1 to {records[-1].id}")
        game = find_game(record.name)
        return game, read_setup(game, record), read_entries(db, path, record.id)
    finally:
        db.close()


def replay(
    path: Path, until: int | None, game_number: int | None = None
) -> Iterable[tuple[str, tuple[Event, ...], Any]]:
    """Each answer with what it caused; first the opening. The last element is the history's seat names."""
    game, setup, entries = load(path, game_number)
    if until is not None:
        entries = entries[:until]
    history = History.fold(game.rules, setup, entries)
    names = game.rules.seat_names(setup)
    yield "", history.opening, names
    for played in history.played:
        yield played.answer.spell(), played.events, names


def event_to_json(event: Event) -> str:
    """One event as a line of JSON."""
    return json.dumps(to_plain(event._replace(facts=dict(event.facts))), ensure_ascii=False)
