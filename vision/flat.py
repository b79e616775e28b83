"""Where a die that lies flat must be seen: the outline of its upper face and of the foot below it."""

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.calibration import Calibration
from vision.candidates import Picture, cut
from vision.pips import Count

Floats = NDArray[np.float32]

SQUARE = np.array([[-0.5, -0.5], [0.5, -0.5], [0.5, 0.5], [-0.5, 0.5]], np.float32)
ROLLED = (
    0.1  # edges: so far below its pips lies a face's outermost rim, and so far above the floor a side's visible end
)
TURN_CROP_PX, TURN_SPAN = 64, 1.7
RIM = (0.3, 0.8)  # how far from the middle, in edges, a die's straight lines are looked for


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
    edge = calibration.edge_px or 0.0
    corners = SQUARE @ axes_of(turn).T
    away = np.array([x, y]) - calibration.below
    share = calibration.rise / (1 + calibration.rise)
    rings = [
        np.array([x, y]) - away * share * low + corners * (edge * (1 - share * low)) for low in (ROLLED, 1 - ROLLED)
    ]
    both = np.concatenate(rings)
    return np.asarray(cv2.convexHull(both.astype(np.float32)).reshape(-1, 2), np.float32)


def foot_of(calibration: Calibration, x: float, y: float) -> NDArray[np.float64]:
    """The middle of the foot of a flat die: nearer to the point below the camera than its upper face."""
    below = np.array(calibration.below)
    return np.asarray(below + (np.array([x, y]) - below) / (1 + calibration.rise))


def axes_of(turn: float) -> Floats:
    """The two axes of a face as columns."""
    return np.array([[np.cos(turn), -np.sin(turn)], [np.sin(turn), np.cos(turn)]], np.float32)


def find_turn(picture: Picture, x: float, y: float, edge: float) -> float:
    """How a die is turned (radians, within a quarter turn), by the straight lines around its middle."""
    crop = cv2.GaussianBlur(cut(picture, x, y, TURN_SPAN * edge, size=TURN_CROP_PX), (0, 0), 1)
    along_x = cv2.Sobel(crop, cv2.CV_32F, 1, 0)
    along_y = cv2.Sobel(crop, cv2.CV_32F, 0, 1)
    steepness, angle = cv2.cartToPolar(along_x, along_y)
    ticks = (np.arange(TURN_CROP_PX) + 0.5) / TURN_CROP_PX * TURN_SPAN - TURN_SPAN / 2
    away = np.hypot(*np.meshgrid(ticks, ticks))[..., None]
    weight = np.minimum(steepness, 200.0) ** 2 * ((away > RIM[0]) & (away < RIM[1]))
    return float(np.arctan2((weight * np.sin(4 * angle)).sum(), (weight * np.cos(4 * angle)).sum()) / 4)
