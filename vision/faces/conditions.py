"""Says what about a picture of which nothing is known speaks against reading it: darkness, blur, glare."""

from collections.abc import Sequence
from typing import Final

import cv2
import numpy as np

from tablekeeper.vision.faces.candidates import Picture, brightest_channel, darkest_channel, near_side
from tablekeeper.vision.faces.pips import Count
from tablekeeper.vision.quantiles import percentile
from tablekeeper.vision.reading import GLARE, NO_FACE, OUT_OF_FOCUS, TOO_DARK, TOO_SMALL, Box, Doubt

DARK_BELOW: Final = 30  # 99th percentile of brightness: nothing can be distinguished below
DIM_BELOW: Final = 60  # the same: a doubt about a die is put down to darkness
LONG_SIDE_PX: Final = 640  # at which edges are measured
BLURRED_FROM_PX: Final = 4.6  # width of the sharpest tenth of the edges; sharp photographs have 2 to 3.9
LEAST_RANGE: Final = 40  # grey levels that make an edge worth measuring
LIGHTS: Final = ((60, "dark"), (130, "dim"))  # below this 95th percentile of brightness
GLARING_SHARE: Final = 0.1  # of the picture that is burnt white
BURNT_LEVEL: Final = 250
BURNT_SHARE: Final = 0.35  # of a doubtful place, or of the whole picture where no die was found
LEAST_LONG_PX: Final = 320  # of a picture: in a smaller one dice of a thirtieth of its width have fewer than ten pixels
LEAST_SEEN_PX: Final = 64  # short side of a picture as it is looked at: in a narrower strip dice may be a few pixels
EATEN_RADIUS: Final = 0.075  # face edges; below it, and brighter than EATEN_INK, a pip is the rest of one
EATEN_INK: Final = 140


def find_conditions(picture: Picture, *, dice: int, doubts: Sequence[Doubt]) -> tuple[Doubt, ...]:
    """The doubts, with the picture's own faults first where they explain a doubt or may have hidden every die."""
    brightest = percentile(brightest_channel(picture[::8, ::8]), 99)
    faults = []
    if brightest < (DIM_BELOW if doubts else DARK_BELOW):
        faults.append(Doubt(TOO_DARK))
    if (doubts or not dice) and edge_width_px(picture) > BLURRED_FROM_PX:
        faults.append(Doubt(OUT_OF_FOCUS))
    if not dice and _is_too_small(picture):
        faults.append(Doubt(TOO_SMALL))
    if not dice and burnt_share(picture) > BURNT_SHARE:
        faults.append(Doubt(GLARE))
    return (*faults, *(_blame_glare(picture, doubt) for doubt in doubts))


def _is_too_small(picture: Picture) -> bool:
    """Whether dice may lie in a picture that are too small to be seen."""
    short, long = sorted((int(picture.shape[0]), int(picture.shape[1])))
    return long < LEAST_LONG_PX or short * near_side(picture) < LEAST_SEEN_PX * long


def edge_width_px(picture: Picture) -> float:
    """How many pixels the sharpest edges take from dark to bright; 0 where there are none."""
    scale = min(1.0, LONG_SIDE_PX / max(picture.shape[:2]))
    grey = cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY)
    if scale < 1:
        grey = cv2.resize(grey, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
    grey = cv2.blur(grey, (3, 3))
    slope = cv2.max(
        cv2.absdiff(grey, np.roll(grey, 2, 1)),
        cv2.absdiff(grey, np.roll(grey, 2, 0)),
    )[2:, 2:]
    around = np.ones((25, 25), np.uint8)
    steepest = cv2.dilate(slope, around)[::12, ::12].astype(np.float32) / 2
    span = cv2.subtract(cv2.dilate(grey, around), cv2.erode(grey, around))[2:, 2:][::12, ::12].astype(np.float32)
    worth = span > LEAST_RANGE
    if not worth.any():
        return 0.0
    return percentile(span[worth] / np.maximum(steepest[worth], 0.5), 10)


def name_light(picture: Picture) -> str:
    """The light of a picture in a word."""
    if burnt_share(picture) > GLARING_SHARE:
        return "glaring"
    level = percentile(brightest_channel(picture[::8, ::8]), 95)
    return next((name for below, name in LIGHTS if level < below), "bright")


def burnt_share(picture: Picture) -> float:
    """The share of pixels that are white from too much light."""
    return float((darkest_channel(picture[::4, ::4]) >= BURNT_LEVEL).mean())


def eats_pips(count: Count) -> bool:
    """Whether a face is so overexposed that its pips may have shrunk or vanished."""
    burnt = sum(level >= BURNT_LEVEL for level in count.body)
    return count.dark and burnt >= 2 and count.radius < EATEN_RADIUS and sum(count.ink) > 3 * EATEN_INK


def _blame_glare(picture: Picture, doubt: Doubt) -> Doubt:
    if doubt.reason != NO_FACE or doubt.box is None:
        return doubt
    return Doubt(GLARE, doubt.box) if is_burnt(picture, doubt.box) else doubt


def is_burnt(picture: Picture, box: Box) -> bool:
    """Whether light has eaten much of a place."""
    part = _part(picture, box)
    return bool(part.size) and float((darkest_channel(part) >= BURNT_LEVEL).mean()) > BURNT_SHARE


def _part(picture: Picture, box: Box) -> Picture:
    x, y, width, height = box
    return picture[max(y, 0) : y + height, max(x, 0) : x + width]
