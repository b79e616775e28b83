"""The empty simulated tray: what every pixel shows without dice, split by light so that shadows can be taken away."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import lru_cache

import cv2
import numpy as np

from tablekeeper.hardware.mock.picture.glow import shine
from tablekeeper.hardware.mock.picture.light import lamp_colour, paint
from tablekeeper.hardware.mock.picture.optics import View, steady, view_of
from tablekeeper.hardware.mock.picture.outline import floor_height, floor_normal, inner_distance, outwards
from tablekeeper.hardware.mock.picture.scene import Light, Scene, Tray
from tablekeeper.hardware.mock.picture.solid import Floats
from tablekeeper.hardware.mock.picture.texture import sample, tile

_FLOOR, _WALL, _RIM, _TABLE = range(4)
SHEEN = {"wood": 0.05, "plastic": 0.22, "leather": 0.1, "stone": 0.15, "printed map": 0.06, "cardboard": 0.01}


@dataclass(frozen=True)
class Backdrop:
    """Layers of linear light: `ambient` and one for each lamp; their sum is the empty tray. `floor` and
    `table` say where shadows of dice inside and beside the tray can fall. Never written to."""

    ambient: Floats
    lamps: tuple[Floats, ...]
    whole: Floats
    floor: Floats
    table: Floats
    open: Floats
    """Where the line of sight enters the tray above its walls, or meets no wall at all."""


@dataclass(frozen=True)
class _Ground:
    """What the ray of each pixel meets first."""

    kind: Floats
    point: Floats
    normal: Floats


def backdrop_of(scene: Scene, scale: int = 1) -> Backdrop:
    """The empty tray of a scene, remembered for the next picture."""
    return _backdrop(replace(scene, dice=(), hands=(), camera=steady(scene.camera)), scale)


@lru_cache(maxsize=3)
def _backdrop(stage: Scene, scale: int) -> Backdrop:
    tray, camera = stage.tray, stage.camera
    view = view_of(camera, scale)
    ground = _meet(view, tray)
    albedo = _albedo(tray, ground)
    veil = (view.vignette * camera.exposure)[..., None]
    sky = lamp_colour(stage.ambient_kelvin, camera.white_kelvin) * np.float32(stage.ambient)
    dim = albedo * (_openness(tray, ground)[..., None] * sky) * veil
    lamps = tuple(_lit(lamp, tray, ground, albedo, view) * veil for lamp in stage.lights)
    whole = np.asarray(dim + sum(lamps, np.float32(0)) + shine(stage.glows, view) * camera.exposure, dtype=np.float32)
    into = (ground.kind == _FLOOR) | (ground.kind == _WALL)
    return Backdrop(dim, lamps, whole, *_takes_shadow(ground), np.asarray(into, dtype=np.float32))


def _takes_shadow(ground: _Ground) -> tuple[Floats, Floats]:
    """Shadows are thrown onto the plane of the floor; on walls that is nearly right, on the rim it is not."""
    floor = np.select([ground.kind == _FLOOR, ground.kind == _WALL], [1.0, 0.5], 0.0)
    return np.asarray(floor, dtype=np.float32), np.asarray(ground.kind == _TABLE, dtype=np.float32)


def _meet(view: View, tray: Tray) -> _Ground:
    rays, eye = view.rays, view.eye.astype(np.float32)
    top, floor, table = [(np.float32(height) - eye[2]) / rays[2] for height in (tray.wall_mm, 0.0, -tray.drop_mm)]
    floor = _onto_floor(tray, eye, rays, floor)
    top_x, top_y = eye[0] + top * rays[0], eye[1] + top * rays[1]
    lean = tray.slope * tray.wall_mm
    opening = inner_distance(tray, top_x, top_y, lean) < 0
    inside = inner_distance(tray, eye[0] + floor * rays[0], eye[1] + floor * rays[1]) < 0
    rim = ~opening & (inner_distance(tray, top_x, top_y, lean + tray.rim_mm) < 0)
    wall = opening & ~inside
    kind = np.select([opening & inside, wall, rim], [_FLOOR, _WALL, _RIM], _TABLE)
    t = np.select([kind == _FLOOR, kind == _RIM], [floor, top], table).astype(np.float32)
    t[wall] = _through_wall(tray, eye, rays[:, wall], top[wall], floor[wall])
    point = eye[:, None, None] + t * rays
    normal = np.zeros_like(point)
    normal[2] = 1.0
    normal[:, wall] = _wall_normal(tray, *point[:2, wall])
    if tray.sag_mm:
        normal[:, kind == _FLOOR] = floor_normal(tray, *point[:2, kind == _FLOOR])
    return _Ground(kind.astype(np.float32), point, normal)


def _onto_floor(tray: Tray, eye: Floats, rays: Floats, t: Floats) -> Floats:
    """Where rays meet a floor that may be curved, coming nearer from the flat one."""
    for _ in range(4 if tray.sag_mm else 0):
        height = floor_height(tray, eye[0] + t * rays[0], eye[1] + t * rays[1])
        t = np.asarray((height - eye[2]) / rays[2], dtype=np.float32)
    return t


def _through_wall(tray: Tray, eye: Floats, rays: Floats, low: Floats, high: Floats) -> Floats:
    """Where rays that enter the tray leave it again through a wall: between two moments, by halving."""
    for _ in range(12):
        middle = (low + high) / 2
        x, y, z = (eye[axis] + middle * rays[axis] for axis in range(3))
        within = inner_distance(tray, x, y) < tray.slope * z
        low, high = np.where(within, middle, low), np.where(within, high, middle)
    return low


def _wall_normal(tray: Tray, x: Floats, y: Floats) -> Floats:
    """A wall looks inwards, and upwards as far as it slopes."""
    dx, dy = outwards(tray, x, y)
    up = tray.slope + 0.02
    return np.stack([-dx, -dy, np.full_like(dx, up)]) / np.float32(np.hypot(1, up))


def _albedo(tray: Tray, ground: _Ground) -> Floats:
    x, y, z = ground.point
    floor = sample(tile(tray.material, tray.texture_seed), x, y) * paint(tray.colour)
    wall_tile = tile(tray.wall_material, tray.texture_seed + 1)
    wall = sample(wall_tile, x + y, z) * paint(tray.wall_colour)
    rim = sample(wall_tile, x + y, y - x) * paint(tray.wall_colour)
    table = sample(tile("wood", tray.texture_seed + 2), x * 0.6, y * 0.6) * paint(tray.table_colour)
    kind = ground.kind[..., None]
    return np.asarray(np.select([kind == _FLOOR, kind == _WALL, kind == _RIM], [floor, wall, rim], table))


def _openness(tray: Tray, ground: _Ground) -> Floats:
    """How much of the room's light reaches a point: less in the corner between floor and wall."""
    x, y, z = ground.point
    from_wall = np.maximum(-inner_distance(tray, x, y), 0)
    high = max(tray.wall_mm, 1.0)
    floor = 1 - 0.45 * np.exp(-from_wall / (0.6 * high))
    wall = 0.55 + 0.45 * np.clip(z / high, 0, 1)
    beside = np.maximum(inner_distance(tray, x, y, tray.rim_mm), 0)
    table = 1 - 0.5 * np.exp(-beside / 12)
    kinds = [ground.kind == _FLOOR, ground.kind == _WALL, ground.kind == _RIM]
    return np.asarray(np.select(kinds, [floor, wall, 1.0], table), dtype=np.float32)


