"""Surfaces of the simulated tray as tiles of brightness around one, or of colours."""

from __future__ import annotations

from functools import lru_cache

import cv2
import numpy as np

from tablekeeper.hardware.mock.picture.floors import FLOORS
from tablekeeper.hardware.mock.picture.grain import PIXEL_MM, TILE_PX, noise
from tablekeeper.hardware.mock.picture.scene import Material
from tablekeeper.hardware.mock.picture.solid import Floats


@lru_cache(maxsize=16)
def tile(material: Material, seed: int) -> Floats:
    """A square of texture, 256 mm wide, laid around the middle of the tray and mirrored beyond."""
    rng = np.random.default_rng(seed)
    made = _PLAIN[material](rng) if material in _PLAIN else FLOORS[material](rng)
    return np.asarray(np.clip(made, 0.25, 1.9) if made.ndim < 3 else np.clip(made, 0.01, 1.9), dtype=np.float32)


def sample(texture: Floats, x_mm: Floats, y_mm: Floats) -> Floats:
    """The brightness at points of a surface, or its colours: the last axis has one layer or three."""
    u = x_mm / PIXEL_MM + TILE_PX / 2
    v = y_mm / PIXEL_MM + TILE_PX / 2
    at = u.astype(np.float32), v.astype(np.float32)
    seen = cv2.remap(texture, *at, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REFLECT)
    return np.asarray(seen if seen.ndim == x_mm.ndim + 1 else seen[..., None], dtype=np.float32)


def _felt(rng: np.random.Generator) -> Floats:
    fibres = np.zeros((TILE_PX, TILE_PX), dtype=np.float32)
    ends = rng.uniform(0, TILE_PX, (9000, 2))
    angle, length = rng.uniform(0, np.pi, 9000), rng.uniform(4, 18, 9000)
    step = np.stack([np.cos(angle) * length, np.sin(angle) * length], axis=1)
    for (x0, y0), (dx, dy), tone in zip(ends, step, rng.uniform(-1, 1.2, 9000), strict=True):
        cv2.line(fibres, (int(x0), int(y0)), (int(x0 + dx), int(y0 + dy)), float(tone), 1, cv2.LINE_AA)
    fibres = np.asarray(cv2.GaussianBlur(fibres, (0, 0), 0.8))
    cloud = 0.05 * noise(rng, 40) + 0.05 * noise(rng, 8) + 0.07 * noise(rng, 1.2)
    return np.asarray(1 + cloud + 0.22 * fibres)


def _wood(rng: np.random.Generator) -> Floats:
    rows = np.arange(TILE_PX, dtype=np.float32)[:, None]
    bend = 26 * noise(rng, 60, 3.0) + 3 * noise(rng, 8, 8.0)
    rings = np.sin((rows + bend) * np.float32(2 * np.pi / 46)) * 0.5 + 0.5
    pores = np.minimum(noise(rng, 0.8, 14.0), 0)
    return np.asarray(1.06 - 0.26 * rings**3 + 0.06 * noise(rng, 2, 12.0) + 0.07 * pores)


def _plastic(rng: np.random.Generator) -> Floats:
    scratches = np.zeros((TILE_PX, TILE_PX), dtype=np.float32)
    for _ in range(60):
        x, y, angle = rng.uniform(0, TILE_PX), rng.uniform(0, TILE_PX), rng.uniform(0, 2 * np.pi)
        end = (int(x + 90 * np.cos(angle)), int(y + 90 * np.sin(angle)))
        cv2.line(scratches, (int(x), int(y)), end, float(rng.uniform(0.02, 0.1)), 1, cv2.LINE_AA)
    return np.asarray(1 + 0.015 * noise(rng, 1.0) + 0.012 * noise(rng, 30) + scratches)


_PLAIN = {"felt": _felt, "wood": _wood, "plastic": _plastic}
