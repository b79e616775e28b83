"""Surfaces of the simulated tray: felt, wood and plastic as tiles of brightness around one."""

from __future__ import annotations

from functools import lru_cache

import cv2
import numpy as np

from tablekeeper.hardware.mock.picture.scene import Material
from tablekeeper.hardware.mock.picture.solid import Floats

TILE_PX = 1024
PIXEL_MM = 0.25


@lru_cache(maxsize=16)
def tile(material: Material, seed: int) -> Floats:
    """A square of texture, 256 mm wide, laid around the middle of the tray and mirrored beyond."""
    rng = np.random.default_rng(seed)
    made = {"felt": _felt, "wood": _wood, "plastic": _plastic}[material](rng)
    return np.asarray(np.clip(made, 0.25, 1.9), dtype=np.float32)


def sample(texture: Floats, x_mm: Floats, y_mm: Floats) -> Floats:
    """The brightness at points of a surface."""
    u = x_mm / PIXEL_MM + TILE_PX / 2
    v = y_mm / PIXEL_MM + TILE_PX / 2
    return np.asarray(
        cv2.remap(texture, u.astype(np.float32), v.astype(np.float32), cv2.INTER_LINEAR, borderMode=cv2.BORDER_REFLECT)
    )


def _noise(rng: np.random.Generator, blur_px: float, stretch: float = 1.0) -> Floats:
    """Soft noise of unit spread; `stretch` draws it out sideways. Very soft noise is made small and enlarged."""
    coarse = max(1, int(blur_px // 3))
    side = TILE_PX // coarse + 1
    grain = rng.standard_normal((side, side)).astype(np.float32)
    sigma = blur_px / coarse
    soft = cv2.GaussianBlur(grain, (0, 0), sigmaX=sigma * stretch, sigmaY=sigma, borderType=cv2.BORDER_REFLECT)
    whole = cv2.resize(soft, (TILE_PX, TILE_PX), interpolation=cv2.INTER_CUBIC)
    return np.asarray(whole / whole.std())


def _felt(rng: np.random.Generator) -> Floats:
    fibres = np.zeros((TILE_PX, TILE_PX), dtype=np.float32)
    ends = rng.uniform(0, TILE_PX, (9000, 2))
    angle, length = rng.uniform(0, np.pi, 9000), rng.uniform(4, 18, 9000)
    step = np.stack([np.cos(angle) * length, np.sin(angle) * length], axis=1)
    for (x0, y0), (dx, dy), tone in zip(ends, step, rng.uniform(-1, 1.2, 9000), strict=True):
        cv2.line(fibres, (int(x0), int(y0)), (int(x0 + dx), int(y0 + dy)), float(tone), 1, cv2.LINE_AA)
    fibres = np.asarray(cv2.GaussianBlur(fibres, (0, 0), 0.8))
    cloud = 0.05 * _noise(rng, 40) + 0.05 * _noise(rng, 8) + 0.07 * _noise(rng, 1.2)
    return np.asarray(1 + cloud + 0.22 * fibres)


def _wood(rng: np.random.Generator) -> Floats:
    rows = np.arange(TILE_PX, dtype=np.float32)[:, None]
    bend = 26 * _noise(rng, 60, 3.0) + 3 * _noise(rng, 8, 8.0)
    rings = np.sin((rows + bend) * np.float32(2 * np.pi / 46)) * 0.5 + 0.5
    pores = np.minimum(_noise(rng, 0.8, 14.0), 0)
    return np.asarray(1.06 - 0.26 * rings**3 + 0.06 * _noise(rng, 2, 12.0) + 0.07 * pores)


def _plastic(rng: np.random.Generator) -> Floats:
    scratches = np.zeros((TILE_PX, TILE_PX), dtype=np.float32)
    for _ in range(60):
        x, y, angle = rng.uniform(0, TILE_PX), rng.uniform(0, TILE_PX), rng.uniform(0, 2 * np.pi)
        end = (int(x + 90 * np.cos(angle)), int(y + 90 * np.sin(angle)))
        cv2.line(scratches, (int(x), int(y)), end, float(rng.uniform(0.02, 0.1)), 1, cv2.LINE_AA)
    return np.asarray(1 + 0.015 * _noise(rng, 1.0) + 0.012 * _noise(rng, 30) + scratches)
