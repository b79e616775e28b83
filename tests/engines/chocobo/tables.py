"""Games of Chocobo's Dungeon set up for tests, and states put together by hand."""

from __future__ import annotations

from typing import Any

from engines.chocobo import GAME
from engines.chocobo.state import State
from tests.engines.tables import edition

NAMES = ("Ann", "Ben", "Chloe", "Dai")
RULES = GAME.rules


def setup(players: int = 2, table: str = "real", name: str = "reconstructed", **options: str) -> Any:
    """A checked setup with an edition that ships."""
    return GAME.prepare(NAMES[:players], edition("chocobo", name), table=table, options=options)


def at(agenda: tuple[Any, ...], players: int = 2, table: str = "real", **fields: Any) -> State:
    """A state in the middle of a round on 1F with this agenda and these fields."""
    options = {name: fields.pop(name) for name in ("boss", "talk", "difficulty") if name in fields}
    start, _ = RULES.start(fields.pop("setup", None) or setup(players, table, **options))
    state = State.__new__(State)
    usual = {"round": 1, "phase": 5, "floor": 1, "here": 0, "agenda": (*agenda, ("clear_away",))}
    state.__dict__.update({**start.__dict__, **usual, **fields})
    return state


def after(state: State, *texts: str) -> tuple[State, list[str]]:
    """The state after these answers, and what happened, spelled."""
    told: list[str] = []
    for text in texts:
        state, events = RULES.answer(state, RULES.read(text))
        told += [event.spell() for event in events]
    return state, told


def run(*agenda: tuple[Any, ...], players: int = 2, **fields: Any) -> tuple[State, list[str]]:
    """What steps do that ask nothing: they come after a Book that is waited for and not used."""
    fields.setdefault("books", ("move_1",))
    return after(at((("wait",), *agenda), players, **fields), "go")