def _lit(lamp: Light, tray: Tray, ground: _Ground, albedo: Floats, view: View) -> Floats:
    x, y, z = ground.point
    to = np.stack([lamp.x_mm - x, lamp.y_mm - y, lamp.z_mm - z])
    far2 = np.einsum("ihw,ihw->hw", to, to)
    slope = np.maximum(np.einsum("ihw,ihw->hw", to, ground.normal), 0) / np.sqrt(far2)
    home2 = lamp.x_mm**2 + lamp.y_mm**2 + lamp.z_mm**2
    strength = lamp.power * slope * home2 / far2 * _past_wall(lamp, tray, ground)
    shine = _sheen(tray, ground, to / np.sqrt(far2), view)
    glow = lamp_colour(lamp.kelvin, view.camera.white_kelvin)
    return np.asarray((albedo * strength[..., None] + (shine * strength)[..., None]) * glow, dtype=np.float32)


def _past_wall(lamp: Light, tray: Tray, ground: _Ground) -> Floats:
    """Share of a lamp that gets over the walls to a point inside: soft, for lamps have a size."""
    x, y, z = ground.point
    climb = np.clip((tray.wall_mm - z) / (lamp.z_mm - z), 0, 1)
    lean = tray.slope * tray.wall_mm
    over = inner_distance(tray, x + climb * (lamp.x_mm - x), y + climb * (lamp.y_mm - y), lean)
    soft = np.maximum(lamp.size_mm * climb, 0.6)
    lit = np.clip(0.5 - over / soft, 0, 1)
    inside = (ground.kind == _FLOOR) | (ground.kind == _WALL)
    return np.asarray(np.where(inside & (tray.wall_mm > 0), lit, 1.0), dtype=np.float32)


def _sheen(tray: Tray, ground: _Ground, to: Floats, view: View) -> Floats:
    """The lamp's mirror image on plastic and varnish."""
    half = to - view.rays
    half /= np.sqrt(np.einsum("ihw,ihw->hw", half, half))
    facing = np.clip(np.einsum("ihw,ihw->hw", half, ground.normal), 0, 1)
    strength = np.where(ground.kind == _FLOOR, SHEEN.get(tray.material, 0.0), SHEEN.get(tray.wall_material, 0.0))
    return np.asarray(strength * cv2.pow(facing.astype(np.float32), 60.0), dtype=np.float32)
