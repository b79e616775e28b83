"""Where a round is imagined: what is printed on this copy, what the team has, and what the round still brings."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from tablekeeper.engines.chocobo.floors import Floor
from tablekeeper.engines.chocobo.knowledge import known
from tablekeeper.engines.chocobo.mind.chase import Chase, chase_of
from tablekeeper.engines.chocobo.mind.ending import Ending
from tablekeeper.engines.chocobo.mind.facts import facts_of_floor, facts_of_rings
from tablekeeper.engines.chocobo.mind.forecast import Dial, Forecast, Team, damage_of
from tablekeeper.engines.chocobo.mind.ground import Ground, OnFloor, OnRing
from tablekeeper.engines.chocobo.mind.imagined import Position
from tablekeeper.engines.chocobo.mind.weights import FLOORS, RINGS
from tablekeeper.engines.chocobo.setup import needed
from tablekeeper.engines.chocobo.state import BOTTOM, State

KEPT = 64
"""How many forecasts and grounds are kept at a time."""


class Copy(NamedTuple):
    """What a copy prints that the bot needs."""

    maps: tuple[Floor, ...]
    tracks: tuple[int, ...]
    """The Reaper's track of each floor."""
    chase: Chase
    ring: tuple[str, ...]
    """The icons of the outer ring."""
    boss: str
    boss_hp: int
    dial: Dial

    def dial_at(self, turned: int) -> Dial:
        """The dial from the position at number 1 on."""
        start = turned % len(self.dial)
        return self.dial[start:] + self.dial[:start]


def copy_of(state: State) -> Copy | None:
    """What this copy prints; None while something is missing that the bot cannot do without."""
    setup, floors = state.setup, state.setup.edition.floors
    names = setup.floors[:-1]
    chase = chase_of(state)
    if chase is None or any(name not in floors for name in names):
        return None
    if any(known(state, place) is None for place in needed(setup)):
        return None
    return Copy(
        tuple(floors[name] for name in names),
        tuple(known(state, f"floors.{name}.reaper") for name in names),
        chase,
        tuple(known(state, f"ring.spaces.{i}") for i in range(chase.outer)),
        setup.boss,
        known(state, f"bosses.{setup.boss}.hp"),
        chase.dial,
    )


def team_now(state: State, sizes: list[int], power: int = 0) -> Team:
    """The team with hands of these sizes."""
    shortest = 0.7 * min(sizes) + 0.3 * sum(sizes) / len(sizes)
    return Team(len(sizes), shortest, sum(sizes), tuple(sorted(state.books)), power)


@lru_cache(maxsize=KEPT)
def forecast_of(copy: Copy, team: Team, floor: int, turned: int) -> Forecast:
    """The forecast for a round on this floor that begins with the dial turned like this."""
    dial = copy.dial_at(turned)
    if floor == BOTTOM:
        return Forecast(RINGS[copy.boss], team, dial, facts_of_rings(copy.chase, dial, turned))
    return Forecast(FLOORS[floor - 1], team, dial, facts_of_floor(copy.maps[floor - 1], copy.tracks[floor - 1], dial))


@lru_cache(maxsize=KEPT)
def ground_of(copy: Copy, team: Team, floor: int, turned: int) -> Ground:
    """The ground of a round on this floor."""
    if floor == BOTTOM:
        return OnRing(copy.chase, copy.ring, damage_of(team.books))
    entrance = 0 if floor + 1 == BOTTOM else copy.maps[floor].entrance
    boss = copy.boss_hp if floor + 1 == BOTTOM else 0
    then = (turned - 1) % len(copy.dial)

    def leave(at: Position, used: Sequence[str]) -> float:
        below = forecast_of(copy, team.without(used), floor + 1, then)
        return below(at._replace(here=entrance, reaper=0, foes=(), boss=boss))

    return OnFloor(copy.maps[floor - 1], copy.tracks[floor - 1], team.books, leave)


@lru_cache(maxsize=KEPT)
def ending_of(copy: Copy, team: Team, floor: int, turned: int, due: frozenset[str]) -> Ending:
    """What the end of a round on this floor still brings."""
    then = (turned - ("turn" in due)) % len(copy.dial)
    strikes = copy.chase.strikes if floor == BOTTOM else ()
    ground = ground_of(copy, team, floor, turned)
    return Ending(team, ground, lambda others: forecast_of(copy, others, floor, then), strikes, due)
