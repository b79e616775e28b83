"""The best solo scores over all evenings, ranked from the journal: nothing else has to be kept."""

from __future__ import annotations

from pathlib import Path

from tablekeeper.engines.catalogue import find_game, names
from tablekeeper.engines.core.record.top_scores import Result, rank_results
from tablekeeper.firmware.errors import BadInput
from tablekeeper.firmware.journal.companions import is_bot
from tablekeeper.firmware.journal.journal import open_for_reading, read_entries, read_records
from tablekeeper.firmware.journal.moments import spell_moment
from tablekeeper.firmware.journal.origin import PEOPLE
from tablekeeper.firmware.journal.session import fold_game


def rank_scores(path: Path) -> tuple[Result, ...]:
    """Every ranked solo game that somebody has finished, the best first; what a bot has played ranks nowhere."""
    if not path.exists():
        raise BadInput(
            "Cannot rank the scores of {path}: there is no journal yet; expected the folder of a table", path=path
        )
    games = {game.name: game.ranked for game in map(find_game, names()) if game.ranked is not None}
    results = []
    db = open_for_reading(path)
    try:
        for record in read_records(db):
            if record.name not in games or record.ending != "over" or record.origin.by != PEOPLE:
                continue
            entries = read_entries(db, path, record.id)
            if len(record.players) != 1 or any(is_bot(entry.source) for entry in entries):
                continue
            game, history = fold_game(record, entries)
            outcome, setup = game.rules.outcome(history.state), history.setup
            listed_with = games[record.name]
            if outcome is not None:
                day = spell_moment(record.begun_at_s, "%Y-%m-%d")
                results.append(Result(outcome.scores[0], setup.players[0], day, game.name, listed_with(setup)))
    finally:
        db.close()
    return rank_results(results)
