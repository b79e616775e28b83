"""Finds the outline of an empty tray's floor by itself: from its middle outwards to the first sharp line of a wall."""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from tablekeeper.vision.faces.candidates import Picture
from tablekeeper.vision.trays.floor.shadow import more_than_shadow

Corner = tuple[float, float]
Floats = NDArray[np.float64]
Floats32 = NDArray[np.float32]
Line = tuple[Floats, Floats]  # two points of it

LEAST_SLOPE: Final = 12.0  # grey levels a pixel: grain is less, and does not say how the tray lies
WIDE: Final = 0.28  # of the picture's side: half the width of the strip that is looked along
ACROSS: Final = 96  # samples across a strip
FLOOR: Final = 0.4  # of the way from the picture's middle to its border that surely is floor
STEP: Final = 3  # pixels on both sides of a step that are compared
NEXT: Final = 4  # pixels around a step in which it is the greatest
LEAST_STEP: Final = 3.0  # grey levels
BEYOND_GRAIN: Final = 1.8  # of the greatest steps of the floor itself
WALL_LIGHTER: Final = 1.1  # of the floor's light, from which it is a wall and no brighter part of the floor
SHARP: Final = 0.7  # share of a step within two pixels: shadows of walls end softly, as lamps have a size
SLIDES: Final = 3  # pixels from a side's middle to those of its halves: a camera may look down aslant
SIDE_STEP: Final = 8.0  # grey levels across a side where it is seen...
SIDE_SEEN: Final = 0.7  # ...and the share of its length where it must be
MIDDLES: Final = 0.5  # of a strip's width, between the middles of its halves


@dataclass(frozen=True)
class _Strip:
    """What lies from the picture's middle outwards: rows x across x colours, by the way there."""

    seen: Floats32
    start: Floats
    outwards: Floats
    along: Floats
    width: float

    def at(self, row: float, across: float = 0.0) -> Floats:
        """A place of the picture: so many rows outwards, so many widths along the side."""
        return np.asarray(self.start + self.outwards * row + self.along * (across * self.width))


def find_outline(background: Picture) -> tuple[Corner, Corner, Corner, Corner]:
    """The floor's four corners, in whole-picture pixels: far left, far right, near right, near left.

    Where no wall is seen on any side, the floor fills the picture.
    """
    turn = _find_turn(background)
    strips = [_cut_strip(background, turn + quarter * math.pi / 2) for quarter in range(4)]
    walls = [_find_wall(strip) for strip in strips]
    if all(wall is None for wall in walls):
        height, width = background.shape[:2]
        return (0, 0), (width * 2.0, 0), (width * 2.0, height * 2.0), (0, height * 2.0)
    lines = [_line_of(strip, wall) for strip, wall in zip(strips, walls, strict=True)]
    return _order([_cross(lines[side - 1], lines[side]) * 2 for side in range(4)])


def _find_turn(background: Picture) -> float:
    """How the tray is turned (radians, within a quarter turn), by all straight lines of the picture together."""
    soft = cv2.GaussianBlur(background, (0, 0), 1.0)
    along = cv2.Sobel(soft, cv2.CV_32F, 1, 0)
    across = cv2.Sobel(soft, cv2.CV_32F, 0, 1)
    square, product = along * along - across * across, 2 * along * across  # of along + i across, squared
    length = along * along + across * across
    weight = (length > LEAST_SLOPE**2) / np.maximum(length, 1.0)
    cos, sin = (weight * (square * square - product * product)).sum(), (weight * 2 * square * product).sum()
    return float(np.arctan2(sin, cos) / 4)


def _cut_strip(background: Picture, turn: float) -> _Strip:
    """A wide strip from the picture's middle to its border."""
    height, width = background.shape[:2]
    outwards = np.array([math.cos(turn), math.sin(turn)])
    along = np.array([-outwards[1], outwards[0]])
    rows = int(min(side / 2 / max(abs(way), 1e-6) for side, way in zip((width, height), outwards, strict=True)))
    half = WIDE * (height if abs(outwards[0]) > abs(outwards[1]) else width)
    steps, beside = np.arange(rows)[:, None], np.linspace(-half, half, ACROSS)[None]
    x, y = (
        (middle + steps * out + beside * side - 0.5).astype(np.float32)
        for middle, out, side in zip((width / 2, height / 2), outwards, along, strict=True)
    )
    seen = cv2.remap(background, x, y, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE).astype(np.float32)
    return _Strip(seen, np.array([width / 2, height / 2]), outwards, along, 2 * half)


def _find_wall(strip: _Strip) -> int | None:
    """The row where the wall begins: the innermost step that no shadow makes, else the greatest; None without any."""
    profile = np.median(strip.seen, 1)
    steps = _steps_of(profile)
    first = int(FLOOR * len(steps))
    floor = steps[:first]
    least = max(LEAST_STEP, BEYOND_GRAIN * float(np.percentile(floor, 98))) if len(floor) else math.inf
    rows = [
        row
        for row in range(max(first, NEXT + STEP), len(steps) - NEXT - STEP)
        if steps[row] > least and steps[row] == steps[row - NEXT : row + NEXT + 1].max()
    ]
    walls = [row for row in rows if _is_other(profile, row) or _sharpness(strip.seen, row) > SHARP]
    return walls[0] if walls else max(rows, key=lambda row: float(steps[row]), default=None)


