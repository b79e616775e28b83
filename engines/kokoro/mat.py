"""A play mat as data: a grid with features, sanctuaries, guardians or numbered spots; every fault of one is named."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

LETTERS = ("A", "B", "C", "D", "E", "F")
SPOTS = 10
MOST_FEATURES = 3
"""Some spaces bear two or three features [teaching sheet]; more than three is taken for a slip of the pen."""
CELL = re.compile(r"\.|S:(?P<letter>[A-Z])|(?:C(?P<caterpillars>\d))?(?:F(?P<flowers>\d))?")
GUARDIANS = ("caterpillar_guardian", "flower_guardian")


class Mat(NamedTuple):
    """One side of the play mat. Spaces are numbered in reading order from 0."""

    columns: int
    rows: int
    caterpillars: tuple[int, ...]
    """By space."""
    flowers: tuple[int, ...]
    sanctuaries: tuple[str, ...]
    """By space: the letter, or empty."""
    guardians: tuple[int, ...]
    """The spaces of the caterpillar and the flower guardian, printed on the blue side; none on the pink side."""
    spots: tuple[int, ...]
    """The spaces numbered 1 to 10 on the pink side; none on the blue side."""

    @property
    def features(self) -> tuple[int, ...]:
        """Caterpillars and flowers together, by space."""
        return tuple(map(sum, zip(self.caterpillars, self.flowers, strict=True)))

    def place(self, space: int) -> str:
        """A space in words, for people."""
        return name_place(space // self.columns, space % self.columns)


class Survey(NamedTuple):
    """A mat as far as its data could be understood, with every fault found."""

    mat: Mat
    faults: tuple[str, ...]


def name_place(row: int, column: int) -> str:
    """A space in words; people count from 1."""
    return f"row {row + 1}, column {column + 1}"


def survey_mat(values: Mapping[str, Any], side: str, spaces: int) -> Survey:
    """A side of the mat from its values in an edition; `spaces` is how many the path deck can fill."""
    rows = values.get("rows")
    if not isinstance(rows, list) or not rows or not all(isinstance(row, str) and row.split() for row in rows):
        empty = Mat(0, 0, (), (), (), (), ())
        return Survey(empty, (f"mat.{side}.rows is {rows!r}; expected a list of rows such as 'C1 F2 S:A . C1F1'",))
    cells = [row.split() for row in rows]
    faults = _check_shape(cells, spaces)
    columns = max(map(len, cells))
    read = [_read_cell(cell, name_place(r, c), faults) for r, row in enumerate(cells) for c, cell in _pad(row, columns)]
    caterpillars, flowers, letters = zip(*read, strict=True)
    _check_letters(letters, columns, faults)
    grid = Mat(columns, len(cells), caterpillars, flowers, letters, (), ())
    if side == "blue":
        marks = _read_guardians(values, grid, faults)
        mat = grid._replace(guardians=marks)
    else:
        marks = _read_spots(values, grid, faults)
        mat = grid._replace(spots=marks)
    known = {"rows", *(GUARDIANS if side == "blue" else ("spots",))}
    faults.extend(f"{name} does not belong on the {side} side" for name in sorted(values.keys() - known))
    return Survey(mat, tuple(faults))


def _pad(row: Sequence[str], columns: int) -> enumerate[str]:
    return enumerate([*row, *["."] * (columns - len(row))])


def _check_shape(cells: Sequence[Sequence[str]], spaces: int) -> list[str]:
    faults = []
    columns = max(map(len, cells))
    for number, row in enumerate(cells, 1):
        if len(row) != columns:
            faults.append(f"row {number} has {len(row)} spaces; expected {columns} as in the longest row")
    if len(cells) * columns < spaces:
        faults.append(
            f"the grid has {len(cells) * columns} spaces; expected {spaces} or more: five rounds call up to that many"
        )
    return faults


def _read_cell(cell: str, place: str, faults: list[str]) -> tuple[int, int, str]:
    found = CELL.fullmatch(cell)
    if not found or not cell:
        faults.append(f"{place} is {cell!r}; expected '.', a sanctuary 'S:A', or features such as 'C2', 'F1', 'C1F1'")
        return 0, 0, ""
    caterpillars, flowers = int(found["caterpillars"] or 0), int(found["flowers"] or 0)
    if caterpillars + flowers > MOST_FEATURES:
        faults.append(f"{place} bears {caterpillars + flowers} features; expected {MOST_FEATURES} at most")
    return caterpillars, flowers, found["letter"] or ""


def _check_letters(letters: Sequence[str], columns: int, faults: list[str]) -> None:
    counts = Counter(filter(None, letters))
    for letter in sorted(counts.keys() | set(LETTERS)):
        places = "; ".join(name_place(*divmod(i, columns)) for i, found in enumerate(letters) if found == letter)
        if letter not in LETTERS:
            faults.append(f"sanctuary {letter} stands at {places}; expected only the letters {', '.join(LETTERS)}")
        elif counts[letter] != 1:
            faults.append(f"sanctuary {letter} stands {counts[letter]} times ({places or 'nowhere'}); expected once")


def _read_guardians(values: Mapping[str, Any], mat: Mat, faults: list[str]) -> tuple[int, ...]:
    spaces = tuple(_read_place(values.get(name), name.replace("_", " "), mat, faults) for name in GUARDIANS)
    if spaces[0] == spaces[1] >= 0:
        faults.append(f"both guardians stand at {mat.place(spaces[0])}; expected two different spaces")
    return spaces


def _read_spots(values: Mapping[str, Any], mat: Mat, faults: list[str]) -> tuple[int, ...]:
    places = values.get("spots")
    if not isinstance(places, list) or len(places) != SPOTS:
        faults.append(f"spots holds {places!r}; expected {SPOTS} places [row, column], for the ten faces of the die")
        return ()
    spots = tuple(_read_place(place, f"spot {number}", mat, faults) for number, place in enumerate(places, 1))
    for number, spot in enumerate(spots, 1):
        first = spots.index(spot) + 1
        if first < number and spot >= 0:
            faults.append(f"spots {first} and {number} both lie at {mat.place(spot)}; expected ten different spaces")
    return spots


def _read_place(place: object, what: str, mat: Mat, faults: list[str]) -> int:
    if not isinstance(place, list) or [type(part) for part in place] != [int, int]:
        faults.append(f"the place of the {what} is {place!r}; expected [row, column]")
        return -1
    row, column = place[0] - 1, place[1] - 1
    if not (0 <= row < mat.rows and 0 <= column < mat.columns):
        faults.append(
            f"the {what} lies off the grid at {name_place(row, column)}; "
            f"expected a row from 1 to {mat.rows} and a column from 1 to {mat.columns}"
        )
        return -1
    space: int = row * mat.columns + column
    if mat.sanctuaries[space]:
        faults.append(f"the {what} lies on sanctuary {mat.sanctuaries[space]}; expected a space without one")
    return space
