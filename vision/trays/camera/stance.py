"""How flat dice stand in the picture of a camera that may look down at a slant: where what lies lower is seen.

Three learned values are a whole pinhole camera: how large an upper face is, how far it stands out from its foot, and
the point of the picture right below the camera, where all upright lines meet.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import Final

import numpy as np
from numpy.typing import NDArray

from tablekeeper.vision.faces.candidates import straighten
from tablekeeper.vision.picture import Numbers

Floats = NDArray[np.float64]

LEAST_FOCAL: Final = 0.4  # of the picture's longer side: a lens that sees 100 degrees
KEPT: Final = 128
"""Places at which the last dice were looked at; each die is looked at from many sides."""
NEARER: Final = (0.5, 2.0)  # how much larger than in the middle faces may be elsewhere in the picture


@dataclass(frozen=True)
class Stance:
    """Flat dice as one camera sees them. Lengths are pixels; depths are edges of a die."""

    edge_px: float  # of an upper face in the picture's middle, across the way that the camera looks
    rise: float  # how far it stands out from its foot there
    below: tuple[float, float]
    middle: tuple[float, float]

    @cached_property
    def _tilt_px(self) -> tuple[float, float]:
        return self.below[0] - self.middle[0], self.below[1] - self.middle[1]

    @cached_property
    def _tilt(self) -> Floats:
        """From the picture's middle to the point below the camera."""
        return np.array([self.below[0] - self.middle[0], self.below[1] - self.middle[1]])

    @cached_property
    def focal_px(self) -> float:
        """The lens, by the other values."""
        square = (self.edge_px / max(self.rise, 1e-6)) ** 2 - float(self._tilt @ self._tilt)
        return float(np.sqrt(max(square, (2 * LEAST_FOCAL * max(self.middle)) ** 2)))

    def nearness(self, places: Numbers) -> Floats:
        """How much larger an upper face is at each of these places than in the middle, n x 2."""
        larger = 1 + (np.asarray(places, np.float64) - self.middle) @ self._tilt / self.focal_px**2
        return np.asarray(np.clip(larger, *NEARER), np.float64)

    def jacobians(self, places: Numbers) -> Floats:
        """How one edge in each of two directions on a level plane is seen, as columns; n x 2 x 2."""
        away = np.asarray(places, np.float64) - self.middle
        far = float(np.hypot(*self._tilt))
        towards = self._tilt / far if far > 0 else np.array([1.0, 0.0])
        straight, slanted = np.array([self.focal_px, far]) / np.hypot(self.focal_px, far)
        along = towards * straight + away * (slanted / self.focal_px)
        across = np.broadcast_to(np.array([-towards[1], towards[0]]), along.shape)
        return np.stack([along, across], -1) * (self.edge_px * self.nearness(places))[:, None, None]

    def lower(self, places: Numbers, depth: float) -> Floats:
        """Where what lies so many edges below these places of an upper face is seen."""
        share = (self.rise * depth * self.nearness(places))[:, None]
        return np.asarray((np.asarray(places, np.float64) + share * np.array(self.below)) / (1 + share), np.float64)

    def edge_at(self, x: float, y: float) -> float:
        """The size of an upper face at a place."""
        return self._size_and_stretch(x, y)[0]

    def stretch_at(self, x: float, y: float) -> tuple[float, float]:
        """How a slanted view stretches it, as `candidates.straighten` has it."""
        return self._size_and_stretch(x, y)[1]

    @lru_cache(maxsize=KEPT)  # noqa: B019 a stance is two dozen numbers
    def _size_and_stretch(self, x: float, y: float) -> tuple[float, tuple[float, float]]:
        """Both at one place, without arrays: a reading asks some hundred times."""
        (along_x, across_x), (along_y, across_y) = self._jacobian_at(x, y)
        squares = along_x**2 + across_x**2, along_y**2 + across_y**2
        total = sum(squares)
        stretch = (squares[0] - squares[1]) / total, 2 * (along_x * along_y + across_x * across_y) / total
        return math.sqrt(abs(along_x * across_y - across_x * along_y)), stretch

    def _nearness_at(self, x: float, y: float) -> float:
        tilt_x, tilt_y = self._tilt_px
        larger = 1 + ((x - self.middle[0]) * tilt_x + (y - self.middle[1]) * tilt_y) / self.focal_px**2
        return min(max(larger, NEARER[0]), NEARER[1])

    def _jacobian_at(self, x: float, y: float) -> tuple[tuple[float, float], tuple[float, float]]:
        """What `jacobians` says of one place."""
        far = math.hypot(*self._tilt_px)
        towards = (self._tilt_px[0] / far, self._tilt_px[1] / far) if far > 0 else (1.0, 0.0)
        whole = math.hypot(self.focal_px, far)
        straight, slanted = self.focal_px / whole, far / whole / self.focal_px
        scale = self.edge_px * self._nearness_at(x, y)
        along_x = towards[0] * straight + (x - self.middle[0]) * slanted
        along_y = towards[1] * straight + (y - self.middle[1]) * slanted
        return (along_x * scale, -towards[1] * scale), (along_y * scale, towards[0] * scale)

    @lru_cache(maxsize=KEPT)  # noqa: B019 the same
    def axes_at(self, x: float, y: float, turn: float) -> Floats:
        """The two axes of a face, one edge long, as columns; its turn as seen once straightened."""
        turned = np.array([[np.cos(turn), -np.sin(turn)], [np.sin(turn), np.cos(turn)]])
        axes = np.asarray(self.edge_at(x, y) * straighten(self.stretch_at(x, y)) @ turned, np.float64)
        axes.flags.writeable = False
        return axes

    def corners_at(self, x: float, y: float, turn: float, depths: Sequence[float]) -> Floats:
        """The corners of a die's level sections so many edges below its upper face."""
        signs = np.array([(-1, -1), (1, -1), (1, 1), (-1, 1)]) / 2
        upper = signs @ self.axes_at(x, y, turn).T + (x, y)
        return np.concatenate([self.lower(upper, depth) for depth in depths])

    def reach(self, x: float, y: float, turn: float, quarter: int, depths: tuple[float, float]) -> tuple[float, float]:
        """How far a die is seen along one of its axes at two depths, in its own edges there."""
        (right_x, down_x), (right_y, down_y) = self.axes_at(x, y, turn).tolist()
        sign = 1.0 if quarter < 2 else -1.0
        way_x, way_y = (right_x, right_y) if quarter % 2 == 0 else (down_x, down_y)
        rim_x, rim_y = x + sign * way_x / 2, y + sign * way_y / 2
        whole = right_x * down_y - down_x * right_y
        share = self.rise * self._nearness_at(rim_x, rim_y)

        def seen(depth: float) -> float:
            off_x = (rim_x + share * depth * self.below[0]) / (1 + share * depth) - x
            off_y = (rim_y + share * depth * self.below[1]) / (1 + share * depth) - y
            along = down_y * off_x - down_x * off_y if quarter % 2 == 0 else right_x * off_y - right_y * off_x
            return float(sign * along / whole)

        return seen(depths[0]), seen(depths[1])
