"""The outlines of simulated trays: how far the walls are, which way they look, how high the floor lies."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from tablekeeper.hardware.mock.picture.scene import Tray
from tablekeeper.hardware.mock.picture.solid import Floats

NO_WALL_MM = 1000.0
CORNERS = {"hexagon": 6, "octagon": 8}
_STEP_MM = 0.5  # over which a wall's direction is measured


def inner_distance(tray: Tray, x: Floats, y: Floats, grow_mm: float = 0.0) -> Floats:
    """Signed distance from the inner outline of the tray at the floor, negative inside."""
    if tray.shape == "table":
        return np.full_like(x, -NO_WALL_MM, dtype=np.float32)
    if tray.shape in CORNERS:
        return _from_sides(tray, x, y, grow_mm)
    return (_from_oval if tray.shape in ("oval", "bowl") else _from_box)(tray, x, y, grow_mm)


def _from_box(tray: Tray, x: Floats, y: Floats, grow_mm: float) -> Floats:
    corner = tray.corner_mm + grow_mm
    dx = np.abs(x) - (tray.width_mm / 2 + grow_mm - corner)
    dy = np.abs(y) - (tray.depth_mm / 2 + grow_mm - corner)
    outside = np.hypot(np.maximum(dx, 0), np.maximum(dy, 0))
    return np.asarray(outside + np.minimum(np.maximum(dx, dy), 0) - corner, dtype=np.float32)


def _from_oval(tray: Tray, x: Floats, y: Floats, grow_mm: float) -> Floats:
    """Exact for circles; for ellipses right near the outline."""
    a, b = tray.width_mm / 2 + grow_mm, tray.depth_mm / 2 + grow_mm
    share = np.hypot(x / a, y / b)
    steep = np.maximum(np.hypot(x / a**2, y / b**2), 1e-6)
    near = (share - 1) * share / steep
    return np.asarray(np.where(share < 0.3, -min(a, b) * (1 - share), near), dtype=np.float32)


def _from_sides(tray: Tray, x: Floats, y: Floats, grow_mm: float) -> Floats:
    ways = np.arange(CORNERS[tray.shape]) * 2 * np.pi / CORNERS[tray.shape]
    away = [
        x * np.float32(np.cos(way)) + y * np.float32(np.sin(way)) - _apothem(tray, float(way)) - grow_mm for way in ways
    ]
    return np.asarray(np.max(away, axis=0), dtype=np.float32)


def _apothem(tray: Tray, way: float) -> float:
    return float(np.hypot(np.cos(way) * tray.width_mm, np.sin(way) * tray.depth_mm)) / 2


def outwards(tray: Tray, x: Floats, y: Floats) -> tuple[Floats, Floats]:
    """The direction of the nearest wall, as a unit vector."""
    dx = inner_distance(tray, x + _STEP_MM, y) - inner_distance(tray, x - _STEP_MM, y)
    dy = inner_distance(tray, x, y + _STEP_MM) - inner_distance(tray, x, y - _STEP_MM)
    length = np.hypot(dx, dy) + np.float32(1e-6)
    return np.asarray(dx / length), np.asarray(dy / length)


def floor_height(tray: Tray, x: Floats, y: Floats) -> Floats:
    """How high the floor lies: a bowl's rises towards its walls as a dish does."""
    half2 = (tray.width_mm / 2) ** 2, (tray.depth_mm / 2) ** 2
    return np.asarray(tray.sag_mm * np.minimum(x * x / half2[0] + y * y / half2[1], 1.0), dtype=np.float32)


def floor_at(tray: Tray, x_mm: float, y_mm: float) -> tuple[float, float, float]:
    """Height of the floor at a place, its slope in degrees, and the direction in which its normal leans."""
    if not tray.sag_mm:
        return 0.0, 0.0, 0.0
    one = np.array([x_mm], dtype=np.float32)
    rise = [2 * tray.sag_mm * at / (side / 2) ** 2 for at, side in ((x_mm, tray.width_mm), (y_mm, tray.depth_mm))]
    slope = float(np.degrees(np.arctan(np.hypot(rise[0], rise[1]))))
    towards = float(np.degrees(np.arctan2(-rise[1], -rise[0])))
    return float(floor_height(tray, one, np.array([y_mm], dtype=np.float32))[0]), slope, towards


def floor_normal(tray: Tray, x: Floats, y: Floats) -> NDArray[np.float32]:
    """The floor's upward normals, as (3, ...)."""
    rise_x = 2 * tray.sag_mm * x / (tray.width_mm / 2) ** 2
    rise_y = 2 * tray.sag_mm * y / (tray.depth_mm / 2) ** 2
    length = np.sqrt(rise_x**2 + rise_y**2 + 1)
    return np.asarray(np.stack([-rise_x, -rise_y, np.ones_like(x)]) / length, dtype=np.float32)
