"""Takes the light out of a picture, so that only what lies in the tray still differs from the empty one.

Exposure and white balance change each colour by a gain and an offset; a lamp that dims or a person who steps aside
changes the gain from one side of the picture to the other; what varies slowly beyond that is light too.
"""

from dataclasses import dataclass
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from tablekeeper.vision.faces.candidates import Picture

Floats = NDArray[np.float32]

SAMPLES: Final = 4000  # pixels that the light is fitted to
ROUNDS: Final = 6
SETTLED: Final = 0.002  # of a gain, and grey levels: less is no change
OFFSET_PULL: Final = 0.02  # on a floor of one level an offset looks like a gain: then it is a gain
GAIN: Final = (0.4, 2.5)  # beyond, it is another scene
DRIFT: Final = (0.7, 1.4)
BROAD: Final = 4.0  # mean deviations beyond which a difference is something that lies there
LEAST_SPREAD: Final = 1.5  # grey levels
TILES: Final = 8  # across the picture's longer side
MOST_SLOW: Final = 10.0  # grey levels that may vary slowly: more of it is something
LEAST_SEEN: Final = 0.5  # of a tile's floor must be visible before its light is measured
UNCHANGED: Final = 0.75  # grey levels below which light is left as it is


@dataclass(frozen=True)
class Light:
    """What the light does to the empty tray's levels: times a gain, plus an offset; on a coarse grid of colours."""

    gain: Floats  # rows x columns x 3
    offset: Floats

    @property
    def is_drift(self) -> bool:
        """Whether it changed no more than light does by itself: beyond, a lamp was switched, or the cloth changed."""
        gains = np.median(self.gain, (0, 1))
        return bool(DRIFT[0] <= float(gains.min()) and float(gains.max()) <= DRIFT[1])

    def take_out_at(self, seen: Picture, across: float, down: float) -> Floats:
        """What lies around one place (shares of the picture's width and height) in the light of the empty tray."""
        rows, columns = self.gain.shape[:2]
        here = min(max(int(down * rows), 0), rows - 1), min(max(int(across * columns), 0), columns - 1)
        return np.asarray((seen - self.offset[here]) / self.gain[here], np.float32)

    def take_out(self, seen: Picture) -> Picture:
        """A picture as it would be in the light of the empty tray."""
        if float(np.abs((self.gain - 1) * 255).max()) < UNCHANGED and float(np.abs(self.offset).max()) < UNCHANGED:
            return seen
        size = (seen.shape[1], seen.shape[0])
        back = cv2.resize(1 / self.gain, size, interpolation=cv2.INTER_LINEAR)
        away = cv2.resize(self.offset, size, interpolation=cv2.INTER_LINEAR)
        dimmed = cv2.subtract(seen, away, dtype=cv2.CV_32F)
        return np.asarray(cv2.multiply(dimmed, back, dtype=cv2.CV_8U), np.uint8)  # rounded, within 0..255


def fit_light(seen: Picture, floor: Picture, within: NDArray[np.uint8] | None = None) -> Light:
    """The light of a picture beside the empty tray's (both small), by the pixels of a mask; dice do not count."""
    height, width = floor.shape[:2]
    step = max(1, round(float(np.sqrt(height * width / SAMPLES))))
    here = np.s_[step // 2 :: step, step // 2 :: step]
    now, then = seen[here].astype(np.float32), floor[here].astype(np.float32)
    rows, columns = now.shape[:2]
    down, right = np.meshgrid(np.linspace(-1, 1, rows), np.linspace(-1, 1, columns), indexing="ij")
    chosen = np.ones((rows, columns), bool) if within is None else within[here] > 0
    if not chosen.any():
        chosen[:] = True
    plane, offsets, trust = _fit_planes(now, then, right.astype(np.float32), down.astype(np.float32), chosen)
    level = (now - offsets) / plane
    slow = _slow_rest(level - then, trust > 0)
    grid = cv2.resize(plane, (slow.shape[1], slow.shape[0]), interpolation=cv2.INTER_AREA)
    return Light(np.asarray(grid, np.float32), np.asarray(offsets + slow * grid, np.float32))


def _fit_planes(
    now: Floats, then: Floats, right: Floats, down: Floats, chosen: NDArray[np.bool_]
) -> tuple[Floats, Floats, Floats]:
    """Each colour's gain (a plane) and offset, and how far each sample may be floor; robust least squares."""
    here = chosen.ravel()
    seen, ground = (levels.reshape(-1, 3)[here] for levels in (now, then))
    ways = [level.ravel()[here] for level in (right, down)]
    rows = [np.stack([level, *(level * way for way in ways), np.ones_like(level)], 1) for level in ground.T]
    usual = np.zeros((3, 4), np.float32)
    usual[:, 0] = np.clip(np.median((seen + 1) / (ground + 1), 0), *GAIN)
    found = usual
    for _ in range(ROUNDS):
        off = np.maximum.reduce([np.abs(seen[:, c] - rows[c] @ found[c]) for c in range(3)])
        spread = max(LEAST_SPREAD, 1.5 * float(np.median(off)))
        trust = np.maximum(1 - (off / (BROAD * spread)) ** 2, 0) ** 2
        before, found = found, np.stack([_solve(rows[c], seen[:, c], trust, usual[c]) for c in range(3)])
        if float(np.abs(found - before).max()) < SETTLED:
            break
    trusted = np.zeros(now.shape[:2], np.float32)
    trusted[chosen] = trust
    return np.clip(_plane(found, right, down), *GAIN).astype(np.float32), found[:, 3].astype(np.float32), trusted


def _plane(found: Floats, right: Floats, down: Floats) -> Floats:
    return np.asarray(found[:, 0] + right[..., None] * found[:, 1] + down[..., None] * found[:, 2], np.float32)


def _solve(rows: Floats, now: Floats, trust: Floats, usual: Floats) -> Floats:
    """One colour's gain, its slopes and its offset, near the usual ones where the floor leaves them open."""
    weighted = rows * trust[:, None]
    left = weighted.T @ rows + np.diag([1.0, 1.0, 1.0, 1.0 + OFFSET_PULL * float(trust.sum())])
    return np.asarray(usual + np.linalg.solve(left, weighted.T @ (now - rows @ usual)), np.float32)


def _slow_rest(rest: Floats, is_floor: NDArray[np.bool_]) -> Floats:
    """What is left of the light, tile by tile: the mean of a tile's floor, if enough of it is seen."""
    rows, columns = rest.shape[:2]
    tile = max(rows, columns) / TILES
    size = (max(1, round(columns / tile)), max(1, round(rows / tile)))
    weight = is_floor.astype(np.float32)
    seen = cv2.resize(weight, size, interpolation=cv2.INTER_AREA).reshape(size[1], size[0])
    mean = cv2.resize(rest * weight[..., None], size, interpolation=cv2.INTER_AREA).reshape(size[1], size[0], 3)
    slow = np.where((seen > LEAST_SEEN)[..., None], mean / np.maximum(seen, 1e-3)[..., None], 0)
    soft = cv2.blur(slow, (3, 3), borderType=cv2.BORDER_REPLICATE).reshape(slow.shape)
    return np.clip(soft, -MOST_SLOW, MOST_SLOW).astype(np.float32)
