"""Finds the outline of an empty tray's floor by itself: what looks like the picture's middle, up to the walls."""

from typing import Any, Final

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.candidates import Picture
from vision.shadow import more_than_shadow

PUSHED: Final = 0.12  # of the picture's smaller side: how far a side is looked for outwards
INSIDE_PX: Final = 6  # rows inside a side that show what its floor looks like
LEAK: Final = 0.03  # of the floor's extent that its shaded rim may add
Corner = tuple[float, float]
Line = tuple[NDArray[np.float64], NDArray[np.float64]]  # two points of it


def find_outline(background: Picture) -> tuple[Corner, Corner, Corner, Corner]:
    """The floor's four corners: what looks like the picture's middle, as far as it goes. In whole-picture pixels."""
    height, width = background.shape[:2]
    soft = cv2.GaussianBlur(background, (0, 0), 3)
    lab = cv2.cvtColor(soft, cv2.COLOR_BGR2LAB).astype(np.float32)
    middle = lab[height * 2 // 5 : height * 3 // 5, width * 2 // 5 : width * 3 // 5].reshape(-1, 3)
    typical, spread = np.median(middle, 0), np.maximum(middle.std(0), 2.5)
    alike = np.sqrt((((lab - typical) / (spread * (3.0, 2.0, 2.0))) ** 2).sum(2)) < 2.2
    flooded = _flood(soft)
    far = (np.abs(lab - typical)[..., 1:] > 4 * spread[1:] + 6).any(2)
    floor = (alike | (flooded & _around(alike))) & ~far
    floor = cv2.morphologyEx(floor.astype(np.uint8), cv2.MORPH_OPEN, np.ones((9, 9), np.uint8))
    count, labels, stats, _ = cv2.connectedComponentsWithStats(floor, connectivity=4)
    whole: tuple[Corner, Corner, Corner, Corner] = (
        (0, 0),
        (width * 2.0, 0),
        (width * 2.0, height * 2.0),
        (0, height * 2.0),
    )
    if count < 2:
        return whole
    largest = 1 + int(stats[1:, cv2.CC_STAT_AREA].argmax())
    region = np.asarray(labels == largest, np.uint8)
    if float(region.mean()) < 0.15:
        return whole
    points = cv2.findNonZero(region).reshape(-1, 2)
    return _order(_push_out(background, _quadrilateral(points)) * 2.0)


def _around(alike: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """A little more than what surely is floor: an outline that leaks over the wall would hide leaning dice."""
    low, high = np.percentile(np.argwhere(alike)[:, ::-1], (2, 98), axis=0)  # its middle always is alike
    slack = LEAK * (high - low)
    ys, xs = np.ogrid[: alike.shape[0], : alike.shape[1]]
    (x0, y0), (x1, y1) = low - slack, high + slack
    return np.asarray((xs >= x0) & (xs <= x1) & (ys >= y0) & (ys <= y1))


def _flood(soft: NDArray[Any]) -> NDArray[np.bool_]:
    """The floor followed from the middle as long as no step comes: near the walls it gets darker smoothly."""
    height, width = soft.shape[:2]
    for step in (2, 1):
        mask = np.zeros((height + 2, width + 2), np.uint8)
        limit = (step, step, step)
        cv2.floodFill(soft, mask, (width // 2, height // 2), (0, 0, 0), limit, limit, cv2.FLOODFILL_MASK_ONLY | 4)
        inside = mask[1:-1, 1:-1] > 0
        if not (inside[0].any() or inside[-1].any() or inside[:, 0].any() or inside[:, -1].any()):
            return inside
    return np.zeros((height, width), np.bool_)


def _quadrilateral(points: NDArray[Any]) -> NDArray[np.float32]:
    """Four corners around a region; a region far from a quadrilateral gets its turned bounding rectangle."""
    hull = cv2.convexHull(points)
    around = cv2.boxPoints(cv2.minAreaRect(points))
    for share in np.arange(0.02, 0.1, 0.01):
        polygon = cv2.approxPolyDP(hull, float(share) * cv2.arcLength(hull, True), True).reshape(-1, 2)
        if len(polygon) == 4 and cv2.contourArea(polygon.astype(np.float32)) > 0.95 * cv2.contourArea(hull):
            return polygon.astype(np.float32)
    return np.asarray(around, np.float32)


def _push_out(background: Picture, corners: NDArray[np.float32]) -> NDArray[np.float32]:
    """Each side moved outwards over what is the floor in the wall's shadow, to where the wall begins."""
    corners = np.array(_order(corners), np.float64)
    lines = [_push_side(background, corners[side], corners[(side + 1) % 4]) for side in range(4)]
    crossed = [_cross(lines[side - 1], lines[side]) for side in range(4)]
    return np.array(crossed, np.float32)


def _push_side(background: Picture, start: NDArray[np.float64], end: NDArray[np.float64]) -> Line:
    along = (end - start) / max(float(np.hypot(*(end - start))), 1e-6)
    outwards = np.array([along[1], -along[0]])
    reach = round(PUSHED * min(background.shape[:2]))
    points = []
    for share_from, share_to in ((0.12, 0.45), (0.55, 0.88)):
        one, other = start + (end - start) * share_from, start + (end - start) * share_to
        length = max(8, round(float(np.hypot(*(other - one)))))
        place = np.column_stack([along, outwards, one - outwards * INSIDE_PX]).astype(np.float32)
        size = (length, INSIDE_PX + reach)
        flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
        strip = cv2.warpAffine(background, place, size, flags=flags, borderMode=cv2.BORDER_REPLICATE)
        points.append((one + other) / 2 + outwards * _floor_ends(np.asarray(strip, np.uint8)))
    return points[0], points[1]


def _floor_ends(strip: Picture) -> int:
    """How many rows beyond the inside are still the floor's colour, shaded or not; 0 where no end is found."""
    floor = np.broadcast_to(np.median(strip[:INSIDE_PX], (0, 1)), strip.shape).astype(np.uint8)
    soft = np.asarray(cv2.GaussianBlur(strip, (5, 1), 0), np.uint8)
    coloured, black, _, _ = more_than_shadow(soft, floor, 0.0, brighter=1.12)
    ended = (cv2.bitwise_or(coloured, black) > 0).mean(1)[INSIDE_PX:] > 0.5
    ends = np.nonzero(ended[:-1] & ended[1:])[0]
    return int(ends[0]) if len(ends) else 0


def _cross(one: Line, other: Line) -> NDArray[np.float64]:
    """Where two lines meet."""
    way, across = one[1] - one[0], other[1] - other[0]
    return one[0] + way * float(np.linalg.solve(np.column_stack([way, -across]), other[0] - one[0])[0])


def _order(corners: NDArray[np.float32]) -> tuple[Corner, Corner, Corner, Corner]:
    """Far left, far right, near right, near left."""
    centre = corners.mean(0)
    angles = np.arctan2(corners[:, 1] - centre[1], corners[:, 0] - centre[0])
    a, b, c, d = ((float(x), float(y)) for x, y in corners[np.argsort(angles)])
    return a, b, c, d
