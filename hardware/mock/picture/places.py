"""Trays, lamps and cameras as people have them, drawn from a random generator."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from tablekeeper.hardware.mock.picture.optics import View
from tablekeeper.hardware.mock.picture.scene import Camera, Glow, Light, Material, Shape, Tray
from tablekeeper.hardware.mock.picture.variety import FLOORS, Lamps

# least and greatest width, least and greatest depth beside it, walls, how far they lean
_SIZES: dict[Shape, tuple[tuple[float, float], tuple[float, float], tuple[float, float], tuple[float, float]]] = {
    "rectangle": ((120, 300), (0.55, 1.0), (12, 70), (0.0, 0.0)),
    "oval": ((75, 260), (0.75, 1.0), (12, 60), (0.0, 0.1)),
    "octagon": ((140, 260), (0.85, 1.0), (15, 45), (0.0, 0.0)),
    "hexagon": ((140, 260), (0.9, 1.0), (15, 45), (0.0, 0.0)),
    "bowl": ((110, 240), (0.9, 1.0), (15, 45), (0.0, 0.4)),
    "folding": ((130, 260), (0.7, 1.0), (14, 32), (0.25, 0.7)),
    "paper": ((150, 300), (0.7, 0.75), (0, 0), (0.0, 0.0)),
    "table": ((150, 300), (0.6, 1.0), (0, 0), (0.0, 0.0)),
}
_WALLS: tuple[Material, ...] = ("wood", "plastic", "leather")
_WIDEST_DEG = 85.0
_GREY_SHARE = 0.12
_ROUND_SHARE = 0.6  # of oval trays that are circles
SMALLEST_DIE_PX = 15.0
_ASPECTS = ((4, 3), (4, 3), (16, 9), (1, 1), (3, 4))


def draw_tray(rng: np.random.Generator, shape: Shape, floor: Material) -> Tray:
    """A tray of a shape with a floor."""
    widths, shares, walls, slopes = _SIZES[shape]
    wide = float(np.exp(rng.uniform(np.log(widths[0]), np.log(widths[1]))))
    share = 1.0 if shape == "oval" and rng.random() < _ROUND_SHARE else float(rng.uniform(*shares))
    of_one_piece = shape in ("folding", "bowl") or floor == "cardboard"
    wall = floor if of_one_piece else _WALLS[int(rng.integers(len(_WALLS)))]
    return Tray(
        width_mm=wide,
        depth_mm=wide * share,
        wall_mm=float(rng.uniform(*walls)),
        rim_mm=0.0 if shape in ("paper", "table") else float(rng.uniform(1.5, 8)),
        corner_mm=float(rng.uniform(0, 25) if shape == "folding" else rng.uniform(1, 14)),
        material=floor,
        colour=str(rng.choice(FLOORS[floor])),
        wall_material=wall,
        wall_colour=str(rng.choice(FLOORS[wall])),
        table_colour=str(rng.choice(("walnut", "oak", "cloth", "charcoal", "white", "grey"))),
        texture_seed=int(rng.integers(1, 60)),
        shape=shape,
        slope=float(rng.uniform(*slopes)),
        sag_mm=float(rng.uniform(2, 10)) * wide / 240 if shape == "bowl" else 0.0,
        drop_mm=0.2 if shape == "paper" else float(rng.uniform(1, 8)),
    )


def draw_lamps(rng: np.random.Generator, lamps: Lamps, tray: Tray) -> tuple[tuple[Light, ...], tuple[Glow, ...], float]:
    """Lamps, what of them shines into the camera, and the room's own light."""
    kelvin = float(rng.choice((2700.0, 3500.0, 4200.0, 5200.0, 6400.0)))
    flicker = float(rng.choice((0.0, 0.0, 0.06)))
    if lamps == "window":
        return (_from_aside(rng, 6200, 1.0, (500, 900), (300, 700)),), (), float(rng.uniform(0.35, 0.6))
    if lamps == "ceiling":
        high = Light(float(rng.normal(0, 250)), float(rng.normal(0, 250)), 1700.0, kelvin, 0.8, 250.0, flicker)
        return (high,), (), float(rng.uniform(0.3, 0.55))
    if lamps == "spot":
        return (_from_aside(rng, kelvin, 1.1, (5, 20), (200, 600)),), (), float(rng.uniform(0.02, 0.15))
    if lamps == "strip":
        return (*_usual(rng, kelvin, 0.6), *_strip_light(rng, tray)), _strip(rng, tray), float(rng.uniform(0.03, 0.25))
    if lamps == "in view":
        return _usual(rng, kelvin, 0.9), (_bar_in_view(rng, tray, kelvin),), float(rng.uniform(0.05, 0.3))
    if lamps == "ring":
        return (Light(0.0, 0.0, 330.0, 5600.0, 0.8, 90.0, flicker),), (), float(rng.uniform(0.1, 0.3))
    if lamps == "mixed":
        return (_from_aside(rng, 2700, 0.5), _from_aside(rng, 6500, 0.45)), (), float(rng.uniform(0.15, 0.4))
    power = 0.4 if lamps == "dim" else 1.0
    return _usual(rng, kelvin, power, flicker), (), float(rng.uniform(0.03, 0.35)) * power


