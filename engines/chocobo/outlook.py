"""How the team stands, in a few numbers."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from tablekeeper.engines.chocobo.dial import position_of
from tablekeeper.engines.chocobo.fight import ATTACK, BOOK, HEAL, HP, VEGETABLES, values_of
from tablekeeper.engines.chocobo.knowledge import known
from tablekeeper.engines.chocobo.mind.chase import Chase, chase_of
from tablekeeper.engines.chocobo.movement import map_of, name_of
from tablekeeper.engines.chocobo.state import BOTTOM, State

Slot = tuple[tuple[str, ...], int]
"""What a space of the dial shows, and the strength of the card beside it."""

VEGETABLE, BOOK_WORTH = 1.3, 5.0
UNKNOWN_DISTANCE, UNKNOWN_TRACK, UNKNOWN_STRENGTH = 8, 8, 3
"""What is taken for a way to the exit, a Reaper's track and a card that nobody has told yet."""
DUE = {
    "boss": {"assign", "round_over", "boss_strikes"},
    "monsters": {"assign", "round_over", "monsters_turn", "monsters_strike"},
    "turn": {"assign", "round_over", "clear_away"},
}
"""While which of these steps wait, the boss, the Monsters and the turn of the dial are still to come this round."""


@dataclass
class Outlook:
    """The numbers that matter."""

    floor: int
    distance: int
    slack: int
    """Steps that the Reaper may still make."""
    hp: int
    vegetables: int
    shortest: float
    """The smallest hand, in cards, when what is drawn goes to the small ones."""
    cards: int
    players: int
    books: int
    monsters: tuple[tuple[int, int, float], ...]
    """For each Monster its Health left, its attack, the worth of its reward."""
    boss_left: int
    chase: Chase | None
    dial: int
    here: int
    reaper: int
    dread: float
    """What else is feared of the next round."""
    due: frozenset[str]
    """What the end of this round still brings: the boss, the Monsters, the turn of the dial."""

    def copy(self) -> Outlook:
        """The same numbers, to try something with."""
        other = Outlook.__new__(Outlook)
        other.__dict__.update(self.__dict__)
        return other


def look_at(state: State) -> Outlook:
    """How the team stands now."""
    distance = slack = boss_left = 0
    chase = None
    if state.floor == BOTTOM:
        boss_left = known(state, f"bosses.{state.setup.boss}.hp") - state.boss_damage
        chase = chase_of(state)
    elif state.floor:
        found = map_of(state)
        distance = found.distances[state.here] if found else UNKNOWN_DISTANCE
        slack = (known(state, f"floors.{name_of(state)}.reaper") or UNKNOWN_TRACK) - state.reaper
    sizes = [len(hand) for hand in state.hands]
    for step in state.agenda:
        if step[0] in ("draw", "draw_up"):
            sizes[step[1]] += 1
        elif step[0] in ("lay", "throw"):
            sizes[step[1]] -= 1
        elif step[0] == "plays":
            sizes = [size - step[1] for size in sizes]
    return Outlook(
        state.floor, distance, slack, state.hp, state.vegetables, _level(sizes), sum(sizes), len(sizes),
        len(state.books), tuple(_foe(state, i) for i in range(len(state.monsters))), boss_left, chase, state.dial,
        state.here, state.reaper, 0.0, _due(state),
    )  # fmt: skip


def _due(state: State) -> frozenset[str]:
    names = {step[0] for step in state.agenda}
    return frozenset(what for what, steps in DUE.items() if not steps.isdisjoint(names))


def _level(sizes: list[int]) -> float:
    """The smallest hand; longer ones help a little, since the next cards go to the smallest."""
    return 0.7 * min(sizes) + 0.3 * sum(sizes) / len(sizes)


def _foe(state: State, i: int) -> tuple[int, int, float]:
    monster = state.monsters[i]
    if known(state, f"monsters.{monster.deck}.{monster.number}") is None:
        return (4, 1, 3.0)
    values: Any = values_of(state, monster)
    reward = 2.0 * values[HEAL] + BOOK_WORTH * values[BOOK] + VEGETABLE * values[VEGETABLES]
    return (values[HP] - monster.damage, values[ATTACK], reward)


def slots_left(state: State, first: int) -> tuple[Slot, ...]:
    """What the row will still do, from one of its cards on."""
    return tuple(
        (known(state, f"dial.{position_of(state, i)}") or (), strength_of(state, card))
        for i, (card, _) in enumerate(state.row)
        if i >= first
    )


def strength_of(state: State, card: int) -> int:
    """A card's strength, or a middling one where nobody has told."""
    return known(state, f"cards.{card}") or UNKNOWN_STRENGTH
