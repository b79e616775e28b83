"""Names colours the way people at a table do; with samples of the owner's dice, by the nearest sample."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from tablekeeper.vision.quantiles import percentile

BGR = tuple[int, int, int]
DARK: Final = 62  # brightest channel of a colour that is called black
DEEP: Final = 30  # the same of a deep green or purple
MOST_TINT: Final = 0.4  # how much a lamp may weaken a channel beside the strongest one
NEAR_WHITE: Final = 0.85  # of the brightest there is
LEAST_WHITE: Final = 0.002  # of the picture that must be so bright and so dull

NAMES: Final = ("white", "ivory", "black", "red", "blue", "green", "yellow", "orange", "purple", "pink", "grey")
ALIASES: Final[Mapping[str, str]] = MappingProxyType(
    {"ivory": "white", "cream": "white", "gray": "grey", "maroon": "red"}
)


def name_colour(colour: BGR, white: BGR = (255, 255, 255)) -> str:
    """The name of a colour under a light whose white is `white`."""
    balanced = np.clip(np.array(colour, np.float32) * (255 / np.maximum(np.array(white, np.float32), 40)), 0, 255)
    pixel = balanced.astype(np.uint8).reshape(1, 1, 3)
    hue, saturation, value = (int(v) for v in cv2.cvtColor(pixel, cv2.COLOR_BGR2HSV).reshape(3))
    hue *= 2
    if value < (DEEP if _is_no_lamp(hue) and saturation > 90 else DARK) or (value < 95 and saturation < 70):
        return "black"
    if saturation < 42:
        return "white" if value > 125 else "grey"
    if saturation < 105 and 18 <= hue <= 75 and value > 120:
        return "ivory"
    return _name_hue(hue, saturation, value)


def name_ink(ink: BGR, body: BGR, white: BGR = (255, 255, 255)) -> str:
    """The name of a pip's colour; small black pips take on some of the body's colour around them."""
    pip, around = np.array(ink, np.float32), np.maximum(np.array(body, np.float32), 1)
    own = pip - around * (pip / around).min()  # what the body cannot have lent
    if pip.max() < 0.6 * around.max() and own.max() < 0.24 * around.max():
        return "black"
    return name_colour(ink, white)


def thin(picture: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """Some hundred by some hundred pixels of a picture: enough to find its white."""
    step = max(1, max(picture.shape[:2]) // 80)
    return picture[::step, ::step]


def find_white(picture: NDArray[np.uint8]) -> BGR:
    """How white looks in this light: the brightest dull colours; things of a strong colour say nothing about lamps."""
    blue, green, red = (channel.astype(np.float32) for channel in cv2.split(thin(picture)))
    strongest = cv2.max(cv2.max(blue, green), red)
    dull = cv2.min(cv2.min(blue, green), red) > (1 - MOST_TINT) * strongest
    chosen = dull & (strongest > NEAR_WHITE * percentile(strongest, 99))
    bright = np.stack([blue[chosen], green[chosen], red[chosen]], 1)
    if len(bright) < LEAST_WHITE * strongest.size:
        return 255, 255, 255
    white = np.percentile(bright, 90, axis=0)
    b, g, r = (int(level) for level in white * (255 / max(float(white.max()), 1.0)))
    return b, g, r


def _is_no_lamp(hue: int) -> bool:
    """Green and purple: no lamp makes a black die look so, as it does with orange and blue."""
    return 80 <= hue <= 165 or 270 <= hue <= 330


def _name_hue(hue: int, saturation: int, value: int) -> str:
    if hue < 11 or hue >= 338:
        return "pink" if saturation < 110 and value > 160 else "red"
    if hue < 39:
        return "orange"
    if hue < 68:
        return "yellow"
    if hue < 172:
        return "green"
    if hue < 255:
        return "blue"
    if hue < 315:
        return "purple"
    return "pink" if value > 150 and saturation < 150 else "purple"


def nearest_sample(colour: BGR, samples: Mapping[str, BGR]) -> str:
    """The sample that is nearest to a colour in CIELAB, lightness counted half."""
    pixels = np.array([[colour, *samples.values()]], np.uint8)
    lab = cv2.cvtColor(pixels, cv2.COLOR_BGR2LAB)[0].astype(np.float32) * np.array((0.5, 1, 1), np.float32)
    away = ((lab[1:] - lab[0]) ** 2).sum(1)
    return list(samples)[int(away.argmin())]


def same_colour(one: str, other: str) -> bool:
    """Whether two names may mean the same dice: ivory passes for white."""
    return ALIASES.get(one, one) == ALIASES.get(other, other)
