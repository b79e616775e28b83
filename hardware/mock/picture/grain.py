"""Soft noise, of which the simulated surfaces are made."""

from __future__ import annotations

import cv2
import numpy as np

from tablekeeper.hardware.mock.picture.solid import Floats

TILE_PX = 1024
PIXEL_MM = 0.25


def noise(rng: np.random.Generator, blur_px: float, stretch: float = 1.0) -> Floats:
    """Soft noise of unit spread; `stretch` draws it out sideways. Very soft noise is made small and enlarged."""
    coarse = max(1, int(blur_px // 3))
    side = TILE_PX // coarse + 1
    grain = rng.standard_normal((side, side)).astype(np.float32)
    sigma = blur_px / coarse
    soft = cv2.GaussianBlur(grain, (0, 0), sigmaX=sigma * stretch, sigmaY=sigma, borderType=cv2.BORDER_REFLECT)
    whole = cv2.resize(soft, (TILE_PX, TILE_PX), interpolation=cv2.INTER_CUBIC)
    return np.asarray(whole / whole.std())
