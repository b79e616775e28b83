"""Hand-made tables in the middle of a game, for tests that look at one rule."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from tablekeeper.engines.cocoon_world import GAME
from tablekeeper.engines.cocoon_world.edition import Edition
from tablekeeper.engines.cocoon_world.state import State
from tablekeeper.engines.core import Event, put
from tests.engines.tables import edition

PLAYERS = ("Ann", "Ben", "Chloe", "Dai", "Eva")
COUNTED: Edition = edition("cocoon_world")._replace(guessed=False)
"""The shipped edition, taken for a copy that somebody has counted."""


def scene(
    players: int = 2,
    *,
    table: str = "real",
    copy: Edition = COUNTED,
    options: Mapping[str, str] | None = None,
    tiles: Mapping[int, str] | None = None,
    **fields: Any,
) -> State:
    """Red's turn has just begun; `tiles` lie face up or are taken away, other fields are as given."""
    setup = GAME.prepare(PLAYERS[:players], copy, table=table, options=options or {})
    state, _ = GAME.rules.start(setup)
    while GAME.rules.question(state).kind != "first":
        state, _ = GAME.rules.answer(state, GAME.rules.question(state).options[0])
    board = state.tiles
    for space, tile in (tiles or {}).items():
        board = put(board, space, tile)
    state, _ = GAME.rules.answer(changed(state, tiles=board, **fields), GAME.rules.read("begin red"))
    return state


def changed(state: State, **fields: Any) -> State:
    """The same state with some fields replaced; each must be a field."""
    assert set(fields) <= set(state.__dict__)
    other = State.__new__(State)
    other.__dict__.update(state.__dict__)
    other.__dict__.update(fields)
    return other


def play(state: State, *texts: str) -> tuple[State, list[Event]]:
    """The state after these answers, and all that happened."""
    told: list[Event] = []
    for text in texts:
        state, events = GAME.rules.answer(state, GAME.rules.read(text))
        told.extend(events)
    return state, told


def asked(state: State) -> tuple[str, int]:
    """The kind of the open question, and of whom it is asked."""
    question = GAME.rules.question(state)
    return question.kind, question.asked


def spelled(state: State) -> list[str]:
    """The options of the open question."""
    return [option.spell() for option in GAME.rules.question(state).options]


def clauses(events: Sequence[Event]) -> list[str]:
    """What the events cite."""
    return [event.clause for event in events]
