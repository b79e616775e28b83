"""What to ask which table: one question at a time, until nothing is missing."""

from __future__ import annotations

from dataclasses import dataclass, field

import msgspec

from tablekeeper.firmware.club.ledger import Ledger
from tablekeeper.firmware.club.records import GameKey, GameList
from tablekeeper.firmware.mqtt.requests import Ask

PATIENCE_S = 4.0
"""A table that has not answered by then is asked again."""
LOOK_S = 60.0
"""So often each table is asked for its games anyway."""


@dataclass
class Talk:
    """What is open between the club and one table."""

    stale: bool = True
    """Whether the list of its games has to be asked for."""
    asked_at_s: float | None = None
    """When it was asked last, while it owes an answer."""
    looked_at_s: float = 0.0
    games: GameList | None = None
    wanted: int = 0
    """The game that was asked for."""
    barren: set[int] = field(default_factory=set)
    """Games of which the table gave nothing although it counts more: asked again at the next look."""


class Asking:
    """Which questions are due."""

    def __init__(self, ledger: Ledger, began_at_s: float) -> None:
        self.ledger, self.began_at_s = ledger, began_at_s
        self.talks: dict[str, Talk] = {}

    def is_of_tonight(self, begun_at_s: float) -> bool:
        """Whether a game began this evening."""
        return begun_at_s >= self.began_at_s

    def stir(self, table: str) -> None:
        """Something is missing of this table, or it has just come."""
        self.talks.setdefault(table, Talk()).stale = True

    def forget(self, table: str) -> None:
        """The table is away: nothing is asked until it comes back."""
        self.talks.pop(table, None)

    def hear_games(self, games: GameList) -> None:
        """Its games."""
        talk = self.talks.get(games.table)
        if talk is not None:
            talk.games, talk.asked_at_s = games, None

    def hear_records(self, table: str, *, anything: bool) -> None:
        """Its answer to a question for records, and whether it brought anything."""
        talk = self.talks.get(table)
        if talk is not None:
            talk.asked_at_s = None
            if not anything:
                talk.barren.add(talk.wanted)

    def due(self, now_s: float) -> list[tuple[str, bytes]]:
        """The questions that are to be asked now."""
        asks = []
        for table, talk in self.talks.items():
            waits = talk.asked_at_s is not None and now_s - talk.asked_at_s < PATIENCE_S
            ask = None if waits else self._next(table, talk, now_s)
            if ask is not None:
                talk.asked_at_s = now_s
                asks.append((table, msgspec.json.encode(ask)))
        return asks

    def _next(self, table: str, talk: Talk, now_s: float) -> Ask | None:
        if talk.stale or now_s - talk.looked_at_s > LOOK_S:
            talk.stale, talk.looked_at_s, talk.games = False, now_s, None
            talk.barren.clear()
            return Ask()
        if talk.games is None:
            return Ask() if talk.asked_at_s is not None else None
        for number, entries, begun_at_s in talk.games.games:
            if self.is_of_tonight(begun_at_s) and number not in talk.barren:
                missing = self.ledger.missing(GameKey(table, talk.games.journal, number), entries)
                if missing is not None:
                    talk.wanted = number
                    return Ask(number, missing)
        talk.asked_at_s = None
        return None
