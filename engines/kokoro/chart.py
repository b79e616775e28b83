"""A mat drawn as text, with what is printed on it and the paths drawn so far."""

from __future__ import annotations

from tablekeeper.engines.kokoro.mat import Mat
from tablekeeper.engines.kokoro.paths import BLANK, SIDES

MARKS = ("GC", "GF")


def chart_mat(mat: Mat, drawn: str = "", shapes: tuple[str, ...] = (), guardians: tuple[int, ...] = ()) -> str:
    """The mat as lines of text: `C2` two caterpillars, `F1` a flower, `S:A` a sanctuary, `GC` and `GF` guardians."""
    drawn = drawn or BLANK * (mat.columns * mat.rows)
    marks = dict(zip(guardians or mat.guardians, MARKS, strict=False))
    fence = "+" + "-------+" * mat.columns
    lines = ["    " + "".join(f"{column:^8}" for column in range(1, mat.columns + 1)).rstrip(), "   " + fence]
    for row in range(mat.rows):
        spaces = range(row * mat.columns, (row + 1) * mat.columns)
        boxes = [_box(mat, space, _sides(drawn[space], shapes), marks.get(space, "")) for space in spaces]
        for height in range(3):
            label = f"{row + 1:>2} " if height == 1 else "   "
            lines.append(label + "|" + "".join(box[height] + "|" for box in boxes))
        lines.append("   " + fence)
    return "\n".join(lines)


def _sides(piece: str, shapes: tuple[str, ...]) -> str:
    return "" if piece == BLANK else shapes[int(piece) - 1]


def _box(mat: Mat, space: int, sides: str, mark: str) -> tuple[str, str, str]:
    north, east, south, west = (side in sides for side in SIDES)
    spot = f"#{mat.spots.index(space) + 1}" if space in mat.spots else ""
    return (
        f"{spot:<3}{'|' if north else ' '}   ",
        f"{'--' if west else '  '}{_label(mat, space) or ('+' if sides else ''):^3}{'--' if east else '  '}",
        f"{mark:<3}{'|' if south else ' '}   ",
    )


def _label(mat: Mat, space: int) -> str:
    if mat.sanctuaries[space]:
        return f"S:{mat.sanctuaries[space]}"
    caterpillars, flowers = mat.caterpillars[space], mat.flowers[space]
    if caterpillars and flowers:
        return f"{caterpillars}&{flowers}"
    return f"C{caterpillars}" if caterpillars else f"F{flowers}" if flowers else ""
