"""A clear dome or cup over the dice: lamps mirrored in it, a rim, a little haze."""

import cv2
import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.floating]


def lay_dome(canvas: Floats, rng: np.random.Generator) -> None:
    """Draw one over the scene."""
    side = canvas.shape[0]
    centre = rng.uniform(0.25, 0.75, 2) * side
    radius = float(rng.uniform(0.2, 0.6) * side)
    haze = _soft(canvas, centre, radius, -1, rng.uniform(0.5, 4)) * rng.uniform(0.0, 0.25)
    canvas += (rng.uniform(60, 230) - canvas) * haze[..., None]
    canvas += _soft(canvas, centre, radius, int(rng.integers(1, 6)), rng.uniform(0.5, 3))[..., None] * rng.uniform(
        20, 160
    )
    for _ in range(int(rng.integers(1, 5))):
        canvas += _mirrored_lamp(canvas, centre, radius, rng)[..., None] * np.float32(rng.uniform(30, 260))


def _soft(canvas: Floats, centre: Floats, radius: float, thick: int, blur: float) -> Floats:
    mask = np.zeros(canvas.shape[:2], np.float32)
    cv2.circle(mask, (int(centre[0]), int(centre[1])), int(radius), 1.0, thick, cv2.LINE_AA)
    return np.asarray(cv2.GaussianBlur(mask, (0, 0), blur), np.float32)


def _mirrored_lamp(canvas: Floats, centre: Floats, radius: float, rng: np.random.Generator) -> Floats:
    """A part of a ring, or a spot."""
    mask = np.zeros(canvas.shape[:2], np.float32)
    out, way = radius * rng.uniform(0.2, 0.95), rng.uniform(0, 2 * np.pi)
    if rng.random() < 0.5:
        start = float(np.degrees(way))
        axes = (int(out), int(out * rng.uniform(0.8, 1.0)))
        at, thick = (int(centre[0]), int(centre[1])), int(rng.integers(1, 8))
        cv2.ellipse(mask, at, axes, 0, start, start + rng.uniform(10, 90), 1.0, thick, cv2.LINE_AA)
    else:
        x, y = centre + out * np.array([np.cos(way), np.sin(way)])
        axes = (int(rng.integers(2, 14)), int(rng.integers(2, 14)))
        cv2.ellipse(mask, (int(x), int(y)), axes, float(np.degrees(way)), 0, 360, 1.0, -1, cv2.LINE_AA)
    return np.asarray(cv2.GaussianBlur(mask, (0, 0), rng.uniform(0.6, 3)), np.float32)