def _steps_of(profile: Floats32) -> Floats32:
    """How far the colours before and behind each row differ."""
    sums = np.cumsum(np.vstack([np.zeros((1, 3), np.float32), profile]), 0, dtype=np.float32)
    means = (sums[STEP:] - sums[:-STEP]) / STEP  # of the rows from each one on
    steps = np.zeros(len(profile), np.float32)
    if len(means) > STEP:
        steps[STEP : len(profile) - STEP + 1] = np.abs(means[STEP:] - means[:-STEP]).max(1)
    return steps


def _is_other(profile: Floats32, row: int) -> bool:
    """Whether what lies behind a step has another colour than what lies before it, or is lighter."""
    before = np.median(profile[row - NEXT - 1 : row - 2], 0).astype(np.uint8)
    behind = profile[None, row + 2 : row + NEXT + 1].astype(np.uint8)
    floor = np.broadcast_to(before, behind.shape)
    coloured, black, _, _ = more_than_shadow(behind, np.ascontiguousarray(floor), 0.0, brighter=WALL_LIGHTER)
    return float(((coloured | black) > 0).mean()) > 0.5


def _sharpness(seen: Floats32, row: int) -> float:
    """The share of a step that lies within two pixels, in the middle of all columns."""
    around = seen[row - NEXT - 1 : row + NEXT + 2]
    whole = around[-2:].mean(0) - around[:2].mean(0)
    length = np.sqrt((whole * whole).sum(1))
    towards = whole / np.maximum(length, 1e-3)[:, None]
    greatest = np.einsum("rac,ac->ra", around[2:] - around[:-2], towards).max(0)
    return float(np.median(greatest / np.maximum(length, LEAST_STEP)))


def _line_of(strip: _Strip, wall: int | None) -> Line:
    """The line of a side, a little aslant where its two halves say so; without a wall, the picture's border."""
    if wall is None:
        return strip.at(len(strip.seen), -MIDDLES / 2), strip.at(len(strip.seen), MIDDLES / 2)
    halves = np.split(strip.seen, 2, axis=1)
    rows = [_row_near(half, wall) for half in halves]
    one, other = rows if abs(rows[0] - rows[1]) <= SLIDES else (wall, wall)
    return strip.at(one, -MIDDLES / 2), strip.at(other, MIDDLES / 2)


def _row_near(half: Floats32, wall: int) -> int:
    """Where a half of a strip has its greatest step near a wall."""
    steps = _steps_of(np.median(half, 1))
    first = max(wall - SLIDES, 0)
    return first + int(steps[first : wall + SLIDES + 1].argmax())


def _cross(one: Line, other: Line) -> Floats:
    """Where two lines meet."""
    way, across = one[1] - one[0], other[1] - other[0]
    return np.asarray(one[0] + way * float(np.linalg.solve(np.column_stack([way, -across]), other[0] - one[0])[0]))


def find_real_sides(background: Picture, outline: Sequence[Corner]) -> tuple[bool, ...]:
    """Which sides of an outline (in whole-picture pixels) lie on an edge of the picture, along most of their length."""
    corners = np.array(outline, np.float64) / 2
    return tuple(_is_edge(background, one, other) for one, other in zip(corners, np.roll(corners, -1, 0), strict=True))


def _is_edge(background: Picture, one: Floats, other: Floats) -> bool:
    way = other - one
    length = float(np.hypot(*way))
    if length < ACROSS / 4:
        return False
    out = np.array([way[1], -way[0]]) / length
    along = one + np.linspace(0.1, 0.9, ACROSS)[:, None] * way
    places = along[:, None] + out * np.arange(-SLIDES - STEP, SLIDES + STEP + 1)[None, :, None]
    height, width = background.shape[:2]
    x, y = (places[..., axis].astype(np.float32) for axis in (0, 1))
    seen = cv2.remap(background, x, y, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE).astype(np.float32)
    steps = np.stack([_steps_of(np.asarray(strip, np.float32)).max() for strip in seen])
    inside = (along >= STEP).all(1) & (along[:, 0] < width - STEP) & (along[:, 1] < height - STEP)
    return float(((steps > SIDE_STEP) & inside).mean()) >= SIDE_SEEN


def _order(corners: list[Floats]) -> tuple[Corner, Corner, Corner, Corner]:
    """Far left, far right, near right, near left."""
    centre = np.mean(corners, 0)
    angles = [math.atan2(y - centre[1], x - centre[0]) for x, y in corners]
    a, b, c, d = ((float(corners[k][0]), float(corners[k][1])) for k in np.argsort(angles))
    return a, b, c, d
