"""The rest of a round, imagined: the actions in turn, every choice of two icons, and the round's end."""

from __future__ import annotations

from collections.abc import Sequence

from tablekeeper.engines.chocobo.mind.chase import Chase
from tablekeeper.engines.chocobo.outlook import Outlook, Slot
from tablekeeper.engines.chocobo.state import BOTTOM, TOP_HP, TOP_VEGETABLES
from tablekeeper.engines.chocobo.worth import worth

BLIND = 3.0
"""What a hidden Bonus card costs."""

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
