"""The chase on 4F as the bot sees it: how far apart the pieces are, and how likely the coming rounds part them."""

from __future__ import annotations

from functools import cached_property, lru_cache

from tablekeeper.engines.chocobo.knowledge import known
from tablekeeper.engines.chocobo.state import State

BETTER_OF_TWO = (0.36, 0.28, 0.20, 0.12, 0.04)
"""How often each of five equally likely strengths, the best first, is the better one of two drawn: a team has some
choice of what lies at a number, and far from all."""
AHEAD = 2
"""How many rounds the bot thinks on."""
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
