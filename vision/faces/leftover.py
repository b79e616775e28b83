"""Looks for pips that no accepted face explains: a die that was missed would leave some."""

from dataclasses import dataclass
from statistics import median

import cv2
import numpy as np
from numpy.typing import NDArray

from tablekeeper.vision.faces.candidates import Copies, Picture, brightest_channel, copies_of, darkest_channel
from tablekeeper.vision.faces.pips import QUICKEST, Count

Floats = NDArray[np.float32]

LONG_SIDE_PX = 640
LEAST_RADIUS_PX = 1.3
BODY_NEARNESS = 46.0  # greatest distance in BGR between the ring around a spot and an accepted body
INK_NEARNESS = 70.0
RING = np.array([(np.cos(a), np.sin(a)) for a in np.arange(12) * (np.pi / 6)], np.float32)


@dataclass(frozen=True)
class Explained:
    """An accepted face: where it is and how its pips look."""

    x: float
    y: float
    edge: float
    count: Count


def find_leftover(
    picture: Picture, faces: list[Explained], copies: Copies | None = None
) -> list[tuple[float, float, float]]:
    """Spots (x, y, radius) that look like the accepted pips, on a body like the accepted ones, outside every face."""
    if not faces:
        return []
    scale = min(1.0, LONG_SIDE_PX / max(picture.shape[:2]))
    small = (copies or copies_of(picture))(LONG_SIDE_PX) if scale < 1 else picture
    found: list[tuple[float, float, float]] = []
    looks = {(face.count.dark, is_of_brightest(face.count)) for face in faces}
    for dark, use_high in sorted(looks):
        group = [face for face in faces if (face.count.dark, is_of_brightest(face.count)) == (dark, use_high)]
        found += _spots_of_one_look(small, scale, group, faces, use_high=use_high)
    return found


def is_of_brightest(count: Count) -> bool:
    """Whether the pips stand out more in the brightest channel than in the darkest."""
    return abs(max(count.body) - max(count.ink)) >= abs(min(count.body) - min(count.ink))


def _spots_of_one_look(
    small: Picture, scale: float, group: list[Explained], faces: list[Explained], *, use_high: bool
) -> list[tuple[float, float, float]]:
    radii = np.array([face.count.radius * face.edge * scale for face in group])
    if radii.max() < LEAST_RADIUS_PX:
        return []
    channel = brightest_channel(small) if use_high else darkest_channel(small)
    dark = group[0].count.dark
    window = int(radii.max() * 6) | 1
    around = np.asarray(cv2.blur(channel, (window, window)), np.uint8)
    difference = cv2.subtract(around, channel) if dark else cv2.subtract(channel, around)
    least = 0.3 * median(face.count.contrast for face in group)
    _, mask = cv2.threshold(difference, max(least, 8.0), 255, cv2.THRESH_BINARY)
    _, _, stats, centres = cv2.connectedComponentsWithStatsWithAlgorithm(mask, 8, cv2.CV_32S, QUICKEST)
    stats, centres = stats[1:], centres[1:]
    width, height, area = (stats[:, k].astype(np.float32) for k in (2, 3, 4))
    radius = np.sqrt(area / np.pi)
    good = (radius > radii.min() * 0.65) & (radius < radii.max() * 1.5) & (area > 0.6 * width * height)
    good &= np.maximum(width, height) < 1.7 * np.minimum(width, height)
    spots = np.concatenate([centres[good], radius[good, None]], 1).astype(np.float32)
    for face in faces:
        away = np.hypot(spots[:, 0] - face.x * scale, spots[:, 1] - face.y * scale)
        spots = spots[away > 1.15 * face.edge * scale]
    spots = spots[_looks_alike(small, spots, group)] if len(spots) else spots
    return [(float(x / scale), float(y / scale), float(r / scale)) for x, y, r in spots]


def _looks_alike(small: Picture, spots: Floats, group: list[Explained]) -> NDArray[np.bool_]:
    """Which spots have the ink of an accepted face inside and its body all around."""
    bodies = np.array([face.count.body for face in group], np.float32)
    inks = np.array([face.count.ink for face in group], np.float32)
    ring = spots[:, None, :2] + RING[None] * (spots[:, None, 2:] * 1.8 + 1.0)
    around = _sample(small, ring)
    middle = _sample(small, spots[:, None, :2])[:, 0]
    to_body = np.sqrt(((around[:, :, None] - bodies[None, None]) ** 2).sum(-1))  # spots x ring x faces
    to_ink = np.sqrt(((middle[:, None] - inks[None]) ** 2).sum(-1))
    alike = ((to_body < BODY_NEARNESS).mean(1) >= 0.75) & (to_ink < INK_NEARNESS)
    return np.asarray(alike.any(1))


def _sample(picture: Picture, places: Floats) -> Floats:
    x = np.clip(np.rint(places[..., 0]).astype(int), 0, picture.shape[1] - 1)
    y = np.clip(np.rint(places[..., 1]).astype(int), 0, picture.shape[0] - 1)
    return np.asarray(picture[y, x], np.float32)
