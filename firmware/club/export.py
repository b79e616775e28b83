"""The evening on paper: CSV for spreadsheets, JSON for programs, a BG Stats link for each game."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Iterable, Sequence
from datetime import UTC, datetime

from tablekeeper.engines.core.outcome import Outcome
from tablekeeper.firmware.club.board import title_of
from tablekeeper.firmware.club.records import Plain
from tablekeeper.firmware.club.standings import Result, Standing
from tablekeeper.firmware.journal.playlog import Play, write_link

FORMULA = ("=", "+", "-", "@", "\t", "\r")
"""A cell that begins so is a formula for a spreadsheet: a name from outside gets a quote before it."""


def results_csv(results: Iterable[Result]) -> str:
    """One line for each player of each game."""
    head = ("ended", "table", "game", "number", "player", "won", "score")
    rows = [
        (spell_time(one.ended_at), one.key.table, one.name, one.key.game, name, int(seat in one.winners),
         one.scores[seat] if one.scores else "")
        for one in results for seat, name in enumerate(one.players)
    ]  # fmt: skip
    return _csv(head, rows)


def standings_csv(standings: Sequence[Standing]) -> str:
    """One line for each person, the best first."""
    rows = [(place, one.name, one.games, one.wins, one.rating if one.rating is not None else "")
            for place, one in enumerate(standings, 1)]  # fmt: skip
    return _csv(("place", "name", "games", "wins", "rating"), rows)


def evening_json(results: Sequence[Result], standings: Sequence[Standing]) -> str:
    """Everything, with the links."""
    plain: Plain = {
        "results": [
            {"table": one.key.table, "journal": one.key.journal, "number": one.key.game, "game": one.name,
             "players": list(one.players), "winners": [one.players[seat] for seat in one.winners],
             "scores": list(one.scores), "cause": one.cause, "begun": spell_time(one.begun_at),
             "ended": spell_time(one.ended_at), "bg_stats": link_of(one)}
            for one in results
        ],
        "standings": [
            {"name": one.name, "games": one.games, "wins": one.wins, "rating": one.rating} for one in standings
        ],
    }  # fmt: skip
    return json.dumps(plain, ensure_ascii=False, indent=1)


def link_of(result: Result) -> str:
    """The link that opens this play in BG Stats."""
    outcome = Outcome(result.winners, result.cause, "", result.scores)
    key = result.key
    play = Play(
        f"{key.table}-{key.journal}", key.game, result.name, title_of(result.name), result.players, outcome,
        result.begun_at, result.ended_at,
    )  # fmt: skip
    return write_link(play)


def spell_time(at_s: float) -> str:
    """A moment as other programs read it."""
    return datetime.fromtimestamp(at_s, UTC).strftime("%Y-%m-%dT%H:%M:%SZ")


def _csv(head: Sequence[str], rows: Iterable[Sequence[object]]) -> str:
    out = io.StringIO()
    lines = csv.writer(out)
    lines.writerow(head)
    lines.writerows([_harmless(cell) for cell in row] for row in rows)
    return out.getvalue()


def _harmless(cell: object) -> object:
    return f"'{cell}" if isinstance(cell, str) and cell.startswith(FORMULA) else cell
