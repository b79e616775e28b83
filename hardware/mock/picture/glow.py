"""Lamps that the simulated camera sees: bars and strips of light, and the veil that they throw over the picture."""

from __future__ import annotations

import cv2
import numpy as np

from tablekeeper.hardware.mock.picture.light import lamp_colour
from tablekeeper.hardware.mock.picture.optics import View
from tablekeeper.hardware.mock.picture.scene import Glow
from tablekeeper.hardware.mock.picture.solid import Floats

_FINE = 4  # bits of cv2's fixed point
_VEILS = ((0.004, 0.10), (0.03, 0.03))  # widths of the veil beside the picture's, and their strengths


def shine(glows: tuple[Glow, ...], view: View) -> Floats:
    """The light (height, width, 3) of everything that shines."""
    light = np.zeros((view.height_px, view.width_px, 3), dtype=np.float32)
    for glow in glows:
        light += _mask(glow, view)[..., None] * lamp_colour(glow.kelvin, view.camera.white_kelvin) * glow.power
    if glows:
        bare = light.copy()
        for wide, strength in _VEILS:
            light += np.asarray(cv2.GaussianBlur(bare, (0, 0), max(1.0, wide * view.width_px))) * np.float32(strength)
    return light


def _mask(glow: Glow, view: View) -> Floats:
    mask = np.zeros((view.height_px, view.width_px), dtype=np.uint8)
    ends = np.array([[glow.x_mm, glow.y_mm, glow.z_mm], [glow.to_x_mm, glow.to_y_mm, glow.z_mm]])
    points = ends[:1] + (ends[1:] - ends[:1]) * np.linspace(0, 1, max(glow.spots, 2))[:, None]
    seen = [
        (round(float(x) * 2**_FINE), round(float(y) * 2**_FINE)) for x, y in np.clip(view.project(points), -4000, 4000)
    ]
    thick = max(1, round(glow.width_mm * view.focal_px / float(view.eye[2] - glow.z_mm)))
    if glow.spots:
        for spot in seen:
            cv2.circle(mask, spot, (thick << _FINE) // 2, 255, -1, cv2.LINE_AA, _FINE)
    else:
        cv2.line(mask, seen[0], seen[1], 255, thick, cv2.LINE_AA, _FINE)
    return np.asarray(mask / np.float32(255), dtype=np.float32)
