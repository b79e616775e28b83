"""Where a die that lies flat must be seen: the outline of its upper face and of the foot below it."""

from dataclasses import dataclass
from functools import lru_cache

import cv2
import numpy as np
from numpy.typing import NDArray

from tablekeeper.vision.faces.candidates import Picture, cut, straighten
from tablekeeper.vision.faces.pips import LEVELS, Count, count_pips
from tablekeeper.vision.trays.calibration import Calibration

Floats = NDArray[np.float32]

# edges: so far below its pips lies a face's outermost rim, and so far above the floor the visible end of a side
ROLLED = 0.1
UPRIGHT = (0.0, 0.0)  # the stretch of a face seen from straight above
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
        stance = calibration.stance
        edge, stretch = stance.edge_at(count.x, count.y), stance.stretch_at(count.x, count.y)
        turn = find_turn(picture, count.x, count.y, edge, stretch) if count.value == 1 else count.turn
        return cls(count, turn, confidence, outline_of_flat(calibration, count.x, count.y, turn))


def outline_of_flat(calibration: Calibration, x: float, y: float, turn: float) -> Floats:
    """The outline of a flat die whose upper face has its middle at (x, y), in the picture's pixels."""
    both = calibration.stance.corners_at(x, y, turn, (ROLLED, 1 - ROLLED))
    return np.asarray(cv2.convexHull(both.astype(np.float32)).reshape(-1, 2), np.float32)


def foot_of(calibration: Calibration, x: float, y: float) -> tuple[float, float]:
    """The middle of the foot of a flat die: nearer to the point below the camera than its upper face."""
    ((foot_x, foot_y),) = calibration.stance.lower(np.array([[x, y]]), 1.0).tolist()
    return foot_x, foot_y


def count_as_flat(
    picture: Picture, x: float, y: float, calibration: Calibration, levels: tuple[float, ...] = LEVELS
) -> Count | None:
    """The pips of a face at a place, at the size and in the slant that a flat die has there."""
    stance = calibration.stance
    return count_pips(picture, x, y, stance.edge_at(x, y), stance.stretch_at(x, y), levels)


def axes_of(turn: float) -> Floats:
    """The two axes of a face as columns."""
    return np.array([[np.cos(turn), -np.sin(turn)], [np.sin(turn), np.cos(turn)]], np.float32)


def find_turn(picture: Picture, x: float, y: float, edge: float, stretch: tuple[float, float] = UPRIGHT) -> float:
    """How a die is turned (radians, within a quarter turn), by the straight lines around its middle."""
    crop = cv2.GaussianBlur(
        cut(picture, x, y, TURN_SPAN * edge, size=TURN_CROP_PX, shape=straighten(stretch)), (0, 0), 1
    )
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
