"""A second, independent way of counting: flood over half edges on a plane, knowing nothing of the engine's paths.

`python -m tests.engines.kokoro.second_count 100000` compares both ways on so many random mats.
"""

from __future__ import annotations

import random
import sys
from collections import defaultdict

from tablekeeper.engines.kokoro.mat import LETTERS, Mat
from tablekeeper.engines.kokoro.paths import Paths
from tests.engines.tables import edition

MIDDLES = {"N": (0, -1), "E": (1, 0), "S": (0, 1), "W": (-1, 0)}
"""From the middle of a space to the middle of a side, in half spaces."""


def flood(mat: Mat, shapes: tuple[str, ...], drawn: str, start: int) -> set[int]:
    """The spaces whose piece is reached from a space, over the middles of sides that pieces touch."""
    touching: dict[tuple[int, int], list[int]] = defaultdict(list)
    touched: dict[int, list[tuple[int, int]]] = {}
    for space, piece in enumerate(drawn):
        if piece == "0":
            continue
        y, x = divmod(space, mat.columns)
        points = [(2 * x + MIDDLES[s][0], 2 * y + MIDDLES[s][1]) for s in shapes[int(piece) - 1]]
        touched[space] = points
        for point in points:
            touching[point].append(space)
    if start not in touched:
        return set()
    reached, border = {start}, [start]
    while border:
        for point in touched[border.pop()]:
            fresh = [space for space in touching[point] if space not in reached]
            reached.update(fresh)
            border.extend(fresh)
    return reached


def random_mat(luck: random.Random) -> Mat:
    """A grid of any size with features, six sanctuaries and two guardians thrown on it."""
    columns, rows = luck.randint(2, 8), luck.randint(4, 8)
    size = columns * rows
    places = luck.sample(range(size), 8)
    letters = ["" for _ in range(size)]
    for letter, place in zip(LETTERS, places, strict=False):
        letters[place] = letter
    some = [[luck.choice((0, 0, 1, 2)) if not letter else 0 for letter in letters] for _ in range(2)]
    return Mat(columns, rows, tuple(some[0]), tuple(some[1]), tuple(letters), tuple(places[6:]), ())


def random_drawing(luck: random.Random, size: int) -> str:
    """A drawing between empty and full, now and then with many loops."""
    pieces = luck.choice(("0123456", "123456", "1234", "00001234", "3421"))
    return "".join(luck.choice(pieces) for _ in range(size))


def compare(mats: int, seed: int = 4) -> int:
    """How many counts were compared; a difference is an AssertionError that shows the mat."""
    luck = random.Random(seed)
    shapes = edition("kokoro").shapes
    compared = 0
    for number in range(mats):
        mat = random_mat(luck)
        drawn = random_drawing(luck, mat.columns * mat.rows)
        paths = Paths(mat.columns, mat.rows, shapes)
        starts = [space for space, letter in enumerate(mat.sanctuaries) if letter] + list(mat.guardians)
        for start in starts:
            walked = paths.chain(drawn, start).spaces
            flooded = flood(mat, shapes, drawn, start)
            assert len(walked) == len(set(walked)), (number, mat, drawn, start)
            assert set(walked) == flooded, (number, mat, drawn, start)
            for values in (mat.features, mat.caterpillars, mat.flowers):
                assert sum(values[i] for i in walked) == sum(values[i] for i in flooded)
                compared += 1
    return compared


if __name__ == "__main__":
    wanted = int(sys.argv[1]) if len(sys.argv) > 1 else 100_000
    print(f"{compare(wanted)} counts on {wanted} random mats, walked and flooded alike")
