"""The area of a tray or table that counts: around all places where dice came to rest."""

from collections.abc import Iterable, Sequence
from typing import Final

import cv2
import numpy as np

from tablekeeper.vision.trays.outline import Corner

BEYOND: Final = 1.5  # edges around the outermost resting places that belong to the area
ROUND: Final = 12  # corners around one resting place


def area_around(
    places: Iterable[Corner], edge_px: float, width_px: int, height_px: int, before: Sequence[Corner] = ()
) -> tuple[Corner, ...]:
    """The convex area around resting places (middles of dice) and an area known before, within the picture."""
    angles = np.arange(ROUND) * (2 * np.pi / ROUND)
    circle = np.stack([np.cos(angles), np.sin(angles)], 1) * (BEYOND * edge_px)
    points = [np.asarray(place) + circle for place in places]
    points += [np.array(before)] if len(before) else []
    if not points:
        return ()
    hull = cv2.convexHull(np.concatenate(points).astype(np.float32)).reshape(-1, 2)
    inside = np.clip(hull, 0, (width_px, height_px))
    return tuple((round(float(x), 1), round(float(y), 1)) for x, y in inside)
