"""A mat as the ends of its paths, so that one more piece is drawn in the same short time however long the paths are.

An entrance is a space with the side at which a path comes in, numbered 4 * space + side. Each entrance of an empty
space knows the path that ends there, if one does, and the entrance to which that path leads at its other end. Where no
path ends, a piece drawn in the space would lead on into the neighbour: that is its other end. Entrances of filled
spaces, and the edge of the mat, are shut.
"""

from __future__ import annotations

from collections.abc import Sequence

from tablekeeper.engines.kokoro.mat import LETTERS, Mat
from tablekeeper.engines.kokoro.paths import BLANK, OFF_MAT, SIDES, Paths

SHUT, PLAIN, ADORNED, WANTED = range(4)
"""How promising it is to go on into a space: it is filled, it bears nothing, features, or a place that scores."""
FAR_END = 4
"""What counts on a path is one number; its lowest bits are left for how both its ends go on: FAR_END * one + other."""
CATERPILLAR, FLOWER = 1 << 4, 1 << 12
LATER, NOW, NEXT = 1 << 20, 1 << 23, 1 << 24
"""A sanctuary that may still come, that of this round, and one that is known to be the next."""
GUARDIANS = (1 << 25, 1 << 26)
FIRST_GUARDIAN = len(LETTERS)
"""Sanctuaries are places 0 to 5, guardians 6 and 7."""

Way = Sequence[tuple[int, int, int, int]]
"""A piece in every space where it may be drawn: the two entrances that it joins, and the two that it shuts."""


def features_of(content: int) -> int:
    """Caterpillars and flowers together."""
    return (content >> 4 & 255) + (content >> 12 & 255)


def ways_of(shapes: Sequence[str], size: int) -> list[Way]:
    """By path, numbered from 0."""
    return [_way([SIDES.index(side) for side in shape], size) for shape in shapes]


def _way(joined: Sequence[int], size: int) -> Way:
    one, other = joined
    left, right = (side for side in range(4) if side not in joined)
    return [(at + one, at + other, at + left, at + right) for at in range(0, 4 * size, 4)]


class Ends:
    """One mat while it is being filled."""

    __slots__ = (
        "blanks",
        "content",
        "far",
        "going",
        "held",
        "joined",
        "open",
        "places",
        "places_of",
        "printed",
        "reach",
    )

    def __init__(self, mat: Mat, paths: Paths, guardians: Sequence[int]) -> None:
        size = paths.size
        self.blanks = list(range(size))
        self.printed = [c * CATERPILLAR + f * FLOWER for c, f in zip(mat.caterpillars, mat.flowers, strict=True)]
        """What counts in each space by itself."""
        self.places = [mat.sanctuaries.index(letter) for letter in LETTERS] + list(guardians)
        """The spaces of the places that score."""
        self.places_of: list[tuple[int, ...]] = [
            tuple(place for place, at in enumerate(self.places) if at == space) for space in range(size)
        ]
        self.content = [0] * (4 * size + 1)
        """By entrance: what counts on the path that ends there."""
        self.held: list[tuple[int, ...]] = [()] * (4 * size + 1)
        """By entrance: the places on that path."""
        self.far = [4 * beside + (side ^ 2) if beside != OFF_MAT else 4 * size
                    for neighbours in paths.beside for side, beside in enumerate(neighbours)] + [4 * size]  # fmt: skip
        """By entrance: where the other end leads."""
        self.going = [ADORNED if content else PLAIN for content in self.printed for _ in range(4)] + [SHUT]
        """By entrance: how promising it is to go on there."""
        self.open: set[int] = set()
        """The entrances of empty spaces at which a path ends."""
        self.joined = [0] * len(self.places)
        """By place: what counts on the path through it; 0 where none is drawn."""
        self.reach: list[tuple[int, ...]] = [()] * len(self.places)
        """By place: where both ends of that path lead; nowhere while none is drawn."""

    def copy(self) -> Ends:
        """The same mat, to try something."""
        other: Ends = Ends.__new__(Ends)
        other.places, other.places_of = self.places, self.places_of
        other.blanks, other.printed, other.open = self.blanks[:], self.printed[:], self.open.copy()
        other.content, other.held, other.far, other.going = self.content[:], self.held[:], self.far[:], self.going[:]
        other.joined, other.reach = self.joined[:], self.reach[:]
        return other

    def put(self, space: int, way: Way) -> None:
        """Draw a piece in an empty space."""
        at = 4 * space
        one, other, _, _ = way[space]
        far, going = self.far, self.going
        here, there = far[one], far[other]
        content = self.content[one] + self.printed[space]
        held = self.held[one] + self.places_of[space]
        if here != other:
            content += self.content[other]
            held += self.held[other]
        far[here], far[there] = there, here
        self.content[here] = self.content[there] = content
        self.held[here] = self.held[there] = held
        for place in held:
            self.joined[place] = content
            self.reach[place] = (here, there)
        going[at] = going[at + 1] = going[at + 2] = going[at + 3] = SHUT
        self.blanks.remove(space)
        self._open(at, here, there)

    def _open(self, at: int, here: int, there: int) -> None:
        ends, going = self.open, self.going
        ends.discard(at)
        ends.discard(at + 1)
        ends.discard(at + 2)
        ends.discard(at + 3)
        if going[here]:
            ends.add(here)
        if going[there]:
            ends.add(there)

    def fill(self, drawn: str, ways: Sequence[Way]) -> None:
        """Draw all that lies on a mat."""
        for space, piece in enumerate(drawn):
            if piece != BLANK:
                self.put(space, ways[int(piece) - 1])

    def mark(self, place: int, change: int, going: int = WANTED) -> None:
        """A place begins or ceases to count for something, wherever it lies."""
        space = self.places[place]
        self.printed[space] += change
        if self.reach[place]:
            here, there = self.reach[place]
            self.joined[place] += change
            self.content[here] += change
            if there != here:
                self.content[there] += change
        else:
            self.going[4 * space : 4 * space + 4] = [going] * 4
