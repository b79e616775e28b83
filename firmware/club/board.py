"""What the page of the evening shows, as plain values: made anew only when something has changed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from tablekeeper.engines.catalogue import UnknownGame, find_game
from tablekeeper.firmware.club.club import Club, Table
from tablekeeper.firmware.club.evening import Evening
from tablekeeper.firmware.club.ledger import Ledger
from tablekeeper.firmware.club.records import Plain
from tablekeeper.firmware.club.standings import Result, Standing, count, result_of

SHOWN_RESULTS = 30


class Scores:
    """Results and standings, counted again only when another game has ended or ends otherwise."""

    def __init__(self, ledger: Ledger) -> None:
        self._ledger = ledger
        self.seen: tuple[Sequence[Result], Sequence[Standing]] = ((), ())
        """As they were counted last; replaced as a whole, so another thread may read it."""

    def look(self) -> tuple[Sequence[Result], Sequence[Standing]]:
        """As they stand now."""
        found = [result for key, game in self._ledger.results() if (result := result_of(key, game)) is not None]
        if found != self.seen[0]:
            self.seen = (found, count(found))
        return self.seen


def draw_board(club: Club, evening: Evening, scores: Scores, words: Mapping[str, str]) -> Plain:
    """The whole page."""
    results, standings = scores.look()
    current = evening.current
    return {
        "words": words, "connected": club.connected,
        "round": current.number if current else 0, "rounds": len(evening.rounds),
        "ends_at": current.began_at + 60 * current.minutes if current else None, "minutes": evening.minutes,
        "seats": [{"table": name_of(club, table), "people": list(group)} for table, group in current.tables.items()]
        if current else [],
        "people": list(evening.people),
        "tables": [spell_table(table) for table in sorted(club.tables.values(), key=lambda one: (one.name, one.id))],
        "results": [spell_result(club, result) for result in reversed(results[-SHOWN_RESULTS:])],
        "played": len(results),
        "standings": [
            {"name": one.name, "games": one.games, "wins": round(one.wins, 2), "rating": one.rating}
            for one in standings
        ],
        "notices": [{"table": name_of(club, table), "says": words.get(code, code)} for table, code in club.notices],
    }  # fmt: skip


def name_of(club: Club, table: str) -> str:
    """What people call a table; where two are called alike, its own name in topics distinguishes them."""
    seen = club.tables.get(table)
    if seen is None or not seen.name:
        return table
    alike = sum(one.name == seen.name for one in club.tables.values())
    return seen.name if alike == 1 else f"{seen.name} ({table})"


def spell_table(table: Table) -> Plain:
    """One table as it is now."""
    state = table.state
    playing = state is not None and state.game is not None
    return {
        "id": table.id, "name": table.name or table.id, "online": table.online,
        "game": title_of(state.name) if state is not None and playing else "",
        "players": list(state.players) if state is not None and playing else [],
        "turn": state.turn if state is not None and playing else "",
        "finished": state.finished if state is not None else False,
        "doubt": state.doubt if state is not None else False,
    }  # fmt: skip


def spell_result(club: Club, result: Result) -> Plain:
    """One finished game."""
    return {
        "table": name_of(club, result.key.table), "game": title_of(result.name), "players": list(result.players),
        "winners": [result.players[seat] for seat in result.winners], "scores": list(result.scores),
        "ended_at": result.ended_at,
    }  # fmt: skip


def title_of(name: str) -> str:
    """What a game is called; a game that this club does not know keeps its word."""
    try:
        return find_game(name).title
    except UnknownGame:
        return name
