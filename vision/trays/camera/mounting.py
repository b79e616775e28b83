"""How camera and lamp hang over a tray, from one picture of it: for hands that are still moving them."""

from dataclasses import dataclass
from typing import Final

import cv2
import numpy as np

from tablekeeper.vision.faces.candidates import Picture
from tablekeeper.vision.faces.conditions import edge_width_px
from tablekeeper.vision.trays.calibration import halve
from tablekeeper.vision.trays.floor.outline import Corner, find_outline

SHARPEST_PX: Final = 2.0  # width of the edges of the sharpest photographs of dice
SHARP_FROM: Final = SHARPEST_PX / 3.9  # of the least sharp ones that still read well
EVEN_FROM: Final = 0.7  # a guess: the simulated tray has 0.95, and 0.57 with one bare lamp close beside it
BORDER: Final = 0.01  # of the picture's long side: a corner must be that far inside
PARTS: Final = 3  # the floor is compared in so many rows and columns
PART_PX: Final = 24
WALL: Final = 0.08  # of the floor's sides: what lies beside a wall is in its shadow
SIDES: Final = ("left", "far", "right", "near")


@dataclass(frozen=True)
class Sight:
    """What of the tray's floor the picture shows."""

    outline: tuple[Corner, ...]
    corners: int
    """How many of its four corners."""
    cut: tuple[str, ...]
    """The sides of the picture over which it reaches: `left`, `far` (above), `right`, `near`."""


@dataclass(frozen=True)
class Evenness:
    """How even the light is on the floor."""

    share: float
    """The darkest part's light, of the brightest part's."""
    row: int
    """Where the darkest part is: 0 far, 1 middle, 2 near..."""
    column: int
    """...and 0 left, 1 middle, 2 right."""


def measure_focus(picture: Picture) -> float:
    """How sharp the sharpest edges are: 1 at best; 0 where there are no edges."""
    width = edge_width_px(picture)
    return min(1.0, SHARPEST_PX / width) if width else 0.0


def measure_sight(picture: Picture) -> Sight:
    """Which corners of the tray are in the picture; it is best empty."""
    outline = find_outline(halve(picture))
    high, wide = picture.shape[:2]
    least = BORDER * max(high, wide)
    beyond = [(x < least, y < least, x > wide - least, y > high - least) for x, y in outline]
    cut = tuple(name for name, out in zip(SIDES, zip(*beyond, strict=True), strict=True) if any(out))
    return Sight(outline, sum(not any(out) for out in beyond), cut)


def measure_evenness(picture: Picture, outline: tuple[Corner, ...] | None = None) -> Evenness:
    """Compare the light in nine parts of the floor, without an outline those of the picture; few dice hide no part."""
    high, wide = picture.shape[:2]
    corners = outline or ((0.0, 0.0), (float(wide), 0.0), (float(wide), float(high)), (0.0, float(high)))
    side = PARTS * PART_PX
    first, last = -WALL * side, (1 + WALL) * side
    places = np.array([(first, first), (last, first), (last, last), (first, last)], np.float32)
    flat = cv2.warpPerspective(
        picture,
        cv2.getPerspectiveTransform(np.array(corners, np.float32), places),
        (side, side),
        flags=cv2.INTER_LINEAR,
    )
    light = flat.max(2).reshape(PARTS, PART_PX, PARTS, PART_PX)
    levels = np.median(light.transpose(0, 2, 1, 3).reshape(PARTS, PARTS, -1), axis=2)
    row, column = np.unravel_index(int(levels.argmin()), levels.shape)
    return Evenness(float(levels.min() / max(float(levels.max()), 1.0)), int(row), int(column))
