"""The planes of a face's crop in which its pips may stand out: channels, and how colourful each place is."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from tablekeeper.vision.faces.candidates import Picture, brightest_channel, darkest_channel

Floats = NDArray[np.float32]
Mask = NDArray[np.uint8]

CROP_PX: Final = 64
SPAN: Final = 1.3  # face edges that the crop shows
LEAST_CONTRAST: Final = 14
FAINT: Final = 0.4  # of the strongest contrast: planes below it are not tried
GLINTS_PX: Final = (5, 7)  # of the crop, where a pip is nine wide: what is thinner may be light on a glossy rim


@dataclass(frozen=True)
class Plane:
    """One plane of a crop, with the levels of body and ink in it."""

    levels: NDArray[np.uint8]
    dark: bool  # ink darker than the body
    body: float
    contrast: float
    glint_px: int = 0  # lines up to so wide are no pips, but light on a rim

    def find_ink(self, share: float) -> Mask:
        """Where so much of the contrast lies between the body and what is seen, 255 or 0."""
        step = self.contrast * share
        at, kind = (self.body - step, cv2.THRESH_BINARY_INV) if self.dark else (self.body + step, cv2.THRESH_BINARY)
        _, mask = cv2.threshold(self.levels, at, 255, kind)
        if self.glint_px:
            mask = cv2.morphologyEx(mask, cv2.MORPH_OPEN, _disc(self.glint_px))
        return np.asarray(mask, np.uint8)

    def depths(self, places: Sequence[complex]) -> list[float]:
        """How much deeper in ink than the body places are (in face edges from the middle)."""
        level_at = self._smooth.item
        seen = [level_at(_pixel(place.imag), _pixel(place.real)) for place in places]
        return [self.body - level for level in seen] if self.dark else [level - self.body for level in seen]

    @cached_property
    def _smooth(self) -> Floats:
        """The mean of the nine pixels around each."""
        return np.asarray(cv2.boxFilter(self.levels, cv2.CV_32F, (3, 3)), np.float32)


def _pixel(side: float) -> int:
    """The row or column of a crop that lies so many face edges from the middle, within the outermost ones."""
    pixel = int((side / SPAN + 0.5) * CROP_PX)
    return pixel if 1 <= pixel <= CROP_PX - 2 else 1 if pixel < 1 else CROP_PX - 2


def find_planes(crop: Picture) -> list[Plane]:
    """The brightest and the darkest channel, each with dark and with light pips, most contrast first."""
    found = [plane for channel in (brightest_channel(crop), darkest_channel(crop)) for plane in _with_inks(channel)]
    found.sort(key=lambda plane: -plane.contrast)
    return [plane for plane in found if plane.contrast >= FAINT * found[0].contrast]


def find_planes_without_glints(crop: Picture) -> list[Plane]:
    """Colourful pips, whatever white light is about them; and pale ones without thin lines of light."""
    by_colour = _with_inks(np.asarray(cv2.subtract(brightest_channel(crop), darkest_channel(crop)), np.uint8))
    pale = [plane for plane in by_colour if plane.dark] + [plane for plane in find_planes(crop) if not plane.dark]
    thinned = [replace(plane, glint_px=width) for plane in pale for width in GLINTS_PX]
    return [plane for plane in by_colour if not plane.dark] + thinned


@lru_cache(maxsize=1)
def ticks() -> Floats:
    """Where a crop's pixels lie, in face edges from the middle."""
    return np.asarray((np.arange(CROP_PX) + 0.5) / CROP_PX * SPAN - SPAN / 2, np.float32)


def _with_inks(levels: NDArray[np.uint8]) -> list[Plane]:
    """A plane with dark and with light pips, where they would stand out."""
    found = []
    inside = np.sort(levels.ravel().take(_middle()))
    last = len(inside) - 1
    for dark, body_share, ink_share in ((True, 0.7, 0.02), (False, 0.3, 0.98)):
        body, ink = float(inside[int(last * body_share)]), float(inside[int(last * ink_share)])
        if abs(body - ink) >= LEAST_CONTRAST:
            found.append(Plane(levels, dark, body, abs(body - ink)))
    return found


@lru_cache(maxsize=1)
def _middle() -> NDArray[np.intp]:
    """Every second pixel of the face's middle, both ways."""
    square = ticks()[::2] ** 2
    rows, columns = np.nonzero(np.add.outer(square, square) < 0.42**2)
    return np.asarray(rows * 2 * CROP_PX + columns * 2)


@lru_cache(maxsize=4)
def _disc(width_px: int) -> Mask:
    return np.asarray(cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (width_px, width_px)), np.uint8)
