"""The end of a round, imagined: the boss and the Monsters strike, Books that save the team are used, the dial turns."""

from __future__ import annotations

from collections.abc import Callable

from tablekeeper.engines.chocobo.mind.forecast import Forecast, Team, damage_of
from tablekeeper.engines.chocobo.mind.ground import LOST, Ground, struck_down
from tablekeeper.engines.chocobo.mind.imagined import Position
from tablekeeper.engines.chocobo.state import TOP_HP

Strike = str
"""What a space of the boss's ring shows; empty above 4F."""


class Ending:
    """The log-odds of winning after the rest of a round in which no card acts any more."""

    def __init__(
        self,
        team: Team,
        ground: Ground,
        forecast: Callable[[Team], Forecast],
        strikes: tuple[Strike, ...],
        due: frozenset[str],
    ) -> None:
        self._team, self._ground, self._forecast, self._strikes, self._due = team, ground, forecast, strikes, due
        self._damage = damage_of(team.books)
        self._heals = [book for book in ("heal_2", "heal_1") for _ in range(team.books.count(book))]
        self._usual = forecast(team)
        self._known: dict[Position, float] = {}

    def __call__(self, at: Position) -> float:
        """With the Books that end the fight or save the team, used at the last moment."""
        found = self._known.get(at)
        if found is None:
            found = self._known[at] = self._find(at)
        return found

    def _find(self, at: Position) -> float:
        worth = self._after_strikes(at)
        return max(worth, self._ground.escape(at)) if "turn" in self._due else worth

    def _after_strikes(self, at: Position) -> float:
        if self._strikes and (end := struck_down(at, self._damage)) is not None:
            return end
        used: list[str] = []
        if self._strikes and "boss" in self._due:
            kind, _, number = self._strikes[at.reaper].partition("_")
            if kind == "damage":
                at = self._strike(at, int(number), used)
            elif kind == "bolt":
                at = at._replace(eaten=at.eaten - int(number))
            elif kind == "hidden":
                at = at._replace(blind=True)
        if at.hp > 0 and "monsters" in self._due:
            at = self._strike(at, sum([foe.attack for foe in at.foes]), used)
        return LOST if at.hp <= 0 else self._foresee(at, used)

    def _strike(self, at: Position, damage: int, used: list[str]) -> Position:
        """One packet of damage; Books heal before it if it would be the last."""
        hp = at.hp
        while hp <= damage and len(used) < len(self._heals):
            used.append(self._heals[len(used)])
            hp = min(TOP_HP, hp + int(used[-1][-1]))
        return at._replace(hp=hp - damage)

    def _foresee(self, at: Position, used: list[str]) -> float:
        return (self._forecast(self._team.without(used)) if used else self._usual)(at)
