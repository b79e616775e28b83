"""A journal or a playthrough folded again and printed event by event."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from tablekeeper.engines.catalogue import find_game
from tablekeeper.engines.core import PUBLIC
from tablekeeper.engines.core.event import Event
from tablekeeper.engines.core.game import Game
from tablekeeper.engines.core.record.entries import Entry
from tablekeeper.engines.core.record.history import History
from tablekeeper.engines.core.record.playthrough import read_playthrough
from tablekeeper.engines.core.setup import Setup
from tablekeeper.engines.core.state import to_plain
from tablekeeper.faults import Words
from tablekeeper.firmware.errors import BadInput
from tablekeeper.firmware.journal.journal import open_for_reading, read_entries, read_records
from tablekeeper.firmware.journal.misfits import spell_misfit
from tablekeeper.firmware.journal.session import read_setup
from tablekeeper.firmware.settings.copies import load_edition, read_text

HIDDEN = "..."
SQLITE_HEAD = b"SQLite format 3\x00"


class Loaded(NamedTuple):
    """A game in a file."""

    game: Game
    setup: Setup
    entries: list[Entry]
    goes_on: bool
    """Whether it is a game of a journal that is not over: then hands are still secret."""


def load(path: Path, game_number: int | None = None) -> Loaded:
    """The game, setup and entries in a file: a playthrough, or the last (or numbered) game of a journal."""
    if is_database(path):
        return _load_journal(path, game_number)
    play = read_playthrough(read_text(path, Words("a journal or playthrough")), path.name)
    if play.fields:
        raise BadInput(
            "Cannot replay {path}: it lays out a position; expected a game, or `tablekeeper text {path}`", path=path
        )
    game = find_game(play.game)
    return Loaded(game, play.prepare(game, load_edition(game, play.edition)), play.entries(), goes_on=False)


def is_database(path: Path) -> bool:
    """Whether a file is a journal, not a text."""
    if not path.is_file():
        return False
    with path.open("rb") as file:
        return file.read(len(SQLITE_HEAD)) == SQLITE_HEAD


def _load_journal(path: Path, number: int | None) -> Loaded:
    db = open_for_reading(path)
    try:
        records = read_records(db)
        if not records:
            raise BadInput("Cannot replay {path}: the journal holds no game yet; expected one with a game", path=path)
        record = records[-1] if number is None else next((r for r in records if r.id == number), None)
        if record is None:
            raise BadInput(
                "Cannot replay {path}: there is no game {number}; expected 1 to {id}",
                path=path,
                number=number,
                id=records[-1].id,
            )
        game = find_game(record.name)
        return Loaded(game, read_setup(game, record), read_entries(db, path, record.id), record.ending != "over")
    finally:
        db.close()


def replay(
    path: Path, until: int | None, game_number: int | None = None, seat: int | None = None
) -> Iterator[tuple[str, tuple[Event, ...], dict[int, str]]]:
    """Each answer with what it caused; first the opening. The last element is the history's seat names.

    Of a game that goes on only the public story is printed, or what one seat may know. What no longer fits the rules of
    today is one sentence at the end.
    """
    game, setup, entries, goes_on = load(path, game_number)
    if until is not None:
        entries = entries[:until]
    history = History.fold(game.rules, setup, entries)
    names = game.rules.seat_names(setup)
    may_know = (PUBLIC, seat) if goes_on or seat is not None else (PUBLIC, *range(len(setup.players)))
    yield "", _known(history.opening, may_know), names
    for played in history.played:
        events = _known(played.events, may_know)
        hidden = played.only_for not in may_know or len(events) < len(played.events)
        yield HIDDEN if hidden else played.answer.spell(), events, names
    if history.misfit is not None:
        raise BadInput("Cannot replay {path}: {misfit}", path=path, misfit=spell_misfit(history.misfit))


def _known(events: tuple[Event, ...], seats: tuple[int | None, ...]) -> tuple[Event, ...]:
    return tuple(event for event in events if event.only_for in seats)


def event_to_json(event: Event) -> str:
    """One event as a line of JSON."""
    return json.dumps(to_plain(event._replace(facts=dict(event.facts))), ensure_ascii=False)
