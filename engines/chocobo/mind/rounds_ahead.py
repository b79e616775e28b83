"""A round imagined: its actions in turn with every choice, then what strikes at its end, then the forecast."""

from __future__ import annotations

from collections.abc import Sequence

from tablekeeper.engines.chocobo.mind.ending import Ending
from tablekeeper.engines.chocobo.mind.ground import LOST, Ground
from tablekeeper.engines.chocobo.mind.imagined import Position

Slot = tuple[tuple[str, ...], int]
"""What a space of the dial shows, and the strength of the card beside it."""
Ends = tuple[frozenset[Position], float]
"""Where the choices so far can lead: positions in which the round goes on, and the best end of the others."""


class RoundAhead:
    """What the spaces of the dial can bring, by the strengths of the cards beside them; what was imagined is kept."""

    def __init__(self, ground: Ground, ending: Ending, now: Position, icons: Sequence[tuple[str, ...]]) -> None:
        self._ground, self._ending, self._icons = ground, ending, icons
        self._ends: dict[tuple[int, ...], Ends] = {(): (frozenset([now]), LOST)}
        self._best: dict[tuple[Position, int], float] = {}
        self._worth: dict[tuple[int, ...], float] = {}

    def worth(self, strengths: tuple[int, ...]) -> float:
        """The log-odds of winning after a round with these cards and the best choices."""
        found = self._worth.get(strengths)
        if found is None:
            found = self._worth[strengths] = self._find_worth(strengths)
        return found

    def _find_worth(self, strengths: tuple[int, ...]) -> float:
        if not strengths:
            return max(map(self._ending, self._ends[()][0]))
        positions, best = self._after(strengths[:-1])
        strength, last = strengths[-1], self._best
        for at in positions:
            value = last.get((at, strength))
            if value is None:
                value = last[at, strength] = self._finish(at, self._icons[len(strengths) - 1], strength)
            best = max(best, value)
        return best

    def _finish(self, at: Position, icons: tuple[str, ...], strength: int) -> float:
        """The best that the last action of the round can lead to."""
        best = LOST
        for icon in icons:
            for then in self._ground.after(at, icon, strength):
                best = max(best, then if isinstance(then, float) else self._ending(then))
        return best

    def _after(self, strengths: tuple[int, ...]) -> Ends:
        found = self._ends.get(strengths)
        if found is None:
            positions, best = self._after(strengths[:-1])
            found = self._ends[strengths] = self._act(positions, best, len(strengths) - 1, strengths[-1])
        return found

    def _act(self, before: frozenset[Position], best: float, number: int, strength: int) -> Ends:
        positions = set()
        for at in before:
            for icon in self._icons[number]:
                for then in self._ground.after(at, icon, strength):
                    if isinstance(then, float):
                        best = max(best, then)
                    else:
                        positions.add(then)
        return frozenset(positions), best
