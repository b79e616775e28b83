"""The loop: where the event spaces lie, how far it is to the next one, which empty space is nearest."""

from __future__ import annotations

from collections.abc import Sequence

from tablekeeper.engines.cocoon_world.edition import Edition
from tablekeeper.engines.cocoon_world.tiles import EMPTY

TRACK = -1
"""The place of a pawn that waits on the Gods' Bet track, off the loop."""
COVERED_AT_START = (1, 4, 7)


class Board:
    """Spaces are numbered clockwise from Start, which is 0."""

    def __init__(self, edition: Edition) -> None:
        step = edition.gap + 1
        self.size = step * len(edition.events)
        self.event_at: tuple[str, ...] = tuple(
            edition.events[i // step] if i % step == 0 else "" for i in range(self.size)
        )
        self.covered = frozenset(event * step + k for event in range(len(edition.events)) for k in COVERED_AT_START)
        self.gods_bet = self.event_at.index("gods_bet")
        self.ahead = {kind: self._ahead({kind}) for kind in edition.events}
        self.ahead["experience"] = self._ahead({"experience", "start"})
        """From each space, how far to the next space of a kind; Start counts as one that gives EP."""
        self._around = tuple(self._rings(here) for here in range(self.size))
        """From each space, the normal spaces one step away, then two, and so on, clockwise first."""

    def _rings(self, here: int) -> tuple[tuple[int, ...], ...]:
        pairs = [((here + n) % self.size, (here - n) % self.size) for n in range(1, self.size // 2 + 1)]
        return tuple(tuple(space for space in dict.fromkeys(pair) if not self.event_at[space]) for pair in pairs)

    def _ahead(self, kinds: set[str]) -> tuple[int, ...]:
        size = self.size
        return tuple(next(n for n in range(1, size + 1) if self.event_at[(i + n) % size] in kinds) for i in range(size))

    def nearest_empty(self, tiles: Sequence[str], here: int) -> tuple[int, ...]:
        """The empty normal spaces nearest to a space, clockwise first: none, one, or two that tie."""
        for spaces in self._around[here]:
            for space in spaces:
                if tiles[space] == EMPTY:
                    return tuple([space for space in spaces if tiles[space] == EMPTY])
        return ()

    def empty(self, tiles: Sequence[str]) -> tuple[int, ...]:
        """All empty normal spaces."""
        return tuple(i for i, tile in enumerate(tiles) if tile == EMPTY and not self.event_at[i])