def _from_aside(
    rng: np.random.Generator, kelvin: float, power: float, sizes: tuple[float, float] = (30, 140),
    away: tuple[float, float] = (160, 420), flicker: float = 0.0,
) -> Light:  # fmt: skip
    turn, out = rng.uniform(0, 2 * np.pi), rng.uniform(*away)
    x, y = float(out * np.cos(turn)), float(out * np.sin(turn))
    high = float(rng.uniform(250, 600))
    return Light(x, y, high, kelvin, power * float(rng.uniform(0.85, 1.15)), float(rng.uniform(*sizes)), flicker)


def _usual(rng: np.random.Generator, kelvin: float, power: float, flicker: float = 0.0) -> tuple[Light, ...]:
    shares = ((1.0,), (0.7, 0.3), (0.5, 0.3, 0.2))[int(rng.integers(3))]
    return tuple(_from_aside(rng, kelvin, power * share, flicker=flicker) for share in shares)


def _strip_light(rng: np.random.Generator, tray: Tray) -> tuple[Light, ...]:
    """What a strip of small lamps on the rim does to the floor: low light from one side."""
    side = float(rng.choice((-1.0, 1.0)))
    return (
        Light(side * tray.width_mm * 0.6, 0.0, tray.wall_mm + 70, float(rng.choice((3000.0, 6500.0))), 0.35, 120.0),
    )


def _strip(rng: np.random.Generator, tray: Tray) -> tuple[Glow, ...]:
    """Small lamps in a row on the rims of two or three sides, inside it for round trays."""
    half_x, half_y = tray.width_mm / 2 + tray.rim_mm / 2, tray.depth_mm / 2 + tray.rim_mm / 2
    share = 0.7 if tray.shape in ("oval", "bowl") else 1.0
    sides = ((-half_x, -1, -half_x, 1), (half_x, -1, half_x, 1), (-1, half_y, 1, half_y))
    kelvin, power = float(rng.choice((3000.0, 6500.0, 9000.0))), float(rng.uniform(1.5, 5))
    made = []
    for number in rng.permutation(3)[: int(rng.integers(1, 4))]:
        x, y, to_x, to_y = sides[int(number)]
        x, to_x = (v * half_x * share if abs(v) == 1 else v for v in (x, to_x))
        y, to_y = (v * half_y * share if abs(v) == 1 else v for v in (y, to_y))
        made.append(Glow(x, y, tray.wall_mm, to_x, to_y, 3.0, power, kelvin, int(rng.choice((0, 12, 20)))))
    return tuple(made)


def _bar_in_view(rng: np.random.Generator, tray: Tray, kelvin: float) -> Glow:
    """A lamp or a bright screen at the edge of what the camera sees."""
    far = tray.depth_mm / 2 + tray.rim_mm + float(rng.uniform(8, 25))
    side = float(rng.choice((-1.0, 1.0)))
    half = float(rng.uniform(10, 60))
    return Glow(
        -half,
        side * far,
        float(rng.uniform(0, 30)),
        half,
        side * far,
        float(rng.uniform(6, 25)),
        float(rng.uniform(2, 6)),
        kelvin,
    )


