"""Remembers how the floor of a tray looked beside the dice of the last rolls, and makes one empty tray of it."""

from collections import deque
from dataclasses import dataclass, field
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from tablekeeper.vision.faces.candidates import Picture
from tablekeeper.vision.trays.floor.floor import GRAIN_UNIT, LIKE_AROUND, SQUARE_OF_MEAN, Floor
from tablekeeper.vision.trays.floor.lighting import fit_light

Mask = NDArray[np.uint8]

MOST_LOOKS: Final = 9
LEAST_LOOKS: Final = 2  # at a pixel, from which its floor is known
MANY_LOOKS: Final = 5  # from which the lowest and the highest are taken for accidents: a hand, a die left lying
MOST_RANGE: Final = 40  # grey levels that fewer looks may lie apart
NOTHING: Final = 256  # sorted behind all levels


@dataclass(frozen=True)
class _Look:
    level: Picture  # in the light of the looks before, unless that was another one altogether
    free: Mask  # where nothing lay


@dataclass
class FloorMemory:
    """The last looks at one floor, all of one size."""

    _looks: deque[_Look] = field(default_factory=lambda: deque(maxlen=MOST_LOOKS))
    _floor: Floor | None = None

    def add(self, small: Picture, hidden: Mask) -> None:
        """One more half-size look, with what dice and their shadows hide."""
        if self._looks and self._looks[-1].level.shape != small.shape:
            self._looks.clear()
        free = cv2.bitwise_not(hidden)
        if self._floor is not None and self._looks:
            usable = cv2.bitwise_and(free, self._floor.known)
            light = fit_light(small, self._floor.middle, np.asarray(usable, np.uint8))
            small = light.take_out(small) if light.is_drift else small
        self._looks.append(_Look(small, np.asarray(free, np.uint8)))
        self._floor = _combine(list(self._looks))

    def resume(self, floor: Floor) -> None:
        """Go on from a floor that was learned before."""
        self._looks.extend(_Look(level, floor.known) for level in (floor.low, floor.middle, floor.high))
        self._floor = floor

    @property
    def floor(self) -> Floor | None:
        """The floor as it is known now; levels from 0 to 255 where it is not."""
        return self._floor


def _combine(looks: list[_Look]) -> Floor:
    """Median and range of what was free, pixel by pixel."""
    levels = np.stack([look.level for look in looks]).astype(np.int16)
    free = np.stack([look.free for look in looks]) > 0
    seen = free.sum(0)
    levels[~free] = NOTHING
    levels.sort(0)
    many = seen >= MANY_LOOKS
    middle, low, high = (
        _pick(levels, at) for at in (np.maximum(seen - 1, 0) // 2, many * 1, np.maximum(seen - 1 - many, 0))
    )
    middle[seen == 0] = np.median(middle[seen > 0], 0) if seen.any() else 0
    unknown = (seen < LEAST_LOOKS) | (~many & ((high - low).max(2) > MOST_RANGE))
    low[unknown], high[unknown] = 0, 255
    off = np.where(unknown, 0, (high - low).max(2) / 2).astype(np.float32)
    grain = cv2.blur(off, LIKE_AROUND) * (GRAIN_UNIT / SQUARE_OF_MEAN)
    picture, lowest, highest = (part.astype(np.uint8) for part in (middle, low, high))
    return Floor(picture, lowest, highest, np.clip(grain, 0, 255).astype(np.uint8))


def _pick(levels: NDArray[np.int16], at: NDArray[np.integer]) -> NDArray[np.int16]:
    """The level of this rank at each pixel."""
    found = np.take_along_axis(levels, at[None, ..., None].astype(np.intp), 0)[0]
    return np.asarray(np.minimum(found, 255), np.int16)
