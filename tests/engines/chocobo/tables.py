"""Games of Chocobo's Dungeon set up for tests, and states put together by hand."""

from __future__ import annotations

from typing import Any

from tablekeeper.engines.chocobo import GAME
from tablekeeper.engines.chocobo.state import State
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


def story(state: State, text: str) -> State:
    """Plays a short story from a state near its event: answers stand behind `>`, what each brings about below it.

    The story must be told to the letter; the state after it is given back.
    """
    lines = [line.strip() for line in text.strip().splitlines()]
    told = []
    for line in lines:
        if line.startswith("> "):
            state, events = RULES.answer(state, RULES.read(line[2:]))
            told += [line, *(event.spell() for event in events)]
    assert told == lines, "\n".join(told)
    return state


def acting(first: int, row: tuple[tuple[int, int], ...], players: int = 2, **fields: Any) -> State:
    """A state in phase 5 with this row beside the dial, where a Book is waited for before the card at an index acts."""
    steps = [("act", number) for number in range(first, len(row))]
    state = at((("wait",), *steps, ("round_over",)), players, **{"books": ("heal_1",), "hp": 8, **fields, "row": row})
    agenda = tuple(step for step in state.agenda if step != ("clear_away",))
    state.__dict__.update(agenda=agenda, acting=first)
    return state
