"""How the team stands, in a few numbers: what the bot weighs, and how it imagines the rest of a round."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Any, NamedTuple

from engines.chocobo.dial import position_of
from engines.chocobo.fight import ATTACK, BOOK, HEAL, HP, VEGETABLES, values_of
from engines.chocobo.knowledge import known
from engines.chocobo.movement import map_of, name_of
from engines.chocobo.state import BOTTOM, TOP_HP, TOP_VEGETABLES, State

Slot = tuple[tuple[str, ...], int]
"""What a space of the dial shows, and the strength of the card beside it."""

LOST, WON = -1000.0, 1000.0
FLOOR = 70.0
"""A floor nearer to the boss."""
STEP = 2.6
"""A step nearer to the exit."""
HP_WORTH = (0.0, 9.0, 17.0, 23.0, 28.0, 32.0, 35.0, 37.0, 38.5, 39.5)
ROUNDS_WORTH = (0.0, 22.0, 38.0, 50.0, 60.0, 68.0, 75.0, 80.0, 84.0, 87.0, 89.0)
"""How much it is worth that the shortest hand lasts so many rounds."""
CARD, VEGETABLE, BOOK_WORTH, BOSS_HP = 0.5, 1.3, 5.0, 4.0
STEPS_A_ROUND, REAPER_A_ROUND = 5.0, 2.8
"""Measured over games of this bot, rounded."""
MARGIN = 4.0
FEAR = (40.0, 24.0, 16.0, 10.0, 6.0, 3.0, 0.0)
"""What it costs that so many steps of either piece bring them together."""
STRIKE = {"damage_1": 3.0, "damage_2": 7.0, "damage_3": 12.0, "bolt_1": 3.0, "bolt_2": 7.0, "hidden_bonus": 3.0}
UNKNOWN_DISTANCE, UNKNOWN_STRENGTH = 8, 3
NEED = (3, 2, 1, 1)
"""How many cards each player lays down a round, by number of players."""


class Ring(NamedTuple):
    """4F: which spaces of the two rings touch, as far as it is known, and what the boss does where."""

    outer: int
    inner: int
    touches: tuple[tuple[int, ...], ...]
    strikes: tuple[str, ...]

    @classmethod
    def of(cls, state: State) -> Ring:
        """The rings of the copy on the table."""
        outer, inner = known(state, "ring.outer"), known(state, "ring.inner")
        touches = tuple(known(state, f"ring.touches.{i}") or () for i in range(outer))
        boss = state.setup.boss
        return cls(outer, inner, touches, tuple(known(state, f"bosses.{boss}.{i}") or "" for i in range(inner)))

    def room(self, here: int, reaper: int) -> tuple[int, int]:
        """How many steps of the Chocobo, and how many of the Reaper, until they meet."""
        outer, inner, touches = self.outer, self.inner, self.touches
        ahead = next((n for n in range(outer) if reaper in touches[(here + n) % outer]), outer)
        behind = next((n for n in range(inner) if (reaper + n) % inner in touches[here]), inner)
        return ahead, behind


@dataclass(slots=True)
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
    ring: Ring | None
    here: int
    reaper: int


def look_at(state: State) -> Outlook:
    """How the team stands now."""
    distance = slack = boss_left = 0
    ring = None
    if state.floor == BOTTOM:
        boss_left = known(state, f"bosses.{state.setup.boss}.hp") - state.boss_damage
        ring = Ring.of(state)
    elif state.floor:
        found = map_of(state)
        distance = found.distances[state.here] if found else UNKNOWN_DISTANCE
        slack = known(state, f"floors.{name_of(state)}.reaper") - state.reaper
    sizes = [len(hand) for hand in state.hands]
    for step in state.agenda:
        if step[0] in ("draw", "draw_up"):
            sizes[step[1]] += 1
    return Outlook(
        state.floor, distance, slack, state.hp, state.vegetables, _level(sizes), sum(sizes), len(sizes),
        len(state.books), tuple(_foe(state, i) for i in range(len(state.monsters))), boss_left, ring,
        state.here, state.reaper,
    )  # fmt: skip


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


def imagine(now: Outlook, slots: Iterable[Slot]) -> float:
    """The worth after these actions and the Monsters' attack, each action chosen for itself."""
    now = replace(now)
    for icons, strength in slots:
        if len(icons) == 1:
            _do(now, icons[0], strength)
        elif icons:
            trials = [replace(now) for _ in icons]
            for trial, icon in zip(trials, icons, strict=True):
                _do(trial, icon, strength)
            now = max(trials, key=worth)
        if _is_over(now):
            return worth(now)
        if now.floor < BOTTOM and now.distance <= 0:
            return worth(_below(now))
    now.hp = max(0, now.hp - sum(attack for _, attack, _ in now.monsters))
    return worth(now)


