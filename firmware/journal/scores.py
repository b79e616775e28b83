"""The best solo scores over all evenings, ranked from the journal: nothing else has to be kept."""

from __future__ import annotations

import time
from pathlib import Path

from tablekeeper.engines.catalogue import find_game
from tablekeeper.engines.core.history import History
from tablekeeper.engines.kokoro.top_scores import Result, rank_results
from tablekeeper.firmware.errors import BadInput
from tablekeeper.firmware.journal.journal import open_for_reading, read_entries, read_records
from tablekeeper.firmware.journal.session import read_setup

GAME = "kokoro"
BOT = "bot"
"""The source of what a bot has answered."""


def rank_scores(path: Path) -> tuple[Result, ...]:
    """Every solo game of Kokoro that somebody has finished, the best first; what a bot has played ranks nowhere."""
    if not path.exists():
        raise BadInput(f"rank the scores of {path}: there is no journal yet, right would be the folder of a table")
    game = find_game(GAME)
    results = []
    db = open_for_reading(path)
    try:
        for record in read_records(db):
            if record.name != GAME or record.ending != "over":
                continue
            setup = read_setup(game, record)
            if len(setup.players) != 1:
                continue
            entries = read_entries(db, path, record.id)
            if any(entry.source == BOT for entry in entries):
                continue
            outcome = game.rules.outcome(History.fold(game.rules, setup, entries).state)
            if outcome is not None:
                day = time.strftime("%Y-%m-%d", time.localtime(record.begun_at_s))
                results.append(Result(outcome.scores[0], setup.players[0], day, setup.side, setup.decree))
    finally:
        db.close()
    return rank_results(results)