def draw_camera(rng: np.random.Generator, tray: Tray, lights: tuple[Light, ...], die_mm: float, *, dim: bool) -> Camera:
    """A camera 20 to 60 cm away, above the tray or beside the tower, that sees the whole tray."""
    high = float(rng.uniform(200, 600))
    slant = float(rng.uniform(0, 20)) if rng.random() < 0.7 else 20.0
    towards = rng.uniform(0, 2 * np.pi)
    out = high * float(np.tan(np.radians(slant)))
    aspect = _ASPECTS[int(rng.integers(len(_ASPECTS)))]
    long_side = int(np.exp(rng.uniform(np.log(128), np.log(2000))))
    wide_px, high_px = (max(96, round(long_side * part / max(aspect))) for part in aspect)
    camera = Camera(
        width_px=wide_px,
        height_px=high_px,
        x_mm=float(out * np.cos(towards)),
        y_mm=float(out * np.sin(towards)),
        z_mm=high,
        look_x_mm=float(rng.normal(0, 0.04)) * tray.width_mm,
        look_y_mm=float(rng.normal(0, 0.04)) * tray.depth_mm,
        roll_deg=float(rng.choice((0.0, 90.0, 180.0)) + rng.normal(0, 3)),
        k1=0.0,
        exposure=float(rng.choice((1.0, 1.0, 1.0, 1.0, 2.2)) * rng.uniform(0.75, 1.6)) * (1.6 if dim else 1.0),
        white_kelvin=float(np.clip(lights[0].kelvin + rng.normal(0, 500), 2600, 7500)),
        defocus_px=float(rng.uniform(0.35, 1.3)),
        vignetting=float(rng.uniform(0.05, 0.4)),
        noise=float(rng.uniform(1.0, 3.5)) * (1.8 if dim else 1.0),
        sharpening=float(rng.choice((0.0, 0.3, 0.9))),
        jpeg_quality=int(rng.choice((40, 60, 75, 85, 92, 97))),
        grey=bool(rng.random() < _GREY_SHARE),
        shutter_s=float(rng.choice((0.01, 0.02, 0.004))),
    )
    margin = float(rng.uniform(1.02, 1.5))
    fitted = _fitted(camera, tray, margin)
    while fitted.field_deg > _WIDEST_DEG:
        camera = replace(camera, x_mm=camera.x_mm * 1.2, y_mm=camera.y_mm * 1.2, z_mm=camera.z_mm * 1.2)
        fitted = _fitted(camera, tray, margin)
    fitted = replace(fitted, k1=-float(rng.uniform(0.0, 0.12)))
    return _fine_enough(fitted, die_mm)


def _fitted(camera: Camera, tray: Tray, margin: float) -> Camera:
    """The lens under which the tray fills the picture but for a margin."""
    half = np.array([[x, y] for x in (-1, 1) for y in (-1, 1)]) * (tray.width_mm / 2, tray.depth_mm / 2)
    corners = np.vstack([np.c_[half, np.zeros(4)], np.c_[half, np.full(4, tray.wall_mm * 0.7)]])
    low, far = 5.0, 110.0
    for _ in range(16):
        middle = (low + far) / 2
        # one line of pixels is enough to know where points land
        view = View(
            replace(camera, field_deg=middle, width_px=32, height_px=max(8, 32 * camera.height_px // camera.width_px))
        )
        seen = (view.project(corners * margin) + 0.5) / (view.width_px, view.height_px)
        inside = bool((seen > 0).all() and (seen < 1).all())
        low, far = (low, middle) if inside else (middle, far)
    return replace(camera, field_deg=far)


def _fine_enough(camera: Camera, die_mm: float) -> Camera:
    """More pixels where dice would be smaller than any reader could read."""
    focal = camera.width_px / 2 / float(np.tan(np.radians(camera.field_deg / 2)))
    seen_px = die_mm * focal / camera.z_mm
    more = max(1.0, SMALLEST_DIE_PX / seen_px)
    return replace(camera, width_px=round(camera.width_px * more), height_px=round(camera.height_px * more))
