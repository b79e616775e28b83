"""The entries of the journal as everybody may know them: one plain record each, numbered as in the journal.

Number 0 says that a game began; number N is the Nth entry. What a record says follows from the entries up to it alone,
so a record that is made twice is the same twice.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from tablekeeper.engines.core.errors import EngineError
from tablekeeper.engines.core.event import Event
from tablekeeper.engines.core.record.entries import Entry
from tablekeeper.engines.core.state import to_plain
from tablekeeper.firmware.journal.companions import giver_of
from tablekeeper.firmware.journal.records import Record
from tablekeeper.firmware.journal.session import fold_game
from tablekeeper.firmware.phones.visible import public_events, public_text

Plain = dict[str, Any]
MOST_EVENTS = 24
"""So many events of one answer are passed on; no game comes near it."""


def name_journal(records: Sequence[Record]) -> str:
    """Distinguishes the journals of one table, and says nothing about anybody."""
    first = repr(records[0].begun_at_s) if records else ""
    return hashlib.blake2b(first.encode(), digest_size=4).hexdigest()


class PublicGame:
    """One game of the journal, published entry by entry."""

    def __init__(self, table: str, journal: str, record: Record) -> None:
        self.record = record
        self.made: list[Plain] = []
        """The records so far; the place of each is its number."""
        self._head = {"table": table, "journal": journal, "game": record.id}
        self._entries: list[Entry] = []
        game, self._history = fold_game(record, ())
        setup = self._history.setup
        self._add("begun", 0, {
            "name": game.name, "title": game.title, "players": list(setup.players), "begun_at": record.begun_at_s,
            "by": record.origin.by, "events": spell_events(self._history.opening),
        })  # fmt: skip

    def grow(self, entries: Sequence[Entry]) -> None:
        """Take what the journal has beyond what is made already."""
        for entry in entries[len(self._entries) :]:
            self._entries.append(entry)
            self._publish(entry)

    def _publish(self, entry: Entry) -> None:
        said: Plain = {"taken_at": entry.taken_at_s, "source": giver_of(entry.source)}
        before = len(self._history.played)
        if self._advance(entry) and entry.kind == "answer" and len(self._history.played) > before:
            played = self._history.played[-1]
            said |= {"text": public_text(played), "events": spell_events(played.events)}
        self._add(entry.kind, entry.at, said)

    def _advance(self, entry: Entry) -> bool:
        """Follow one entry; an answer goes on from where the game stands, everything else is folded anew."""
        history = self._history
        if entry.kind == "answer" and entry.at == len(history.played) and history.misfit is None:
            try:
                history.answer(history.rules.read(entry.text), entry.source, entry.taken_at_s)
            except EngineError:
                pass  # the fold below says what still fits
            else:
                return True
        _, self._history = fold_game(self.record, self._entries)
        return self._history.misfit is None

    def _add(self, kind: str, at: int, said: Mapping[str, object]) -> None:
        history = self._history
        over = history.misfit is None and history.rules.is_over(history.state)
        outcome = history.rules.outcome(history.state) if over else None
        ending = None
        if outcome is not None:
            ending = {"winners": list(outcome.winners), "cause": outcome.cause, "scores": list(outcome.scores)}
        self.made.append({
            **self._head, "entry": len(self.made), "kind": kind, "at": at, "answers": len(history.played), **said,
            "ending": ending,
        })  # fmt: skip


def spell_events(events: Sequence[Event]) -> list[Plain]:
    """The public ones among these events as JSON holds them."""
    return [
        {"kind": event.kind, "clause": event.clause, "seat": event.seat, "facts": to_plain(dict(event.facts))}
        for event in public_events(events)[:MOST_EVENTS]
    ]


def publish_game(table: str, journal: str, record: Record, entries: Sequence[Entry]) -> Iterator[Plain]:
    """All records of a game."""
    game = PublicGame(table, journal, record)
    game.grow(entries)
    yield from game.made
