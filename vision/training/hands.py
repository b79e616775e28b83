"""Hands that reach into the picture: fingers, skin, nails, a sleeve; drawn as heights over the table."""

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from tablekeeper.vision.picture import Numbers

Floats = NDArray[np.floating]
HAND_PX = 256
SKINS = ((150, 180, 226), (120, 150, 205), (95, 130, 190), (70, 105, 165), (55, 80, 130), (40, 55, 90))


@dataclass(frozen=True)
class Hand:
    """A hand that comes from the lower border of its square; its middle finger points up."""

    colour: Numbers
    cover: Numbers
    normal: Numbers


def render_hand(rng: np.random.Generator) -> Hand:
    """A hand of any skin: flat, grasping, pointing or a fist, with or without a sleeve."""
    height = np.zeros((HAND_PX, HAND_PX), np.float32)
    colour = np.zeros((HAND_PX, HAND_PX, 3), np.float32)
    skin = np.array(SKINS[rng.integers(len(SKINS))], np.float32) * rng.uniform(0.8, 1.15) + rng.normal(0, 6, 3)
    colour[:] = skin
    palm = np.array([HAND_PX * rng.uniform(0.4, 0.6), HAND_PX * rng.uniform(0.6, 0.72)])
    wide = HAND_PX * rng.uniform(0.11, 0.15)
    wrist = np.array([palm[0] + rng.normal(0, 20), HAND_PX * 1.1])
    _limb(height, palm + np.array([0, wide * 0.6]), wrist, wide * rng.uniform(0.75, 0.9), wide * 0.9)
    for side in np.linspace(-0.65, 0.65, 4):
        _limb(
            height,
            palm + np.array([side * wide, -wide * 0.5]),
            palm + np.array([side * wide * 0.6, wide * 0.9]),
            wide * 0.5,
            wide * 0.5,
        )
    _lay_fingers(height, colour, palm, wide, rng)
    cover = np.clip(height / 2.0, 0, 1)
    height = np.asarray(cv2.GaussianBlur(height, (0, 0), 1.5), np.float32)
    wrinkles = cv2.GaussianBlur(rng.standard_normal(height.shape).astype(np.float32), (0, 0), 1.2, sigmaY=3.0)
    height += wrinkles * rng.uniform(0, 1.2)
    if rng.random() < 0.5:
        colour[int(palm[1] + wide * rng.uniform(1.0, 1.8)) :] = rng.uniform(10, 240, 3)
    mottle = cv2.resize(
        rng.normal(0, 8, (24, 24)).astype(np.float32), (HAND_PX, HAND_PX), interpolation=cv2.INTER_CUBIC
    )
    return Hand(np.clip(colour + mottle[..., None], 0, 255).astype(np.uint8), _bytes(cover * 255), _normals(height))


def _lay_fingers(height: Floats, colour: Floats, palm: Floats, wide: float, rng: np.random.Generator) -> None:
    spread, curl = rng.uniform(0.05, 0.35), rng.uniform(0.25, 1.0)
    shown = (1.0, 1.0, 1.0, 1.0) if rng.random() < 0.75 else rng.choice([0.3, 1.0], 4)
    for number, reach in enumerate((0.85, 1.0, 0.95, 0.75)):
        side = (number - 1.5) * 0.55
        way = spread * (number - 1.5) + rng.normal(0, 0.08)
        root = palm + np.array([side * wide, -wide * 0.7])
        _finger(
            height, colour, root, way, wide * 2.3 * reach * curl * shown[number], wide * rng.uniform(0.2, 0.25), rng
        )
    side = rng.choice((-1, 1))
    start = palm + np.array([side * wide * 0.8, wide * 0.3])
    _finger(height, colour, start, side * rng.uniform(0.4, 1.1), wide * 1.5, wide * 0.27, rng)


def _finger(
    height: Floats, colour: Floats, root: Floats, way: float, length: float, thick: float, rng: np.random.Generator
) -> None:
    """Two bones and a nail."""
    bend = rng.normal(0, 0.15)
    joint = root + np.array([np.sin(way), -np.cos(way)]) * length * 0.55
    tip = joint + np.array([np.sin(way + bend), -np.cos(way + bend)]) * length * 0.45
    _limb(height, root, joint, thick * 1.1, thick)
    _limb(height, joint, tip, thick, thick * 0.85)
    if rng.random() < 0.6:
        centre = tuple(int(v) for v in tip)
        axes = (max(1, int(thick * 0.5)), max(1, int(thick * 0.65)))
        nail = tuple(float(v) for v in np.clip(colour[0, 0] * 1.1 + rng.uniform(0, 40), 0, 255))
        cv2.ellipse(colour, centre, axes, np.degrees(way), 0, 360, nail, -1, cv2.LINE_AA)


def _limb(height: Floats, start: Floats, end: Floats, first: float, last: float) -> None:
    """Raise a rounded bar that grows from one radius to another."""
    rows, columns = np.mgrid[:HAND_PX, :HAND_PX].astype(np.float32)
    along = np.asarray(end - start, np.float64)
    length2 = max(float(along @ along), 1e-6)
    share = np.clip(((columns - start[0]) * along[0] + (rows - start[1]) * along[1]) / length2, 0, 1)
    away2 = (columns - start[0] - share * along[0]) ** 2 + (rows - start[1] - share * along[1]) ** 2
    radius = first + (last - first) * share
    np.maximum(height, np.sqrt(np.maximum(radius**2 - away2, 0)).astype(np.float32), out=height)


def _normals(height: Floats) -> Numbers:
    slope_x, slope_y = (cv2.Sobel(height, cv2.CV_32F, *way, ksize=3, scale=1 / 8) for way in ((1, 0), (0, 1)))
    normal = np.dstack([-slope_x, -slope_y, np.ones_like(slope_x)])
    return _bytes((normal / np.linalg.norm(normal, axis=2, keepdims=True) + 1) * 127.5)


def _bytes(plane: Floats) -> Numbers:
    return np.asarray(np.clip(plane, 0, 255) + 0.5, np.uint8)
