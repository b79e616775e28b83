"""What the sliding box can say about itself. Cells are numbered 1 to 9 in reading order."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Fact:
    """Something that was felt, with its moment."""

    at_s: float


@dataclass(frozen=True)
class Rests(Fact):
    """One stable hole, and it is where it was. `disturbed` are cells that changed meanwhile and came back.

    A cocoon that was pushed halfway and back, or lifted and put back, or slid there and back past a sensor that did not
    feel it, all look the same; the cocoons lie as before in each case.
    """

    hole: int
    disturbed: tuple[int, ...] = ()


@dataclass(frozen=True)
class Slid(Fact):
    """A cocoon slid from one cell into the hole beside it. The hole is now where it came from."""

    start: int
    end: int


@dataclass(frozen=True)
class Moving(Fact):
    """Something moves at these cells; wait."""

    cells: tuple[int, ...]


@dataclass(frozen=True)
class Lifted(Fact):
    """Too much is empty: cocoons were taken out of these cells, or their sensors are dead."""

    cells: tuple[int, ...]


@dataclass(frozen=True)
class TwoHoles(Fact):
    """Two neighbouring cells stay empty: a cocoon rests halfway or was taken out."""

    cells: tuple[int, int]


@dataclass(frozen=True)
class NoHole(Fact):
    """All nine cells feel a magnet, which eight cocoons cannot do."""


@dataclass(frozen=True)
class Contradicts(Fact):
    """A sensor says what cannot be."""

    cell: int
    why: str


@dataclass(frozen=True)
class Unknown(Fact):
    """The hole is certain again, but not what happened on the way: ask."""

    hole: int
    was: int
    why: str


@dataclass(frozen=True)
class Differs(Fact):
    """After switching on, the hole is not where it was last known."""

    hole: int
    was: int
