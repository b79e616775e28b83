"""The area of a tray or table that counts: around all places where dice came to rest."""

from collections.abc import Iterable, Sequence
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from tablekeeper.vision.trays.calibration import Calibration
from tablekeeper.vision.trays.floor.outline import Corner

BEYOND: Final = 1.5  # edges around the outermost resting places that belong to the area
ROUND: Final = 12  # corners around one resting place


def area_around(
    places: Iterable[Corner],
    edge_px: float,
    width_px: int,
    height_px: int,
    before: Sequence[Corner] = (),
    beyond: float = BEYOND,
) -> tuple[Corner, ...]:
    """The convex area around resting places (middles of dice) and an area known before, within the picture."""
    angles = np.arange(ROUND) * (2 * np.pi / ROUND)
    circle = np.stack([np.cos(angles), np.sin(angles)], 1) * (beyond * edge_px)
    points = [np.asarray(place) + circle for place in places]
    points += [np.array(before)] if len(before) else []
    if not points:
        return ()
    hull = cv2.convexHull(np.concatenate(points).astype(np.float32)).reshape(-1, 2)
    inside = np.clip(hull, 0, (width_px, height_px))
    return tuple((round(float(x), 1), round(float(y), 1)) for x, y in inside)


def counts_at(known: Calibration, x: float, y: float) -> bool:
    """Whether a die with its middle there counts: outside what somebody drew none does."""
    if not known.drawn:
        return True
    return cv2.pointPolygonTest(np.array(known.outline, np.float32), (float(x), float(y)), False) >= 0


def area_mask(known: Calibration) -> NDArray[np.uint8]:
    """Where changes count, at half size: what somebody drew; else the floor inside its walls, where these were found,
    and around all places where dice came to rest; everywhere while none is known.
    """
    shape = known.background.shape[:2]
    areas = [known.outline] if known.drawn else [area for area in (known.resting, known.walled) if area]
    mask = np.full(shape, 0 if areas else 255, np.uint8)
    for area in areas:
        cv2.fillPoly(mask, [np.round(np.array(area) / 2).astype(np.int32)], 255)
    return mask
