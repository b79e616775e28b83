"""Distinguishes shadows on a floor from everything else that changes it."""

import cv2
import numpy as np
from numpy.typing import NDArray

from tablekeeper.vision.faces.candidates import Picture
from tablekeeper.vision.picture import Numbers

SHADOW_KEEPS = 0.3  # the least share of a bright floor's light that a shadow leaves: black pips are darker
BRIGHT_FLOOR = 170.0  # length of a floor's colour from which that stands out from noise
SHADE = 0.65  # of the floor's light: less is plainly dark
SHADOW_TINT = 10.0  # grey levels by which a shadow may differ from the floor's colour dimmed
SHADOW_DRIFT = 0.08  # the same as a share of the light left: in a shadow the room's tint replaces the lamp's


Mask = NDArray[np.uint8]
Tint = tuple[float, float, float]  # blue, green, red: what a deep shadow has more, as a share of the floor's light
UNTINTED: Tint = (0.0, 0.0, 0.0)


def more_than_shadow(
    seen: Picture,
    floor: Picture,
    noise: float,
    *,
    darkest: float = SHADOW_KEEPS,
    tint: Tint = UNTINTED,
    brighter: float = 1.0,
) -> tuple[Mask, Mask, Mask, Mask]:
    """What is of another colour or lighter than the floor; darker than most shadows; than any shadow; plainly dark.

    A shadow is the floor's own colour, only darker: take away as much of it as there is, and look at the rest.
    """
    light, ground = seen.astype(np.float32), floor.astype(np.float32) + 1
    power = _sum(cv2.multiply(ground, ground))
    share = np.asarray(cv2.divide(_sum(cv2.multiply(light, ground)), power), np.float32)
    rest = cv2.absdiff(light, shaded(ground, share, tint))
    blue, green, red = cv2.split(rest)
    length = cv2.sqrt(power)
    bound = cv2.multiply(share, length, scale=SHADOW_DRIFT) + np.float32(SHADOW_TINT + 2 * noise)
    tinted = np.asarray(cv2.max(cv2.max(blue, green), red) > bound)
    lighter = share > brighter
    bright = np.asarray(length > BRIGHT_FLOOR)
    black, blackest = (bright & (share < least) for least in (SHADOW_KEEPS, darkest))
    return _mask(tinted | lighter), _mask(black), _mask(blackest), _mask(share < SHADE)


def shaded(ground: NDArray[np.float32], share: NDArray[np.float32], tint: Tint) -> NDArray[np.float32]:
    """The floor with this share of its light left; what is missing had the lamps' tint, what is left has the room's."""
    missing = np.maximum(1 - share, np.float32(0))
    left = [cv2.scaleAdd(missing, t, share) if t else share for t in tint]
    return np.asarray(cv2.multiply(ground, cv2.merge(left)), np.float32)


def _mask(where: NDArray[np.bool_]) -> Mask:
    return where.astype(np.uint8) * np.uint8(255)


def share_of(light: NDArray[np.float32], ground: NDArray[np.float32]) -> NDArray[np.float32]:
    """How much of the floor's light is there: the nearest dimmed floor to each pixel."""
    return np.asarray(cv2.divide(_sum(cv2.multiply(light, ground)), _sum(cv2.multiply(ground, ground))), np.float32)


def _sum(colours: Numbers) -> NDArray[np.float32]:
    """Blue, green and red added."""
    return np.asarray(cv2.transform(colours, np.ones((1, 3), np.float32)), np.float32)
