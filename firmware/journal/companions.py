"""Which seats of a game the companion plays itself. At a real table people roll, move and turn over for it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import Any

from tablekeeper.engines.core import TEAM
from tablekeeper.engines.core.bots.at_table import Noted
from tablekeeper.engines.core.game import STRENGTHS, Game
from tablekeeper.engines.core.record.history import History, Played
from tablekeeper.engines.core.setup import Setup
from tablekeeper.firmware.errors import BadInput
from tablekeeper.firmware.journal.origin import BOTS, GOOD, Origin

BOT = "bot"
"""The source of its answers; a note of its own may follow after a blank."""
WORD = re.compile(r"(companion|compagnon)( \d+)?", re.IGNORECASE)
"""A seat of this name is played by the companion."""


def seats_named(players: Sequence[str]) -> tuple[int, ...]:
    """The seats that are named after the companion."""
    return tuple(seat for seat, name in enumerate(players) if WORD.fullmatch(name.strip()))


def check_seats(seats: Iterable[int], players: Sequence[str], game: Game, setup: Setup) -> None:
    """Refuse seats of the companion where it could not see what it chooses from, or not count what it has."""
    named = [players[seat] for seat in seats]
    if not named or setup.virtual:
        return
    if not game.sits_at_table:
        raise BadInput(
            "Cannot seat {known}: found a real table, where somebody would have to read its hidden cards to it; "
            "expected a table that is all on the screen",
            known=", ".join(named),
        )
    if game.at_table is not None and not game.at_table.fits(setup):
        raise BadInput(
            "Cannot seat {known}: found a rule of your copy that only people can count; expected one of the shipped "
            "edition, or a table that is all on the screen",
            known=", ".join(named),
        )


def giver_of(source: str) -> str:
    """Who or what gave an answer, without what a bot noted."""
    return BOT if is_bot(source) else source


def is_bot(source: str) -> bool:
    """Whether a bot gave this answer."""
    return source.partition(" ")[0] == BOT


def note_of(source: str) -> str:
    """What a bot noted beside its answer; empty if nothing, or where people answered."""
    return source.partition(" ")[2] if is_bot(source) else ""


def spell_source(note: str) -> str:
    """The source of an answer with what the bot noted beside it."""
    return f"{BOT} {note}" if note else BOT


def notes_of(played: Iterable[Played], seat: int) -> list[Noted]:
    """What the bot of a seat has noted of its own piece, as far as the answers stand."""
    return [
        Noted(one.answer, one.about, note)
        for one in played
        if one.answer.giver == seat and (note := note_of(one.source))
    ]


def own_state(game: Game, history: History, seat: int, upto: int | None = None) -> Any:
    """The state as the companion in this seat knows it at a real table, with its own piece, now or before an answer."""
    state = history.state if upto is None else history.before(upto)
    if game.at_table is None or history.setup.virtual:
        return state
    return game.at_table.known(state, seat, notes_of(history.played[:upto], seat))


def spell_seats(seats: Iterable[int]) -> str:
    """As an origin keeps them."""
    return ",".join(map(str, seats))


def bot_seats(origin: Origin, players: int) -> frozenset[int]:
    """The seats that answer by themselves; in a game of bots all of them, and the team too."""
    if origin.by == BOTS:
        return frozenset(range(TEAM, players))
    found = (int(word) for word in origin.companions.split(",") if word.isascii() and word.isdigit() and len(word) < 3)
    return frozenset(seat for seat in found if seat < players)


def strength_of(origin: Origin) -> str:
    """How well the companion plays; a strength of another release counts as none."""
    return origin.strength if origin.strength in STRENGTHS else GOOD
