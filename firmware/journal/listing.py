"""All games of a table's journal, one line each: which, who, when, how far."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import NamedTuple

from tablekeeper.engines.core.record.entries import Entry, standing
from tablekeeper.engines.core.toml_text import Tree
from tablekeeper.firmware.errors import GameUnreadable
from tablekeeper.firmware.journal.misfits import spell_misfit
from tablekeeper.firmware.journal.moments import spell_moment
from tablekeeper.firmware.journal.records import Record
from tablekeeper.firmware.journal.session import fold_game

Read = Callable[[int], Sequence[Entry]]
"""The entries of a game by its number."""


class Listed(NamedTuple):
    """One game of the journal."""

    record: Record
    answers: int
    """How many answers stand, whether they still fit or not."""
    last_at_s: float
    """When it was played last."""
    misfit: str = ""
    """What keeps an unfinished game from being folded to its end, in one sentence."""

    def to_plain(self) -> Tree:
        """As JSON holds it."""
        record = self.record
        return {
            "number": record.id, "game": record.name, "players": list(record.players),
            "begun_at": spell_moment(record.begun_at_s), "last_at": spell_moment(self.last_at_s),
            "answers": self.answers, "finished": record.ending == "over", "ending": record.ending,
            "by": record.origin.by, "release": record.origin.release, "rules": record.origin.rules,
            "edition": record.origin.edition, "fits": not self.misfit, "misfit": str(self.misfit),
        }  # fmt: skip


def list_game(record: Record, entries: Sequence[Entry]) -> Listed:
    """One game without folding it."""
    last_at_s = entries[-1].taken_at_s if entries else record.begun_at_s
    return Listed(record, len(standing(entries).answers), last_at_s)


def list_games(records: Iterable[Record], read: Read) -> Iterator[Listed]:
    """All games; the unfinished ones are folded to see whether they still fit."""
    for record in records:
        entries = read(record.id)
        listed = list_game(record, entries)
        yield listed if record.ending else listed._replace(misfit=find_misfit(record, entries))


def find_misfit(record: Record, entries: Sequence[Entry]) -> str:
    """What keeps a game from being folded to its end, or empty."""
    try:
        _, history = fold_game(record, entries)
    except GameUnreadable as fault:
        return fault.words
    return spell_misfit(history.misfit) if history.misfit else ""