def _is_over(now: Outlook) -> bool:
    if now.floor == BOTTOM:
        return now.boss_left <= 0 or now.hp <= 0
    return now.slack <= 0 or now.hp <= 0


def _below(now: Outlook) -> Outlook:
    """The next floor, as far as one can guess it."""
    at_boss = now.floor + 1 == BOTTOM
    return replace(now, floor=now.floor + 1, distance=0 if at_boss else 11, slack=12, monsters=(), boss_left=20)


def _do(now: Outlook, action: str, strength: int) -> None:
    if action == "move":
        now.distance -= strength
        if now.ring is not None:
            _run(now, now.ring, strength, 0)
    elif action == "reaper":
        now.slack -= strength
        if now.ring is not None:
            _run(now, now.ring, 0, strength)
    elif action == "eat":
        eaten = min(strength, now.vegetables)
        now.vegetables -= eaten
        now.cards += eaten
        now.shortest += eaten / now.players
    else:
        _hit_best(now, strength)


def _run(now: Outlook, ring: Ring, chocobo: int, reaper: int) -> None:
    """Either piece runs on its ring; meeting costs the game."""
    ahead, behind = ring.room(now.here, now.reaper)
    if chocobo >= ahead or reaper >= behind:
        now.hp = 0
    now.here = (now.here + chocobo) % ring.outer
    now.reaper = (now.reaper + reaper) % ring.inner


def _hit_best(now: Outlook, strength: int) -> None:
    """A Monster that falls, else the boss, else the one nearest to its end."""
    falling = [foe for foe in now.monsters if foe[0] <= strength]
    if falling:
        foe = max(falling, key=lambda foe: 3 * foe[1] + foe[2])
        now.monsters = tuple(other for other in now.monsters if other is not foe)
        now.vegetables = min(TOP_VEGETABLES, now.vegetables + round(foe[2] / 3))
        now.hp = min(TOP_HP, now.hp)
    elif now.floor == BOTTOM:
        now.boss_left -= strength
    elif now.monsters:
        i = min(range(len(now.monsters)), key=lambda i: now.monsters[i][0])
        left, attack, reward = now.monsters[i]
        now.monsters = (*now.monsters[:i], (left - strength, attack, reward), *now.monsters[i + 1 :])


def worth(now: Outlook) -> float:
    """How well the team stands, in a currency of its own."""
    if now.hp <= 0:
        return LOST
    last = min(now.shortest / NEED[now.players - 1], len(ROUNDS_WORTH) - 1.001)
    rounds = int(last)
    supply = ROUNDS_WORTH[rounds] + (ROUNDS_WORTH[rounds + 1] - ROUNDS_WORTH[rounds]) * (last - rounds)
    value = (
        FLOOR * now.floor + HP_WORTH[now.hp] + supply + CARD * now.cards + VEGETABLE * now.vegetables
        + BOOK_WORTH * now.books
    )  # fmt: skip
    return value + (_worth_at_boss(now) if now.floor == BOTTOM else _worth_on_floor(now))


def _worth_at_boss(now: Outlook) -> float:
    if now.boss_left <= 0:
        return WON
    fear = 0.0
    if now.ring is not None:
        room = now.ring.room(now.here, now.reaper)
        fear = sum(FEAR[min(near, len(FEAR) - 1)] for near in room) + STRIKE.get(now.ring.strikes[now.reaper], 0.0)
    return BOSS_HP * (20 - now.boss_left) - fear - _burden(now, 3.0)


def _worth_on_floor(now: Outlook) -> float:
    if now.slack <= 0:
        return LOST
    rounds = max(now.distance, 0) / STEPS_A_ROUND
    margin = now.slack - REAPER_A_ROUND * rounds
    fear = 5.0 * max(0.0, MARGIN - margin) + (12.0 if now.slack <= 2 else 0.0)
    return -STEP * max(now.distance, 0) - fear - _burden(now, rounds)


def _burden(now: Outlook, rounds: float) -> float:
    """What Monsters will cost until they are left behind."""
    return sum(attack * (1.2 + 1.5 * rounds) + 0.3 * left for left, attack, _ in now.monsters)
