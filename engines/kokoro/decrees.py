"""The decrees that ship with the reconstructed edition (our own texts): each a pure function of a finished mat."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from tablekeeper.engines.kokoro.mat import Mat
from tablekeeper.engines.kokoro.paths import BLANK, OFF_MAT, Paths

CATERPILLAR, FLOWER = 0, 1


class Finished(NamedTuple):
    """One player's mat at the end of the game."""

    mat: Mat
    paths: Paths
    drawn: str
    guardians: tuple[int, ...]
    """The spaces of the caterpillar and the flower guardian."""
    boxes: tuple[int, ...]
    """The five numbers written for sanctuaries."""
    favours: tuple[int, ...]
    """The two numbers written for guardians."""
    peeks: int
    """Looks at sanctuary cards in the whole game."""


Score = Callable[[Finished], int]


def long_road(end: Finished) -> int:
    """A point for every three spaces of the longest path."""
    return max((len(chain.spaces) for chain in end.paths.chains(end.drawn)), default=0) // 3


def round_walk(end: Finished) -> int:
    """Three points a loop."""
    return 3 * sum(chain.closed for chain in end.paths.chains(end.drawn))


def shy_spirits(end: Finished) -> int:
    """Each look costs one."""
    return -end.peeks


def quiet_corners(end: Finished) -> int:
    """Two points for each corner without a path."""
    columns, size = end.mat.columns, len(end.drawn)
    corners = {0, columns - 1, size - columns, size - 1}
    return 2 * sum(end.drawn[corner] == BLANK for corner in corners)


def every_gate(end: Finished) -> int:
    """Five points for a path in every sanctuary."""
    gates = [space for space, letter in enumerate(end.mat.sanctuaries) if letter]
    return 5 * all(end.drawn[gate] != BLANK for gate in gates)


def five_offerings(end: Finished) -> int:
    """Five points for no zero in the boxes."""
    return 5 * all(end.boxes)


def first_stumble(end: Finished) -> int:
    """The first zero costs two: three of its five points come back."""
    return 3 * (0 in end.boxes)


def tidy_rows(end: Finished) -> int:
    """A point for each full row."""
    columns = end.mat.columns
    rows = (end.drawn[start : start + columns] for start in range(0, len(end.drawn), columns))
    return sum(BLANK not in row for row in rows)


def clearings(end: Finished) -> int:
    """Two points for each space with nothing printed and nothing drawn."""
    mat = end.mat
    return 2 * sum(
        piece == BLANK and not mat.sanctuaries[space] and not mat.features[space] and space not in end.guardians
        for space, piece in enumerate(end.drawn)
    )


def shared_road(end: Finished) -> int:
    """Two points for each sanctuary beyond the first on the path with the most."""
    letters = end.mat.sanctuaries
    most = max((sum(bool(letters[i]) for i in chain.spaces) for chain in end.paths.chains(end.drawn)), default=0)
    return 2 * max(0, most - 1)


def meeting(end: Finished) -> int:
    """Six points for one path that joins both guardians."""
    return 6 * (end.guardians[FLOWER] in end.paths.chain(end.drawn, end.guardians[CATERPILLAR]).spaces)


def kept_inside(end: Finished) -> int:
    """A point lost for each end that leaves the mat."""
    return -sum(chain.ends.count(OFF_MAT) for chain in end.paths.chains(end.drawn))


def borrowed_eyes(end: Finished) -> int:
    """Each guardian also counts every two features of the other kind."""
    others = (end.mat.flowers, end.mat.caterpillars)
    return sum(
        sum(other[space] for space in end.paths.chain(end.drawn, guardian).spaces) // 2
        for guardian, other in zip(end.guardians, others, strict=True)
    )


def close_company(end: Finished) -> int:
    """A point for each drawn space that shares a side with a guardian."""
    beside = {space for guardian in end.guardians for space in end.paths.beside[guardian] if space != OFF_MAT}
    return sum(end.drawn[space] != BLANK for space in beside)


def straight_view(end: Finished) -> int:
    """A point for each space of a guardian's path in that guardian's row or column, its own space not counted."""
    columns = end.mat.columns
    seen: set[int] = set()
    for guardian in end.guardians:
        row, column = divmod(guardian, columns)
        spaces = end.paths.chain(end.drawn, guardian).spaces
        seen.update(i for i in spaces if i != guardian and (i // columns == row or i % columns == column))
    return len(seen)


def balance(end: Finished) -> int:
    """The smaller guardian box once more, at most five."""
    return min(5, *end.favours)


CODED: dict[str, Score] = {
    score.__name__: score
    for score in (
        long_road, round_walk, shy_spirits, quiet_corners, every_gate, five_offerings, first_stumble, tidy_rows,
        clearings, shared_road, meeting, kept_inside, borrowed_eyes, close_company, straight_view, balance,
    )
}  # fmt: skip
BY_BOXES = frozenset({"shy_spirits", "five_offerings", "first_stumble", "balance"})
"""Those that can be scored without looking at the mat."""
