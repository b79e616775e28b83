"""Distinguishes a hand from wood, glare and cloth that the watching net takes for one: large, and with an outline."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from tablekeeper.vision.faces.candidates import STRIDE, Picture
from tablekeeper.vision.faces.decide import Face

Floats = NDArray[np.float32]
Mask = NDArray[np.bool_]
Numbers = NDArray[np.float64]

CORE: Final = 0.5  # logits above the level...
LEAST_CORE: Final = 0.01  # ...that so much of the picture must have
BLUR_PX: Final = 1.5  # of the picture, before steps are measured: grain has none
STEP_CELLS: Final = 1.25  # to both sides of a step
NEAR_OUTLINE: Final = (-3, -2, -1, 0, 1)  # cells inwards, among which the net may have misplaced the outline
LEAST_OUTLINE: Final = 6  # places that tell an outline's step
AROUND_DICE: Final = 0.005  # of the picture: smaller parts of a palm say nothing


@dataclass(frozen=True)
class Limits:
    """What a part of a picture needs to count as a hand."""

    level: float  # logit from which a place is covered
    area: float  # least share of the picture
    step: float  # least step in colour across its outline, median, in YCrCb (Lab keeps 5 MB of tables)


SUSPECTED: Final = Limits(0.5, 0.03, 15.0)  # a closer look follows
CERTAIN: Final = (Limits(0.75, 0.06, 22.0), Limits(2.0, 0.01, 22.0))  # as that sees it; a small one must be clear


def find_hand(logits: Floats, small: Picture, limits: Limits) -> Mask | None:
    """The largest part that a hand covers, if it is large enough to hide dice and its colour ends at its outline."""
    _, labels, stats, _ = cv2.connectedComponentsWithStats((logits > limits.level).astype(np.uint8))
    areas = stats[1:, cv2.CC_STAT_AREA]
    if not len(areas) or areas.max() < limits.area * logits.size:
        return None
    hand = np.asarray(labels == 1 + int(areas.argmax()))
    if np.count_nonzero(logits[hand] > limits.level + CORE) < LEAST_CORE * logits.size:
        return None
    return hand if _step_across(hand, logits, small) >= limits.step else None


def _step_across(hand: Mask, logits: Floats, small: Picture) -> float:
    """How much the colour changes across the outline of a part: lamplight on a table and grain of wood fade away."""
    inside = cv2.erode(hand.astype(np.uint8), np.ones((3, 3), np.uint8), borderValue=1)
    for side in (inside[:3], inside[-3:], inside[:, :3], inside[:, -3:]):
        side[:] = 1  # there the picture ends, not the hand
    rows, columns = np.nonzero(hand & (inside == 0))
    if len(rows) < LEAST_OUTLINE:
        return 0.0
    smooth = cv2.GaussianBlur(logits, (0, 0), 1.0)
    right, down = (np.asarray(cv2.Sobel(smooth, cv2.CV_64F, *way), np.float64) for way in ((1, 0), (0, 1)))
    inwards = np.stack([right[rows, columns], down[rows, columns]], 1)
    inwards /= np.maximum(np.hypot(*inwards.T), 1e-6)[:, None]
    colours = np.asarray(cv2.GaussianBlur(cv2.cvtColor(small, cv2.COLOR_BGR2YCrCb), (0, 0), BLUR_PX), np.uint8)
    places = np.stack([columns, rows], 1) + 0.5
    steps = [
        np.linalg.norm(np.subtract(*(_sample(colours, places + side * inwards) for side in sides)), axis=1)
        for sides in ((away + STEP_CELLS, away - STEP_CELLS) for away in NEAR_OUTLINE)
    ]
    return float(np.median(np.max(steps, 0)))


def _sample(colours: Picture, places: Numbers) -> Floats:
    """The colours at places of the map."""
    x, y = (np.clip(places[:, axis] * STRIDE, 0, colours.shape[1 - axis] - 1).astype(int) for axis in (0, 1))
    return np.asarray(colours[y, x], np.float32)


def lie_on_it(logits: Floats, back: float, accepted: Sequence[Face]) -> bool:
    """Whether there are faces and the parts of a hand are all around each: a palm that shows dice hides none."""
    _, labels, stats, _ = cv2.connectedComponentsWithStats((logits > CERTAIN[0].level).astype(np.uint8))
    large = 1 + np.flatnonzero(stats[1:, cv2.CC_STAT_AREA] >= AROUND_DICE * logits.size)
    rows, columns = np.nonzero(np.isin(labels, large))
    if not accepted or not len(rows):
        return False
    hull = cv2.convexHull(np.stack([columns, rows], 1).astype(np.int32))
    cells = [(face.candidate.x / (STRIDE * back), face.candidate.y / (STRIDE * back)) for face in accepted]
    return all(cv2.pointPolygonTest(hull, cell, measureDist=False) >= 0 for cell in cells)
