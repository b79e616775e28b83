"""How the team stands, in a few numbers: what the bot weighs, and how it imagines the rest of a round."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from engines.chocobo.chase import Chase, chase_of
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
DREAD = 120.0
"""What it costs that the pieces are sure to meet soon."""
BLIND = 3.0
"""What a hidden Bonus card costs."""
UNKNOWN_DISTANCE, UNKNOWN_TRACK, UNKNOWN_STRENGTH = 8, 8, 3
"""What is taken for a way to the exit, a Reaper's track and a card that nobody has told yet."""
NEXT_DISTANCE, NEXT_SLACK = 11, 12
"""What is expected of a floor that was not entered yet."""
NEED = (3, 2, 1, 1)
"""How many cards each player lays down a round, by number of players."""


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


Ends = tuple[list[Outlook], float]
"""Where the choices between two icons can lead: rounds that go on, and the best worth of those that are over."""


def imagine(now: Outlook, slots: Sequence[Slot]) -> float:
    """The worth after these actions and the end of the round, with the best choice of two icons everywhere."""
    ends: Ends = [now], float("-inf")
    for icons, strength in slots:
        ends = _perform(ends, icons, strength)
    return _best(ends)


class RoundAhead:
    """The worth of a whole round by the strengths of its five cards; what was imagined once is kept."""

    def __init__(self, now: Outlook, icons: Sequence[tuple[str, ...]]) -> None:
        self._icons = icons
        self._ends: dict[tuple[int, ...], Ends] = {(): ([now], float("-inf"))}
        self._worth: dict[tuple[int, ...], float] = {}

    def worth(self, strengths: tuple[int, ...]) -> float:
        """The same as to imagine these slots."""
        found = self._worth.get(strengths)
        if found is None:
            icons = self._icons[len(strengths) - 1]
            found = self._worth[strengths] = _best(_perform(self._after(strengths[:-1]), icons, strengths[-1]))
        return found

    def _after(self, strengths: tuple[int, ...]) -> Ends:
        if strengths not in self._ends:
            before = self._after(strengths[:-1])
            self._ends[strengths] = _perform(before, self._icons[len(strengths) - 1], strengths[-1])
        return self._ends[strengths]


def _perform(ends: Ends, icons: tuple[str, ...], strength: int) -> Ends:
    before, best = ends
    after = []
    for now in before:
        for icon in icons:
            then = now.copy()
            _do(then, icon, strength)
            if _is_over(then):
                best = max(best, worth(then))
            else:
                after.append(then)
    return (after if icons else before), best


def _best(ends: Ends) -> float:
    return max([ends[1], *[worth(_after_round(now)) for now in ends[0]]])


def _is_over(now: Outlook) -> bool:
    """Whether the round ends here: the game does, or the floor is left."""
    if now.hp <= 0:
        return True
    if now.floor == BOTTOM:
        return now.boss_left <= 0
    return now.slack <= 0 or now.distance <= 0


def _after_round(now: Outlook) -> Outlook:
    """The boss and the Monsters strike, and the dial turns."""
    now = now.copy()
    if now.chase is not None and "boss" in now.due:
        kind, _, number = now.chase.strikes[now.reaper].partition("_")
        if kind == "damage":
            now.hp -= int(number)
        elif kind == "bolt":
            now.cards -= int(number)
            now.shortest -= int(number) / now.players
        elif kind == "hidden":
            now.dread += BLIND
    if "monsters" in now.due:
        now.hp -= sum([attack for _, attack, _ in now.monsters])
    if "turn" in now.due:
        now.dial -= 1
    return now


def _do(now: Outlook, action: str, strength: int) -> None:
    if action == "move":
        now.distance -= strength
        if now.chase is not None:
            _run(now, now.chase, strength, 0)
    elif action == "reaper":
        now.slack -= strength
        if now.chase is not None:
            _run(now, now.chase, 0, strength)
    elif action == "eat":
        eaten = min(strength, now.vegetables)
        now.vegetables -= eaten
        now.cards += eaten
        now.shortest += eaten / now.players
    else:
        _hit_best(now, strength)


def _run(now: Outlook, chase: Chase, chocobo: int, reaper: int) -> None:
    """Either piece runs on its ring; meeting costs the game."""
    ahead, behind = chase.room[now.here][now.reaper]
    if chocobo >= ahead or reaper >= behind:
        now.hp = 0
    now.here = (now.here + chocobo) % chase.outer
    now.reaper = (now.reaper + reaper) % chase.inner


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
    if now.floor < BOTTOM:
        if now.slack <= 0:
            return LOST
        if now.distance <= 0:
            now = _below(now)
    last = min(max(now.shortest, 0.0) / NEED[now.players - 1], len(ROUNDS_WORTH) - 1.001)
    rounds = int(last)
    supply = ROUNDS_WORTH[rounds] + (ROUNDS_WORTH[rounds + 1] - ROUNDS_WORTH[rounds]) * (last - rounds)
    value = (
        FLOOR * now.floor + HP_WORTH[now.hp] + supply + CARD * now.cards + VEGETABLE * now.vegetables
        + BOOK_WORTH * now.books
    )  # fmt: skip
    return value + (_worth_at_boss(now) if now.floor == BOTTOM else _worth_on_floor(now))


def _below(now: Outlook) -> Outlook:
    """The next floor, as far as one can guess it."""
    below = now.copy()
    below.floor, below.monsters, below.boss_left = now.floor + 1, (), 20
    below.distance, below.slack = NEXT_DISTANCE, NEXT_SLACK
    return below


def _worth_at_boss(now: Outlook) -> float:
    if now.boss_left <= 0:
        return WON
    fear = now.dread
    if now.chase is not None:
        fear += DREAD * (1.0 - now.chase.odds(now.dial % len(now.chase.dial), now.here, now.reaper))
    return BOSS_HP * (20 - now.boss_left) - fear - _burden(now, 3.0)


def _worth_on_floor(now: Outlook) -> float:
    rounds = now.distance / STEPS_A_ROUND
    margin = now.slack - REAPER_A_ROUND * rounds
    fear = 5.0 * max(0.0, MARGIN - margin) + (12.0 if now.slack <= 2 else 0.0)
    return -STEP * now.distance - fear - _burden(now, rounds)


def _burden(now: Outlook, rounds: float) -> float:
    """What Monsters will cost until they are left behind."""
    return sum([attack * (1.2 + 1.5 * rounds) + 0.3 * left for left, attack, _ in now.monsters])
