"""The table as a bot imagines it between two actions of a round: what an action changes, in a tuple."""

from __future__ import annotations

from typing import Any, NamedTuple

from tablekeeper.engines.chocobo.fight import values_of
from tablekeeper.engines.chocobo.knowledge import known
from tablekeeper.engines.chocobo.state import BOTTOM, TOP_VEGETABLES, State

VEGETABLES_A_TOKEN = 2
"""What a Vegetable token shows on average, rounded."""


class Foe(NamedTuple):
    """A Monster of the row: Health left, attack, and its reward."""

    left: int
    attack: int
    heal: int
    books: int
    vegetables: int


class Position(NamedTuple):
    """What the actions of a round change. Two ways to the same position are one."""

    here: int
    reaper: int
    hp: int
    vegetables: int
    eaten: int
    """How many cards have been drawn since the imagining began."""
    found: int
    """How many Books nobody has turned up yet."""
    foes: tuple[Foe, ...]
    boss: int
    """The Health that is left to the boss; 0 above 4F."""
    blind: bool
    """Whether a Bonus card of the next round will lie face down."""


def position_now(state: State) -> Position:
    """The position on the table, with the tokens that are being turned up."""
    waiting = [step[0] for step in state.agenda]
    found = waiting.count("turn_book") + waiting.count("find_book")
    vegetables = state.vegetables + VEGETABLES_A_TOKEN * waiting.count("turn_vegetable")
    boss = known(state, f"bosses.{state.setup.boss}.hp") - state.boss_damage if state.floor == BOTTOM else 0
    vegetables = min(vegetables, TOP_VEGETABLES)
    return Position(state.here, state.reaper, state.hp, vegetables, 0, found, _foes(state), boss, state.hidden_bonus)


def _foes(state: State) -> tuple[Foe, ...]:
    foes = []
    for monster in state.monsters:
        values: Any = values_of(state, monster)
        foes.append(Foe(values[0] - monster.damage, *values[1:]))
    return tuple(sorted(foes))
