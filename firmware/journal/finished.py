"""A finished game of the journal, as the play log wants it."""

from __future__ import annotations

import hashlib
from pathlib import Path

from tablekeeper.faults import Words
from tablekeeper.firmware.errors import BadInput, FirmwareError
from tablekeeper.firmware.journal.journal import open_for_reading, read_entries, read_records
from tablekeeper.firmware.journal.playlog import Play, draw_code, write_link
from tablekeeper.firmware.journal.session import fold_game


def find_play(path: Path, number: int | None = None) -> Play:
    """A finished game by its number, or the last one."""
    db = open_for_reading(path)
    try:
        records = [record for record in read_records(db) if record.ending == "over"]
        wanted = [record for record in records if number in (None, record.id)]
        if not wanted:
            right = ", ".join(str(record.id) for record in records) or Words("none yet")
            what = Words("a finished game") if number is None else Words("game {number}", number=number)
            raise BadInput(
                "Cannot log {what} of the journal {path}: there is no such finished game; expected one of: {right}",
                what=what,
                path=path,
                right=right,
            )
        record = wanted[-1]
        ended_at_s = db.execute("SELECT ended_at_s FROM ending WHERE game = ?", (record.id,)).fetchone()[0]
        game, history = fold_game(record, read_entries(db, path, record.id))
        outcome = game.rules.outcome(history.state)
    finally:
        db.close()
    if outcome is None:
        raise BadInput(
            "Cannot log game {id} of the journal {path}: by the present rules it is not over; expected a finished game",
            id=record.id,
            path=path,
        )
    # the first game's start identifies the table and reveals nothing about anybody
    table = hashlib.blake2b(repr(records[0].begun_at_s).encode(), digest_size=4).hexdigest()
    return Play(table, record.id, game.name, game.title, history.setup.players, outcome, record.begun_at_s, ended_at_s)


def draw_end_code(path: Path, number: int) -> tuple[tuple[bool, ...], ...]:
    """The code of a finished game as rows of dark and light; nothing where the journal has no such ending."""
    try:
        link = write_link(find_play(path, number))
    except FirmwareError:
        return ()
    return tuple(map(tuple, draw_code(link)))
