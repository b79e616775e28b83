"""Finds the floor of a tray of any convex shape: the closed line of steps around the places where dice came to rest.

The picture is unrolled around those places, direction by direction. A wall is a step in colour that goes on from each
direction to the next; of several such lines the innermost counts. Where too little of a line is seen, there is no wall.
"""

from collections.abc import Sequence
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from tablekeeper.vision.faces.candidates import Picture
from tablekeeper.vision.picture import Numbers
from tablekeeper.vision.trays.floor.outline import Corner

Floats = NDArray[np.float32]

LONG_SIDE_PX: Final = 240  # at which the floor is looked at
DIRECTIONS: Final = 120
STEP: Final = 3  # pixels on both sides of a step that are compared
LEAST_STEP: Final = 6.0  # grey levels
GRAIN: Final = 95.0  # percentile of the floor's own steps...
BEYOND_GRAIN: Final = 1.3  # ...beyond which it is a wall's: prints have steps, but no line of them goes on
MOST_STEP: Final = 2.0  # of the least step: a higher one says no more
STEEPEST: Final = 2.5  # of a wall against the line of sight: how much farther it is from one direction to the next
BEND: Final = 0.015  # of a whole step, that a pixel nearer or farther costs...
FARTHER: Final = 0.15  # ...and that the whole way to the border costs: of equal lines the inner one counts
SEEN: Final = 0.8  # of the directions, in which a wall must be seen or the picture ends
AT_WALL: Final = 0.5  # of them, in which it must be a wall
CONVEX: Final = 0.9  # of the area of a line's hull, that the line itself must enclose
CORNER: Final = 0.012  # of a line's length, by which a corner must stand out
SMOOTH: Final = 3  # directions whose median counts
NEARLY_SEEN: Final = 250  # of 255: unrolling rounds


def find_floor(background: Picture, resting: Sequence[Corner], known: NDArray[np.uint8]) -> tuple[Corner, ...]:
    """The corners of the floor around an area where dice rested, in whole-picture pixels; none where no wall is seen.

    The background is of half the picture's size; `known` is where it was seen.
    """
    if len(resting) < 3:
        return ()
    smaller = min(1.0, LONG_SIDE_PX / max(background.shape[:2]))
    background, known = (
        np.asarray(cv2.resize(part, None, fx=smaller, fy=smaller, interpolation=cv2.INTER_AREA), np.uint8)
        for part in (background, known)
    )
    rested = np.array(resting, np.float32) * (smaller / 2)
    middle = rested.mean(0)
    ways = np.arange(DIRECTIONS) * (2 * np.pi / DIRECTIONS)
    within = _border(background.shape, middle, ways)
    steps = _unroll(background, middle, int(within.max()) + 1) * _is_seen(known, middle, int(within.max()) + 1)
    nearest = _reach(rested, middle, ways)
    least = _least_step(steps, nearest)
    line = _follow(np.minimum(steps / least, MOST_STEP), nearest, within)
    at_border = line >= within - STEP - 1
    seen = steps[np.arange(DIRECTIONS), np.minimum(line, steps.shape[1] - 1)] >= least
    if (seen | at_border).mean() < SEEN or (seen & ~at_border).mean() < AT_WALL:
        return ()
    found = _corners(middle, ways, _smooth(line.astype(np.float32)), background.shape)
    return tuple((round(float(x), 1), round(float(y), 1)) for x, y in found * (2 / smaller))


def _border(shape: tuple[int, ...], middle: Floats, ways: Numbers) -> Floats:
    """How far the picture reaches in each direction."""
    height, width = shape[:2]
    cos, sin = np.cos(ways), np.sin(ways)
    across = np.where(cos > 0, width - 1 - middle[0], middle[0]) / np.maximum(np.abs(cos), 1e-6)
    down = np.where(sin > 0, height - 1 - middle[1], middle[1]) / np.maximum(np.abs(sin), 1e-6)
    return np.asarray(np.minimum(across, down), np.float32)


def _unroll(background: Picture, middle: Floats, far: int) -> Floats:
    """How much the colour steps at each distance in each direction: directions x distances."""
    soft = cv2.GaussianBlur(background, (0, 0), 1.0)
    at = (float(middle[0]), float(middle[1]))
    seen = cv2.warpPolar(soft, (far, DIRECTIONS), at, far, cv2.WARP_POLAR_LINEAR).astype(np.float32)
    sums = np.cumsum(np.pad(seen, ((0, 0), (1, 0), (0, 0))), 1)
    means = (sums[:, STEP:] - sums[:, :-STEP]) / STEP  # of the distances from each one on
    steps = np.zeros(seen.shape[:2], np.float32)
    steps[:, STEP : far - STEP + 1] = np.abs(means[:, STEP:] - means[:, :-STEP]).max(2)
    return steps


