"""How the empty floor of a tray looks from look to look: its levels, the range they move in, and their grain."""

import base64
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Final

import cv2
import numpy as np
from numpy.typing import NDArray

from tablekeeper.vision.errors import CalibrationError
from tablekeeper.vision.faces.candidates import Picture
from tablekeeper.vision.headers import is_whole, promised_size
from tablekeeper.vision.trays.floor.lighting import fit_light

Levels = NDArray[np.uint8]

LEAST_CHANGE: Final = 20  # grey levels beyond the floor's range that are a change...
GRAINS: Final = 6.0  # ...or so many standard deviations of this very pixel
GRAIN_UNIT: Final = 8  # grain is kept in eighths of a grey level
LIKE_AROUND: Final = (7, 7)  # pixels that share their grain
NEAR: Final = np.ones((3, 3), np.uint8)  # a camera that trembles shows a pixel's neighbours
SQUARE_OF_MEAN: Final = 1.25  # of a normal distribution's mean deviation


@dataclass(frozen=True, eq=False)
class Floor:
    """The floor at half the picture's size, in one light; all three H x W x 3, the grain H x W."""

    middle: Picture
    low: Picture
    high: Picture
    grain: Levels

    def spell(self) -> dict[str, str]:
        """How it varies, as text: PNG pictures of how far below and above its middle it goes, and of its grain."""
        parts = {
            "below": cv2.subtract(self.middle, self.low),
            "above": cv2.subtract(self.high, self.middle),
            "grain": self.grain,
        }
        return {name: spell_picture(np.asarray(part, np.uint8)) for name, part in parts.items()}

    @classmethod
    def read(cls, middle: Picture, table: Mapping[str, Any]) -> "Floor":
        """Read back what `spell` wrote."""
        below, above, grain = (read_picture(table[name]) for name in ("below", "above", "grain"))
        if not below.shape == above.shape == middle.shape or grain.shape != middle.shape:
            raise ValueError("a floor of different sizes")
        low, high = cv2.subtract(middle, below), cv2.add(middle, above)
        return cls(middle, np.asarray(low, np.uint8), np.asarray(high, np.uint8), grain[..., 0].copy())

    @cached_property
    def _bounds(self) -> tuple[Picture, Picture, Levels]:
        """Between which levels a pixel or its neighbours were seen, and how far outside is a change."""
        seen = self.known[..., None] > 0
        low = np.asarray(cv2.erode(np.where(seen, self.low, 255).astype(np.uint8), NEAR), np.uint8)
        high = np.asarray(cv2.dilate(np.where(seen, self.high, 0).astype(np.uint8), NEAR), np.uint8)
        low, high = np.where(seen, low, 0).astype(np.uint8), np.where(seen, high, 255).astype(np.uint8)
        least = np.clip(self.grain.astype(np.float32) * (GRAINS / GRAIN_UNIT), LEAST_CHANGE, 255)
        return low, high, np.asarray(least, np.uint8)

    @cached_property
    def known(self) -> Levels:
        """Where its levels are known, 255 or 0: elsewhere they may be any."""
        span = cv2.subtract(self.high, self.low)
        blue, green, red = cv2.split(span)
        least = np.asarray(cv2.min(cv2.min(blue, green), red))
        return (least < 255).astype(np.uint8) * np.uint8(255)

    def differs(self, level: Picture) -> Levels:
        """Where a picture in the floor's own light is not the floor: 255 or 0."""
        low, high, least = self._bounds
        away = cv2.max(cv2.subtract(low, level), cv2.subtract(level, high))
        blue, green, red = cv2.split(away)
        return np.asarray(cv2.compare(cv2.max(cv2.max(blue, green), red), least, cv2.CMP_GT), np.uint8)


MOST_PIXELS: Final = 20_000_000
"""More than any camera of a Pi gives."""


def spell_picture(picture: Levels) -> str:
    """A picture as text."""
    ok, png = cv2.imencode(".png", picture)
    if not ok:
        raise CalibrationError(
            "Cannot save a calibration: found a picture that cannot be written; expected one that PNG can hold"
        )
    return base64.b64encode(png.tobytes()).decode("ascii")


def read_picture(text: str) -> Picture:
    """Read back what `spell_picture` wrote, in colours."""
    content = base64.b64decode(text, validate=True)
    width, height = promised_size(content)
    if not (0 < width * height <= MOST_PIXELS and is_whole(content)):
        raise ValueError("no whole picture of a camera's size")
    picture = cv2.imdecode(np.frombuffer(content, np.uint8), cv2.IMREAD_COLOR)
    if picture is None:
        raise ValueError("no picture")
    return np.asarray(picture, np.uint8)


def bare_floor(middle: Picture, noise: float) -> Floor:
    """A floor of which only one look and the sensor's noise are known."""
    grain = np.full(middle.shape[:2], min(255, round(noise * GRAIN_UNIT)), np.uint8)
    return Floor(middle, middle, middle, grain)


def learn_floor(looks: Sequence[Picture], middle: Picture) -> Floor:
    """The floor of a tray from several half-size looks at it."""
    levels = [fit_light(look, middle).take_out(look) for look in looks]
    off = np.mean([cv2.absdiff(level, middle).max(2) for level in levels], axis=0, dtype=np.float32)
    grain = cv2.blur(np.asarray(off, np.float32), LIKE_AROUND) * (SQUARE_OF_MEAN * GRAIN_UNIT)
    low, high = np.minimum.reduce([middle, *levels]), np.maximum.reduce([middle, *levels])
    return Floor(middle, low, high, np.clip(grain, 0, 255).astype(np.uint8))
