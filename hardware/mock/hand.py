"""A simulated hand: forearm, palm and fingers as rounded bars, drawn over the picture with the shadow they cast."""

from __future__ import annotations

import cv2
import numpy as np

from tablekeeper.hardware.mock.picture.light import lamp_colour, paint
from tablekeeper.hardware.mock.picture.optics import View
from tablekeeper.hardware.mock.picture.scene import Hand, Scene
from tablekeeper.hardware.mock.picture.solid import Floats, Matrix
from tablekeeper.hardware.mock.picture.texture import sample, tile

# bars along the hand: from, to (forwards, sideways) and width, in millimetres behind the fingertips
_FINGERS = (
    ((-75, -24), (-14, -30), 17),
    ((-72, -8), (0, -9), 18),
    ((-72, 9), (-2, 10), 18),
    ((-76, 24), (-18, 28), 15),
)
_THUMB = ((-95, -34), (-48, -58), 20)
_PALM = (((-120, -16), (-80, -18), 42), ((-120, 16), (-80, 18), 42), ((-118, 0), (-74, 0), 40))
_ARM = ((-420, 0), (-125, 0), 56)


def bars_of(hand: Hand) -> list[tuple[Matrix, Matrix, float]]:
    """The hand's bars as (from, to, width) on the table plane, in millimetres."""
    into = np.radians(hand.from_deg + 180)
    forwards, sideways = np.array([np.cos(into), np.sin(into)]), np.array([-np.sin(into), np.cos(into)])
    tip = np.array([hand.x_mm, hand.y_mm])
    bars = [(_ARM, 0.0), *((bar, 0.0) for bar in _PALM), (_THUMB, -0.6), *((bar, 1.0) for bar in _FINGERS)]
    placed = []
    for ((f0, s0), (f1, s1), width), opens in bars:
        out = s1 * (1 + 0.5 * hand.spread * opens)
        placed.append((tip + f0 * forwards + s0 * sideways, tip + f1 * forwards + out * sideways, float(width)))
    return placed


def hand_mask(hand: Hand, view: View, height_mm: float, shift_mm: tuple[float, float] = (0.0, 0.0)) -> Floats:
    """How much of each pixel the hand covers, when it hovers at a height, moved aside as a shadow is."""
    mask = np.zeros((view.height_px, view.width_px), dtype=np.uint8)
    for start, end, width in bars_of(hand):
        ends = np.array([[*(start + shift_mm), height_mm], [*(end + shift_mm), height_mm]])
        seen = np.clip(view.project(ends), -4000, 4000)
        thick = max(1, round(width * view.focal_px / (view.eye[2] - height_mm)))
        a, b = (tuple(round(float(v) * 8) for v in point) for point in seen)
        cv2.line(mask, a, b, 255, thick, cv2.LINE_AA, 3)
    return np.asarray(mask / np.float32(255), dtype=np.float32)


def hand_shadow(hand: Hand, view: View, scene: Scene, lamp_index: int) -> Floats:
    """Share of one lamp that a hand keeps from the floor."""
    lamp = scene.lights[lamp_index]
    slide = hand.height_mm / (lamp.z_mm - hand.height_mm)
    shift = (-(lamp.x_mm - hand.x_mm) * slide, -(lamp.y_mm - hand.y_mm) * slide)
    soft = max(1.0, lamp.size_mm * slide * view.focal_px / view.eye[2] / 3)
    return np.asarray(cv2.GaussianBlur(hand_mask(hand, view, 0.0, shift), (0, 0), soft))


def paint_hand(hand: Hand, view: View, scene: Scene) -> tuple[Floats, Floats]:
    """The hand's light (height, width, 3) and cover (height, width)."""
    cover = hand_mask(hand, view, hand.height_mm)
    solid = (cover > 0.5).astype(np.uint8)
    thick = 11 * view.focal_px / (view.eye[2] - hand.height_mm)
    depth = np.minimum(cv2.distanceTransform(solid, cv2.DIST_L2, 5), thick)
    bulge = np.sqrt(np.maximum(thick**2 - (thick - depth) ** 2, 0))
    bulge = np.asarray(cv2.GaussianBlur(bulge.astype(np.float32), (0, 0), 2.0))
    slope_x = cv2.Sobel(bulge, cv2.CV_32F, 1, 0, ksize=3, scale=1 / 8)
    slope_y = cv2.Sobel(bulge, cv2.CV_32F, 0, 1, ksize=3, scale=1 / 8)
    length = np.sqrt(slope_x**2 + slope_y**2 + 1)
    white = scene.camera.white_kelvin
    light = np.zeros((*cover.shape, 3), dtype=np.float32)
    light += lamp_colour(scene.ambient_kelvin, white) * np.float32(scene.ambient)
    for lamp in scene.lights:
        to = np.array([lamp.x_mm - hand.x_mm, lamp.y_mm - hand.y_mm, lamp.z_mm - hand.height_mm])
        to = to / np.linalg.norm(to)
        facing = np.maximum((-slope_x * to[0] + slope_y * to[1] + to[2]) / length, 0)
        light += facing[..., None] * lamp_colour(lamp.kelvin, white) * np.float32(lamp.power)
    rows, columns = np.mgrid[0 : view.height_px, 0 : view.width_px].astype(np.float32)
    skin = paint(hand.skin) * (0.9 + 0.1 * sample(tile("plastic", 5), columns * 0.3, rows * 0.3))
    return np.asarray(skin * light * scene.camera.exposure * view.vignette[..., None], dtype=np.float32), cover