def _is_seen(known: NDArray[np.uint8], middle: Floats, far: int) -> NDArray[np.bool_]:
    """Where a step in colour is one of the floor, and not the border of what was seen of it."""
    at = (float(middle[0]), float(middle[1]))
    seen = cv2.warpPolar(known, (far, DIRECTIONS), at, far, cv2.WARP_POLAR_LINEAR)
    return np.asarray(cv2.erode(seen, np.ones((1, 2 * STEP + 3), np.uint8)) > NEARLY_SEEN)


def _reach(rested: Floats, middle: Floats, ways: Numbers) -> Floats:
    """How far the resting places reach in each direction: the floor reaches at least so far."""
    rays = np.stack([np.cos(ways), np.sin(ways)], 1)
    ahead = np.roll(rested, -1, 0) - rested
    outwards = np.stack([ahead[:, 1], -ahead[:, 0]], 1)
    away = ((rested - middle) * outwards).sum(1)
    outwards, away = outwards * np.sign(away)[:, None], np.abs(away)
    facing = rays @ outwards.T
    return np.asarray(np.where(facing > 1e-6, away / np.maximum(facing, 1e-6), np.inf).min(1), np.float32)


def _least_step(steps: Floats, nearest: Floats) -> float:
    """A step that the floor itself has not."""
    floor = steps[np.arange(steps.shape[1])[None] < nearest[:, None]]
    grain = float(np.percentile(floor, GRAIN)) if len(floor) else 0.0
    return max(LEAST_STEP, BEYOND_GRAIN * grain)


def _follow(gain: Floats, nearest: Floats, within: Floats) -> NDArray[np.intp]:
    """The closed line of the greatest gain: a distance for each direction."""
    far = gain.shape[1]
    distance = np.arange(far)
    cost = MOST_STEP - gain + FARTHER * distance / far
    ends = distance[None] >= within[:, None] - STEP
    cost = np.where(ends, MOST_STEP - 0.5 + FARTHER, cost)  # the picture's end is as good as a faint wall
    cost = np.where((distance[None] < nearest[:, None]) | (distance[None] > within[:, None]), 1e3, cost)
    most = max(2, round(far * 2 * np.pi / DIRECTIONS * STEEPEST))
    total = cost[0]
    came: list[NDArray[np.intp]] = []
    for turn in range(1, 2 * DIRECTIONS):  # twice around, so that the end fits the beginning
        shifts = [np.pad(total, (most, most), constant_values=1e6)[k : k + far] for k in range(2 * most + 1)]
        moved = np.stack(shifts) + BEND * np.abs(np.arange(-most, most + 1))[:, None]
        best = moved.argmin(0)
        came.append(best - most)
        total = moved[best, distance] + cost[turn % DIRECTIONS]
    line = np.zeros(2 * DIRECTIONS, np.intp)
    line[-1] = int(total.argmin())
    for turn in range(2 * DIRECTIONS - 1, 0, -1):
        line[turn - 1] = line[turn] + came[turn - 1][line[turn]]
    half = DIRECTIONS // 2
    return np.roll(line[half : half + DIRECTIONS], half)


def _smooth(line: Floats) -> Floats:
    """Each distance as most of its neighbours have it."""
    around = np.stack([np.roll(line, k) for k in range(-(SMOOTH // 2), SMOOTH // 2 + 1)])
    return np.asarray(np.median(around, 0), np.float32)


def _corners(middle: Floats, ways: Numbers, line: Floats, shape: tuple[int, ...]) -> Floats:
    """The corners of a line, if it is that of a tray."""
    points = (middle + np.stack([np.cos(ways), np.sin(ways)], 1) * line[:, None]).astype(np.float32)
    hull = cv2.convexHull(points)
    if cv2.contourArea(points) < CONVEX * cv2.contourArea(hull):
        return np.zeros((0, 2), np.float32)
    found = cv2.approxPolyDP(hull, CORNER * cv2.arcLength(hull, True), True).reshape(-1, 2)
    return np.asarray(np.clip(found, 0, (shape[1], shape[0])), np.float32)
