"""Paths on a grid: which drawn pieces join into one chain, and where its ends lead.

A mat's drawing is a word with one digit a space in reading order: 0 for nothing drawn, else the path's number.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

BLANK = "0"
SIDES = "NESW"
"""Clockwise, so that the opposite side is two further on."""
OFF_MAT = -1
CLOSED = -2
DEAD = -1


class Chain(NamedTuple):
    """Pieces that join, in the order of the path."""

    spaces: tuple[int, ...]
    ends: tuple[int, ...]
    """The spaces into which its two ends lead, OFF_MAT where they leave the mat; none for a closed loop."""

    @property
    def closed(self) -> bool:
        """Whether the path is a loop."""
        return bool(self.spaces) and not self.ends


NO_CHAIN = Chain((), ())


class Paths:
    """The ways over a grid of some size, with path pieces of given shapes such as NW or NS."""

    def __init__(self, columns: int, rows: int, shapes: Sequence[str]) -> None:
        self.columns = columns
        self.size = columns * rows
        self.exits: dict[str, tuple[int, ...]] = {BLANK: (DEAD,) * 4}
        """By piece and the side at which one enters: the side at which one leaves, or DEAD."""
        self.sides: dict[str, tuple[int, ...]] = {BLANK: ()}
        """By piece: the sides of its space that it touches."""
        for number, shape in enumerate(shapes, 1):
            one, other = (SIDES.index(side) for side in shape)
            self.sides[str(number)] = (one, other)
            self.exits[str(number)] = tuple({one: other, other: one}.get(side, DEAD) for side in range(4))
        self.beside = tuple(
            (
                space - columns if space >= columns else OFF_MAT,
                space + 1 if (space + 1) % columns else OFF_MAT,
                space + columns if space + columns < self.size else OFF_MAT,
                space - 1 if space % columns else OFF_MAT,
            )
            for space in range(self.size)
        )
        """By space and side: the neighbour."""

    def chain(self, drawn: str, start: int) -> Chain:
        """Everything joined to the piece in a space; nothing where no piece is drawn in it."""
        sides = self.sides[drawn[start]]
        if not sides:
            return NO_CHAIN
        ahead, end = self._walk(drawn, start, sides[0])
        if end == CLOSED:
            return Chain((start, *ahead), ())
        behind, other_end = self._walk(drawn, start, sides[1])
        return Chain((*reversed(behind), start, *ahead), (other_end, end))

    def _walk(self, drawn: str, start: int, side: int) -> tuple[list[int], int]:
        """The spaces passed when leaving at a side, and the space that stopped it; CLOSED when it came back."""
        passed: list[int] = []
        space = start
        while True:
            beyond = self.beside[space][side]
            if beyond == OFF_MAT:
                return passed, OFF_MAT
            leave = self.exits[drawn[beyond]][side ^ 2]
            if leave == DEAD:
                return passed, beyond
            if beyond == start:
                return passed, CLOSED
            passed.append(beyond)
            space, side = beyond, leave

    def chains(self, drawn: str) -> list[Chain]:
        """All chains on a mat, each once."""
        seen: set[int] = set()
        found = []
        for space, piece in enumerate(drawn):
            if piece != BLANK and space not in seen:
                chain = self.chain(drawn, space)
                seen.update(chain.spaces)
                found.append(chain)
        return found


def put_piece(drawn: str, space: int, shape: int) -> str:
    """The drawing with one piece more."""
    return f"{drawn[:space]}{shape}{drawn[space + 1 :]}"
