"""Where the shadows of the owner's dice fall in this light: what is darker there beside a die is explained by it."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from tablekeeper.vision.picture import Numbers

Levels = NDArray[np.uint8]

REACH: Final = 2.5  # edges from a die's middle to which its shadow is looked for
CELLS_AN_EDGE: Final = 8
CELLS: Final = round(2 * REACH * CELLS_AN_EDGE)
LEAST_DICE: Final = 4  # from which a shadow is no accident
MOSTLY: Final = 0.5  # of the dice shown have their shadow there
SOFT: Final = np.ones((3, 3), np.uint8)  # a cell more: shadows turn a little from place to place


@dataclass(frozen=True)
class Place:
    """Where a die lies: the middle of its upper face, how large that is there, how it is turned if that is known."""

    x: float
    y: float
    edge: float
    turn: float | None = None


def learn_cast(changes: Iterable[tuple[Numbers, list[Place]]]) -> Levels | None:
    """How often each place around a die changes, in a byte; from half-size masks of changes, each with its dice."""
    seen = [_around(mask, place) for mask, places in changes for place in places]
    if len(seen) < LEAST_DICE:
        return None
    return np.asarray(np.mean(seen, axis=0), np.uint8)


def _around(mask: Numbers, place: Place) -> Numbers:
    """What a half-size mask shows around a die, cell by cell."""
    scale, reach = place.edge / 2 / CELLS_AN_EDGE, REACH * place.edge / 2
    way = np.array([[scale, 0, place.x / 2 - reach], [0, scale, place.y / 2 - reach]], np.float32)
    flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    return np.asarray(cv2.warpAffine(np.asarray(mask, np.uint8), way, (CELLS, CELLS), flags=flags), np.uint8)


def draw_cast(cast: Levels | None, like: Numbers, places: Iterable[Place]) -> Numbers:
    """A half-size mask of where the shadows of these dice fall."""
    drawn = np.zeros(like.shape[:2], np.uint8)
    if cast is None:
        return drawn
    falls = cv2.dilate((cast >= MOSTLY * 255).astype(np.uint8) * np.uint8(255), SOFT)
    for place in places:
        size = max(1, round(REACH * place.edge))
        left, top = round(place.x / 2 - size / 2), round(place.y / 2 - size / 2)
        here = np.s_[max(top, 0) : max(top + size, 0), max(left, 0) : max(left + size, 0)]
        part = drawn[here]
        grown = cv2.resize(falls, (size, size), interpolation=cv2.INTER_NEAREST)
        inside = grown[max(-top, 0) : max(-top, 0) + part.shape[0], max(-left, 0) : max(-left, 0) + part.shape[1]]
        np.maximum(part, inside, out=part)
    return drawn
