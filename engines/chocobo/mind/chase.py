"""The chase on 4F as the bots see it: how far apart the pieces are, and how likely the next rounds are outlived."""

from __future__ import annotations

from functools import cached_property, lru_cache

from tablekeeper.engines.chocobo.knowledge import known
from tablekeeper.engines.chocobo.state import State

BETTER_OF_TWO = (0.36, 0.28, 0.20, 0.12, 0.04)
"""How often each of five equally likely strengths, the best first, is the better one of two drawn: a team has some
choice of what lies at a number, and far from all."""
AHEAD = 2
"""How many rounds the bot thinks on."""
HARMLESS = 99
"""So much Health that only the meeting of the pieces is feared."""
UNTOLD = ("",)
"""What a space of the dial does before the table has told it: nothing that parts the pieces or brings them together."""


class Chase:
    """Both rings, what the boss does where, and the dial, as far as all that is known."""

    def __init__(
        self,
        dial: tuple[tuple[str, ...], ...],
        inner: int,
        touches: tuple[tuple[int, ...], ...],
        strikes: tuple[str, ...],
    ) -> None:
        self.dial = dial
        self.inner = inner
        self.outer = len(touches)
        self.touches = touches
        self.strikes = strikes
        self._odds: dict[tuple[int, int, int, int], float] = {}
        self._alive: dict[tuple[int, int, int], list[list[float]]] = {}
        self._damage = [int(strike.partition("_")[2]) if strike.startswith("damage") else 0 for strike in strikes]

    @cached_property
    def room(self) -> tuple[tuple[tuple[int, int], ...], ...]:
        """For each space of the Chocobo and of the Reaper: the steps of either that bring them together."""
        return tuple(tuple(self._room(here, reaper) for reaper in range(self.inner)) for here in range(self.outer))

    def _room(self, here: int, reaper: int) -> tuple[int, int]:
        outer, inner, touches = self.outer, self.inner, self.touches
        ahead = next((n for n in range(1, outer) if reaper in touches[(here + n) % outer]), outer)
        behind = next((n for n in range(1, inner) if (reaper + n) % inner in touches[here]), inner)
        return ahead, behind

    def odds(self, dial: int, here: int, reaper: int) -> float:
        """How likely the pieces stay apart for some rounds, of which the first begins with the dial like this."""
        return self._odds_from(AHEAD * 5, dial, here, reaper)

    def alive(self, rounds: int, dial: int, hp: int) -> list[list[float]]:
        """How likely the team outlives so many rounds, by the spaces of the Chocobo and the Reaper as the first begins.

        The pieces stay apart, and the boss takes less than this Health.
        """
        key = (rounds, dial % len(self.dial), hp)
        if key not in self._alive:
            self._alive[key] = self._alive_from(*key)
        return self._alive[key]

    def _alive_from(self, rounds: int, dial: int, hp: int) -> list[list[float]]:
        spaces = range(self.outer)
        if not rounds:
            return [[1.0] * self.inner for _ in spaces]
        after = [self._outlived(rounds - 1, dial - 1, hp, reaper) for reaper in range(self.inner)]
        odds = [[after[reaper][here] for reaper in range(self.inner)] for here in spaces]
        for number in reversed(range(5)):
            icons = self.dial[(dial + number) % len(self.dial)] or UNTOLD
            odds = [[self._chance(odds, icons, here, reaper) for reaper in range(self.inner)] for here in spaces]
        return odds

    def _outlived(self, rounds: int, dial: int, hp: int, reaper: int) -> list[float]:
        """The odds after the boss has struck from this space, by the space of the Chocobo."""
        left = hp if hp == HARMLESS else hp - self._damage[reaper]
        if left <= 0:
            return [0.0] * self.outer
        return [by_reaper[reaper] for by_reaper in self.alive(rounds, dial, left)]

    def _chance(self, odds: list[list[float]], icons: tuple[str, ...], here: int, reaper: int) -> float:
        """With a card of any strength at this space of the dial, and some choice which."""
        by_strength = [max(self._then(odds, icon, s, here, reaper) for icon in icons) for s in range(1, 6)]
        by_strength.sort(reverse=True)
        return sum([share * chance for share, chance in zip(BETTER_OF_TWO, by_strength, strict=True)])

    def _then(self, odds: list[list[float]], icon: str, strength: int, here: int, reaper: int) -> float:
        ahead, behind = self.room[here][reaper]
        if icon == "move":
            return 0.0 if strength >= ahead else odds[(here + strength) % self.outer][reaper]
        if icon == "reaper":
            return 0.0 if strength >= behind else odds[here][(reaper + strength) % self.inner]
        return odds[here][reaper]

    def _odds_from(self, slots: int, dial: int, here: int, reaper: int) -> float:
        """The same with so many spaces of the dial still to act; each of its rounds has five."""
        if not slots:
            return 1.0
        key = (slots, dial, here, reaper)
        if key not in self._odds:
            icons = self.dial[(dial + -slots % 5) % len(self.dial)]
            left = slots - 1
            turned = (dial - (left % 5 == 0)) % len(self.dial)
            chances = sorted(
                (
                    max(self._after(icon, s, left, turned, here, reaper) for icon in icons or UNTOLD)
                    for s in range(1, 6)
                ),
                reverse=True,
            )
            self._odds[key] = sum([share * chance for share, chance in zip(BETTER_OF_TWO, chances, strict=True)])
        return self._odds[key]

    def _after(self, icon: str, strength: int, left: int, dial: int, here: int, reaper: int) -> float:
        ahead, behind = self.room[here][reaper]
        if icon == "move":
            return 0.0 if strength >= ahead else self._odds_from(left, dial, (here + strength) % self.outer, reaper)
        if icon == "reaper":
            return 0.0 if strength >= behind else self._odds_from(left, dial, here, (reaper + strength) % self.inner)
        return self._odds_from(left, dial, here, reaper)


def chase_of(state: State) -> Chase | None:
    """The chase on this table, built once for what is known of its copy; None before its rings are told."""
    places = ["ring.outer", "ring.inner", "dial.size"]
    outer, inner, size = (known(state, place) for place in places)
    if outer is None or inner is None or size is None:
        return None
    boss = state.setup.boss
    return _chase(
        tuple(known(state, f"dial.{i}") or () for i in range(size)),
        inner,
        tuple(known(state, f"ring.touches.{i}") or () for i in range(outer)),
        tuple(known(state, f"bosses.{boss}.{i}") or "" for i in range(inner)),
    )


@lru_cache(maxsize=8)
def _chase(
    dial: tuple[tuple[str, ...], ...],
    inner: int,
    touches: tuple[tuple[int, ...], ...],
    strikes: tuple[str, ...],
) -> Chase:
    return Chase(dial, inner, touches, strikes)
