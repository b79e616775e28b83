"""The simulated lens: which ray of sight belongs to which pixel, and where a point of the table lands."""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from tablekeeper.hardware.mock.picture.scene import Camera
from tablekeeper.hardware.mock.picture.solid import Floats, Matrix


class View:
    """A camera's geometry at one scale; `rays` holds a unit vector a pixel, as (3, height, width)."""

    def __init__(self, camera: Camera, scale: int = 1) -> None:
        self.camera = camera
        self.width_px, self.height_px = camera.width_px * scale, camera.height_px * scale
        self.eye = np.array([camera.x_mm, camera.y_mm, camera.z_mm])
        self.focal_px = self.width_px / 2 / float(np.tan(np.radians(camera.field_deg / 2)))
        self.pixel_rad = 1.0 / self.focal_px
        self.axes = _axes(camera)
        self.rays: Floats = self._rays()
        self.vignette: Floats = self._vignette()

    def project(self, points: Matrix) -> Matrix:
        """Picture coordinates (n, 2) of table points (n, 3)."""
        seen = (points - self.eye) @ self.axes.T
        x, y = seen[:, 0] / seen[:, 2], seen[:, 1] / seen[:, 2]
        r2 = x * x + y * y
        bend = 1 + self.camera.k1 * r2 + self.camera.k2 * r2 * r2
        centre = np.array([(self.width_px - 1) / 2, (self.height_px - 1) / 2])
        return np.asarray(np.stack([x * bend, y * bend], axis=1) * self.focal_px + centre)

    def _rays(self) -> Floats:
        columns = (np.arange(self.width_px) - (self.width_px - 1) / 2) / self.focal_px
        rows = (np.arange(self.height_px) - (self.height_px - 1) / 2) / self.focal_px
        bent_x, bent_y = np.meshgrid(columns, rows)
        x, y = bent_x, bent_y
        for _ in range(6):  # the lens formula has no closed inverse; this converges for any sane lens
            r2 = x * x + y * y
            bend = 1 + self.camera.k1 * r2 + self.camera.k2 * r2 * r2
            x, y = bent_x / bend, bent_y / bend
        rays = np.einsum("ji,jhw->ihw", self.axes, np.stack([x, y, np.ones_like(x)]))
        return np.asarray(rays / np.sqrt((rays * rays).sum(axis=0)), dtype=np.float32)

    def _vignette(self) -> Floats:
        across = np.linspace(-1, 1, self.width_px)[None, :]
        down = np.linspace(-1, 1, self.height_px)[:, None] * self.height_px / self.width_px
        return np.asarray(1 - self.camera.vignetting * (across**2 + down**2) / 1.56, dtype=np.float32)


def _axes(camera: Camera) -> NDArray[np.float64]:
    """Rows: the picture's right, its down, and the line of sight, in table axes."""
    sight = np.array([camera.look_x_mm - camera.x_mm, camera.look_y_mm - camera.y_mm, -camera.z_mm])
    sight /= np.linalg.norm(sight)
    right = np.cross(sight, [0.0, 1.0, 0.0])
    right /= np.linalg.norm(right)
    down = np.cross(sight, right)
    c, s = np.cos(np.radians(camera.roll_deg)), np.sin(np.radians(camera.roll_deg))
    return np.array([c * right + s * down, -s * right + c * down, sight])


def view_of(camera: Camera, scale: int = 1) -> View:
    """The geometry of a camera, kept because it costs as much as several pictures."""
    return _view(steady(camera), scale)


@lru_cache(maxsize=8)
def _view(camera: Camera, scale: int) -> View:
    return View(camera, scale)


def steady(camera: Camera) -> Camera:
    """The camera without what changes from picture to picture."""
    return replace(camera, gains=(1.0, 1.0, 1.0), jolt_px=(0.0, 0.0))
