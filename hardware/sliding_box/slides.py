"""Nine cells over time become facts. Pure: time comes in with every look.

One stable hole is the only certain thing. A slide is said only when the hole moved to a neighbour and nothing but these
two cells changed on the way. By the colours of a chessboard a sensor that lies can then never make a false slide: it
would have to move the hole by two cells at least, and that is said to be unknown.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from tablekeeper.hardware.sliding_box.facts import (
    Contradicts,
    Differs,
    Fact,
    Lifted,
    Moving,
    NoHole,
    Rests,
    Slid,
    TwoHoles,
    Unknown,
)

CELLS = range(1, 10)
SETTLE_S = 0.060
PATIENCE_S = 0.8
_SUSPECT_FROM = 3


def neighbours(cell: int) -> frozenset[int]:
    """The cells beside a cell."""
    row, column = divmod(cell - 1, 3)
    around = ((row - 1, column), (row + 1, column), (row, column - 1), (row, column + 1))
    return frozenset(3 * r + c + 1 for r, c in around if 0 <= r < 3 and 0 <= c < 3)


class Slides:
    """Follows the hole. `last_hole` is where it was when the power went, if anybody knows.

    One cell whose sensor is known to be broken may be masked: it is the hole when all others are filled.
    """

    def __init__(
        self,
        last_hole: int | None = None,
        *,
        settle_s: float = SETTLE_S,
        patience_s: float = PATIENCE_S,
        masked: frozenset[int] = frozenset(),
    ) -> None:
        self.settle_s, self.patience_s, self.masked = settle_s, patience_s, masked
        self.hole: int | None = None
        self._remembered = last_hole
        self._cells: tuple[bool | None, ...] | None = None
        self._changed_s = 0.0
        self._touched: set[int] = set()
        self._many_out = False
        self._blind = False
        self._decided = True
        self._suspects: Counter[tuple[int, str]] = Counter()

    def see(self, occupied: Sequence[bool | None], at_s: float) -> list[Fact]:
        """Look at the cells: occupied, empty, or None where a sensor is unreliable."""
        facts: list[Fact] = []
        others_full = all(occupied[cell - 1] for cell in CELLS if cell not in self.masked)
        cells = tuple(not others_full if cell in self.masked else occupied[cell - 1] for cell in CELLS)
        if cells != self._cells:
            facts = self._note_change(cells, at_s)
        elif not self._decided and at_s >= self._changed_s + self.settle_s - 1e-9:
            facts = self._decide(at_s)
        return facts

    def due_s(self) -> float | None:
        """When to look again although nothing changes, or None."""
        if self._decided or self._cells is None:
            return None
        return self._changed_s + self._patience_s()

    def _note_change(self, cells: tuple[bool | None, ...], at_s: float) -> list[Fact]:
        before, self._cells = self._cells, cells
        self._changed_s, self._decided = at_s, False
        if before is None:
            return []
        changed = {cell for cell in CELLS if before[cell - 1] != cells[cell - 1]}
        first = not self._touched and self.hole is not None
        self._touched |= changed
        if len(self._holes()) > 2:
            self._many_out = True
        return [Moving(at_s, tuple(sorted(changed)))] if first else []

    def _holes(self) -> frozenset[int]:
        return frozenset(cell for cell in CELLS if self._cells and self._cells[cell - 1] is False)

    def _unsure(self) -> frozenset[int]:
        return frozenset(cell for cell in CELLS if self._cells and self._cells[cell - 1] is None)

    def _one_hole(self) -> bool:
        return len(self._holes()) == 1 and not self._unsure()

    def _patience_s(self) -> float:
        """How long a state must last: what eight cocoons cannot do is said sooner than what a slow hand can."""
        if self._one_hole():
            return self.settle_s
        return self.patience_s if self._holes() or self._unsure() else 2 * self.settle_s

    def _decide(self, at_s: float) -> list[Fact]:
        if self._one_hole():
            (hole,) = self._holes()
            self._decided = True
            return self._settle(hole, at_s)
        if at_s < self._changed_s + self._patience_s() - 1e-9:
            return []
        self._decided = True
        self._blind = not self._holes() and not self._unsure()
        return self._report(at_s)

    def _settle(self, hole: int, at_s: float) -> list[Fact]:
        was, touched, many_out, blind = self.hole, self._touched, self._many_out, self._blind
        self.hole, self._touched, self._many_out, self._blind = hole, set(), False, False
        if was is None:
            known, self._remembered = self._remembered, None
            return [Rests(at_s, hole)] if known in (None, hole) else [Differs(at_s, hole, int(known or 0))]
        if many_out:
            return [Unknown(at_s, hole, was, "several cocoons were out at once")]
        if hole == was and len(touched - {was}) <= 1 and not blind:
            return [Rests(at_s, hole, tuple(sorted(touched)))]
        if hole == was:
            return [Unknown(at_s, hole, was, "the hole is back, but something slid that was not felt")]
        if hole in neighbours(was) and touched <= {hole, was} and not blind:
            return [Slid(at_s, hole, was)]
        facts: list[Fact] = [
            Unknown(at_s, hole, was, f"the hole went from {was} to {hole} and not every step was felt")
        ]
        between = neighbours(was) & neighbours(hole)
        return facts + (self._suspect(between, "feels a magnet that is not there", at_s) if blind else [])

    def _report(self, at_s: float) -> list[Fact]:
        """Say what stays undecided."""
        holes, unsure = self._holes(), self._unsure()
        if unsure:
            return [Contradicts(at_s, cell, "its signal never rests") for cell in sorted(unsure)]
        if not holes:
            return [NoHole(at_s)]
        facts: list[Fact]
        rest = holes - {self.hole}
        if len(holes) == 2 and self.hole in holes and rest <= neighbours(self.hole or 0):
            first, second = sorted(holes)
            facts = [TwoHoles(at_s, (first, second))]
        else:
            facts = [Lifted(at_s, tuple(sorted(rest)))]
        return facts + self._suspect(rest, "feels no magnet whatever moves", at_s)

    def _suspect(self, cells: frozenset[int], why: str, at_s: float) -> list[Fact]:
        """Count how often a cell was part of something impossible; name it when it stands out."""
        self._suspects.update((cell, why) for cell in cells)
        (worst, count), *others = [*self._suspects.most_common(2), ((0, ""), 0)][:2]
        clear = count >= _SUSPECT_FROM and count > 1.5 * (others[0][1] if others else 0)
        return [Contradicts(at_s, *worst)] if clear and worst[0] in cells else []
