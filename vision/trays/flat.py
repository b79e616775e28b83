"""Where a die that lies flat must be seen: the outline of its upper face and of the foot below it."""

import math
from dataclasses import dataclass
from functools import lru_cache

import cv2
import numpy as np
from numpy.typing import NDArray

from tablekeeper.vision.faces.candidates import Picture, cut
from tablekeeper.vision.faces.pips import Count
from tablekeeper.vision.trays.calibration import Calibration

Floats = NDArray[np.float32]

# edges: so far below its pips lies a face's outermost rim, and so far above the floor the visible end of a side
ROLLED = 0.1
TURN_CROP_PX, TURN_SPAN = 64, 1.7
RIM = (0.3, 0.8)  # how far from the middle, in edges, a die's straight lines are looked for
STEEPEST = 200.0  # grey levels of slope from which a line counts no more


@dataclass(frozen=True)
class Flat:
    """A face that was read, and the outline that its die has if it lies flat."""

    count: Count
    turn: float
    confidence: float
    outline: Floats
    doubt: str | None = None

    @classmethod
    def of(cls, picture: Picture, count: Count, confidence: float, calibration: Calibration) -> "Flat":
        """The die under a counted face."""
        edge = calibration.edge_px or 0.0
        turn = find_turn(picture, count.x, count.y, edge) if count.value == 1 else count.turn
        return cls(count, turn, confidence, outline_of_flat(calibration, count.x, count.y, turn))


def outline_of_flat(calibration: Calibration, x: float, y: float, turn: float) -> Floats:
    """The outline of a flat die whose upper face has its middle at (x, y), in the picture's pixels."""
    edge, (below_x, below_y) = calibration.edge_px or 0.0, calibration.below
    share = calibration.rise / (1 + calibration.rise)
    cos, sin = math.cos(turn) / 2, math.sin(turn) / 2
    both = []
    for low in (ROLLED, 1 - ROLLED):
        size, lower = edge * (1 - share * low), share * low
        middle_x, middle_y = x - (x - below_x) * lower, y - (y - below_y) * lower
        for right, down in ((cos - sin, sin + cos), (cos + sin, sin - cos)):
            both.append((middle_x + right * size, middle_y + down * size))
            both.append((middle_x - right * size, middle_y - down * size))
    return np.asarray(cv2.convexHull(np.array(both, np.float32)).reshape(-1, 2), np.float32)


def foot_of(calibration: Calibration, x: float, y: float) -> tuple[float, float]:
    """The middle of the foot of a flat die: nearer to the point below the camera than its upper face."""
    (below_x, below_y), share = calibration.below, 1 + calibration.rise
    return below_x + (x - below_x) / share, below_y + (y - below_y) / share


def axes_of(turn: float) -> Floats:
    """The two axes of a face as columns."""
    return np.array([[np.cos(turn), -np.sin(turn)], [np.sin(turn), np.cos(turn)]], np.float32)


def find_turn(picture: Picture, x: float, y: float, edge: float) -> float:
    """How a die is turned (radians, within a quarter turn), by the straight lines around its middle."""
    crop = cv2.GaussianBlur(cut(picture, x, y, TURN_SPAN * edge, size=TURN_CROP_PX), (0, 0), 1)
    along = cv2.Sobel(crop, cv2.CV_32F, 1, 0).reshape(-1, 3).take(_rim(), 0)
    across = cv2.Sobel(crop, cv2.CV_32F, 0, 1).reshape(-1, 3).take(_rim(), 0)
    square, product = along * along - across * across, 2 * along * across  # of along + i across, squared
    length = np.maximum(along * along + across * across, 1.0)
    weight = np.minimum(length, STEEPEST**2) / length**2
    cos, sin = (weight * (square * square - product * product)).sum(), (weight * 2 * square * product).sum()
    return float(np.arctan2(sin, cos) / 4)


@lru_cache(maxsize=1)
def _rim() -> NDArray[np.intp]:
    """The pixels of a crop where a die's straight lines are looked for."""
    ticks = (np.arange(TURN_CROP_PX) + 0.5) / TURN_CROP_PX * TURN_SPAN - TURN_SPAN / 2
    away = np.hypot(*np.meshgrid(ticks, ticks))
    return np.flatnonzero((away > RIM[0]) & (away < RIM[1]))
