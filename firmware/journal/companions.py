"""Which seats of a game the companion plays itself. At a real table people roll, move and turn over for it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from tablekeeper.engines.core import TEAM
from tablekeeper.engines.core.game import Game
from tablekeeper.firmware.errors import BadInput
from tablekeeper.firmware.journal.origin import BOTS, Origin

WORD = re.compile(r"(companion|compagnon)( \d+)?", re.IGNORECASE)
"""A seat of this name is played by the companion."""


def seats_named(players: Sequence[str]) -> tuple[int, ...]:
    """The seats that are named after the companion."""
    return tuple(seat for seat, name in enumerate(players) if WORD.fullmatch(name.strip()))


def check_seats(seats: Iterable[int], players: Sequence[str], game: Game, *, virtual: bool) -> None:
    """Refuse seats of the companion where nearly all that it chooses would be out of its sight."""
    named = [players[seat] for seat in seats]
    if named and not virtual and not game.open_choices:
        raise BadInput(
            "Cannot seat {known}: found a real table, where people hold all cards and mats; expected a table "
            "that is all on the screen",
            known=", ".join(named),
        )


def spell_seats(seats: Iterable[int]) -> str:
    """As an origin keeps them."""
    return ",".join(map(str, seats))


def bot_seats(origin: Origin, players: int) -> frozenset[int]:
    """The seats that answer by themselves; in a game of bots all of them, and the team too."""
    if origin.by == BOTS:
        return frozenset(range(TEAM, players))
    found = (int(word) for word in origin.companions.split(",") if word.isascii() and word.isdigit() and len(word) < 3)
    return frozenset(seat for seat in found if seat < players)
