"""How flat dice stand in the picture of a camera that may look down at a slant: where what lies lower is seen.

Three learned values are a whole pinhole camera: how large an upper face is, how far it stands out from its foot, and
the point of the picture right below the camera, where all upright lines meet.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from tablekeeper.vision.faces.candidates import straighten

Floats = NDArray[np.float64]

LEAST_FOCAL: Final = 0.4  # of the picture's longer side: a lens that sees 100 degrees
NEARER: Final = (0.5, 2.0)  # how much larger than in the middle faces may be elsewhere in the picture


@dataclass(frozen=True)
class Stance:
    """Flat dice as one camera sees them. Lengths are pixels; depths are edges of a die."""

    edge_px: float  # of an upper face in the picture's middle, across the way that the camera looks
    rise: float  # how far it stands out from its foot there
    below: tuple[float, float]
    middle: tuple[float, float]

    @cached_property
    def _tilt(self) -> Floats:
        """From the picture's middle to the point below the camera."""
        return np.array([self.below[0] - self.middle[0], self.below[1] - self.middle[1]])

    @cached_property
    def focal_px(self) -> float:
        """The lens, by the other values."""
        square = (self.edge_px / max(self.rise, 1e-6)) ** 2 - float(self._tilt @ self._tilt)
        return float(np.sqrt(max(square, (2 * LEAST_FOCAL * max(self.middle)) ** 2)))

    def nearness(self, places: NDArray[Any]) -> Floats:
        """How much larger an upper face is at each of these places than in the middle, n x 2."""
        larger = 1 + (np.asarray(places, np.float64) - self.middle) @ self._tilt / self.focal_px**2
        return np.asarray(np.clip(larger, *NEARER), np.float64)

    def jacobians(self, places: NDArray[Any]) -> Floats:
        """How one edge in each of two directions on a level plane is seen, as columns; n x 2 x 2."""
        away = np.asarray(places, np.float64) - self.middle
        far = float(np.hypot(*self._tilt))
        towards = self._tilt / far if far > 0 else np.array([1.0, 0.0])
        straight, slanted = np.array([self.focal_px, far]) / np.hypot(self.focal_px, far)
        along = towards * straight + away * (slanted / self.focal_px)
        across = np.broadcast_to(np.array([-towards[1], towards[0]]), along.shape)
        return np.stack([along, across], -1) * (self.edge_px * self.nearness(places))[:, None, None]

    def lower(self, places: NDArray[Any], depth: float) -> Floats:
        """Where what lies so many edges below these places of an upper face is seen."""
        share = (self.rise * depth * self.nearness(places))[:, None]
        return np.asarray((np.asarray(places, np.float64) + share * np.array(self.below)) / (1 + share), np.float64)

    def edge_at(self, x: float, y: float) -> float:
        """The size of an upper face at a place."""
        return float(np.sqrt(abs(np.linalg.det(self.jacobians(np.array([[x, y]]))[0]))))

    def stretch_at(self, x: float, y: float) -> tuple[float, float]:
        """How a slanted view stretches it, as `candidates.straighten` has it."""
        one = self.jacobians(np.array([[x, y]]))[0]
        square = one @ one.T
        total = float(np.trace(square))
        return float(square[0, 0] - square[1, 1]) / total, float(2 * square[0, 1]) / total

    def axes_at(self, x: float, y: float, turn: float) -> Floats:
        """The two axes of a face, one edge long, as columns; its turn as seen once straightened."""
        turned = np.array([[np.cos(turn), -np.sin(turn)], [np.sin(turn), np.cos(turn)]])
        return np.asarray(self.edge_at(x, y) * straighten(self.stretch_at(x, y)) @ turned, np.float64)

    def corners_at(self, x: float, y: float, turn: float, depths: Sequence[float]) -> Floats:
        """The corners of a die's level sections so many edges below its upper face."""
        signs = np.array([(-1, -1), (1, -1), (1, 1), (-1, 1)]) / 2
        upper = signs @ self.axes_at(x, y, turn).T + (x, y)
        return np.concatenate([self.lower(upper, depth) for depth in depths])

    def reach(self, x: float, y: float, turn: float, quarter: int, depths: tuple[float, float]) -> tuple[float, float]:
        """How far a die is seen along one of its axes at two depths, in its own edges there."""
        axes = self.axes_at(x, y, turn)
        way = np.array([(1.0, 0.0), (0.0, 1.0), (-1.0, 0.0), (0.0, -1.0)][quarter])
        rim = (axes @ way / 2 + (x, y))[None]
        seen = np.concatenate([self.lower(rim, depth) for depth in depths]) - (x, y)
        high, low = (np.linalg.solve(axes, seen.T).T @ way).tolist()
        return high, low
