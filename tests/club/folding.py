"""What the evening must add up to: all journals of all tables, folded without any network."""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import closing
from pathlib import Path
from typing import Protocol

from tablekeeper.firmware.club.ledger import Ledger
from tablekeeper.firmware.club.records import GameKey
from tablekeeper.firmware.club.standings import Result, result_of
from tablekeeper.firmware.journal.care.backup import JOURNAL
from tablekeeper.firmware.journal.journal import open_for_reading, read_entries, read_records
from tablekeeper.firmware.journal.session import fold_game
from tablekeeper.firmware.mqtt.entries import name_journal


class OnDisk(Protocol):
    name: str
    folder: Path


def fold_results(tables: Iterable[OnDisk]) -> list[Result]:
    """The results that the journals say."""
    results = []
    for table in tables:
        path = table.folder / JOURNAL
        with closing(open_for_reading(path)) as db:
            records = read_records(db)
            for record in records:
                entries = read_entries(db, path, record.id)
                game, history = fold_game(record, entries)
                outcome = game.rules.outcome(history.state)
                if outcome is not None:
                    key = GameKey(table.name, name_journal(records), record.id)
                    winners = tuple(sorted(set(outcome.winners)))
                    results.append(
                        Result(key, game.name, history.setup.players, winners, outcome.scores, outcome.cause,
                               record.begun_at_s, entries[-1].taken_at_s)
                    )  # fmt: skip
    return sorted(results, key=lambda result: (result.ended_at, result.key))


def club_results(ledger: Ledger) -> list[Result]:
    """The results that the club counts."""
    return [result for key, game in ledger.results() if (result := result_of(key, game)) is not None]
