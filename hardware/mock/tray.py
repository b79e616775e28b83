"""Renders the simulated tray: what the camera sees of a scene, and the truth about it."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

import cv2
import numpy as np

from hardware.frame import Pixels
from hardware.mock.backdrop import Backdrop, backdrop_of
from hardware.mock.hand import hand_shadow, paint_hand
from hardware.mock.light import paint, to_bytes
from hardware.mock.optics import View, view_of
from hardware.mock.scene import Quality, Scene, TrueDie, Truth
from hardware.mock.sensor import take
from hardware.mock.shade import Surroundings, shade
from hardware.mock.solid import Floats, Matrix, corners_of, middle_of, rest_height_mm, trace
from hardware.mock.truth import Patch, truth_of

Rect = tuple[int, int, int, int]

_STEPS = {"live": 8, "still": 18}
_SCALE = {"live": 1, "still": 2}
_SHADOW_RAYS = {"live": 5, "still": 16}


def render(
    scene: Scene, *, quality: Quality = "live", seed: int = 0, at_s: float = 0.0
) -> tuple[Pixels, Truth]:
    """A picture of the scene (blue, green, red) and the truth about it; the same arguments give the same picture."""
    clean, truth = _clean(scene, quality)
    rng = np.random.default_rng([seed, int(at_s * 1e6)])
    picture = take(clean, scene, at_s, rng)
    return picture, Truth(truth.dice, truth.hand, at_s)


@lru_cache(maxsize=4)
def _clean(scene: Scene, quality: Quality) -> tuple[Pixels, Truth]:
    """The picture before the sensor spoils it, remembered while nothing moves."""
    work = _Work(scene, quality)
    patches = work.lay_dice()
    hand = work.lay_hands()
    return work.develop(), truth_of(scene, patches, hand, work.view)


class _Work:
    """One picture in the making, in linear light; only the part around dice and hands is touched."""

    def __init__(self, scene: Scene, quality: Quality) -> None:
        self.scene, self.quality = scene, quality
        self.scale = _SCALE[quality]
        self.view = view_of(scene.camera, self.scale)
        self.backdrop: Backdrop = backdrop_of(scene, self.scale)
        self.area = self._area()
        x, y, w, h = self.area
        self.light: Floats = self.backdrop.whole[y : y + h, x : x + w].copy()

    def _area(self) -> Rect:
        """The rectangle that dice and their shadows may change."""
        whole = (0, 0, self.view.width_px, self.view.height_px)
        if self.scene.hands or self.quality == "still":
            return whole
        boxes = [_bounds(self.view, die, self.scene.camera.shutter_s) for die in self.scene.dice]
        shadows = [_shadow_points(self.scene, die) for die in self.scene.dice]
        points = [np.array([[x, y], [x + w, y + h]], dtype=float) for x, y, w, h in boxes]
        points += [self.view.project(shadow) for shadow in shadows]
        if not points:
            return (0, 0, 0, 0)
        every = np.concatenate(points)
        return _clip(every.min(axis=0) - 12, every.max(axis=0) + 12, whole)

    def lay_dice(self) -> list[Patch]:
        """Draw all shadows, then the dice from the farthest to the nearest."""
        self._cast_shadows()
        floor = paint(self.scene.tray.colour)
        patches: list[Patch] = []
        order = sorted(range(len(self.scene.dice)), key=lambda i: -_distance(self.view, self.scene.dice[i]))
        for index in order:
            die = self.scene.dice[index]
            near = tuple(other for other in self.scene.dice if other is not die and _near(die, other))
            around = Surroundings(self.scene, floor, near)
            patch = self._lay(index, die, around)
            for earlier in patches:
                earlier.hide(patch)
            patches.append(patch)
        return patches

    def _lay(self, index: int, die: TrueDie, around: Surroundings) -> Patch:
        whole = (0, 0, self.view.width_px, self.view.height_px)
        free = _bounds(self.view, die, self.scene.camera.shutter_s)
        x, y, w, h = _clip(np.array(free[:2]), np.array([free[0] + free[2], free[1] + free[3]]), whole)
        if w <= 0 or h <= 0:
            return Patch(index, (0, 0), np.zeros((0, 0), dtype=bool), free)
        rays = np.ascontiguousarray(self.view.rays[:, y : y + h, x : x + w].reshape(3, -1))
        hit = trace(die, self.view.eye, rays, self.view.pixel_rad, _STEPS[self.quality])
        colour = np.zeros((w * h, 3), dtype=np.float32)
        lit = hit.cover > 0
        colour[lit] = shade(die, hit.only(lit), around)
        colour = colour.reshape(h, w, 3) * self.view.vignette[y : y + h, x : x + w, None]
        cover = hit.cover.reshape(h, w)
        colour, cover = _smeared(colour * cover[..., None], cover, _sweep_px(self.view, die, self.scene.camera.shutter_s))
        ax, ay = self.area[:2]
        under = self.light[y - ay : y - ay + h, x - ax : x - ax + w]
        under *= (1 - cover)[..., None]
        under += colour
        return Patch(index, (x, y), cover > 0.5, free)

    def _cast_shadows(self) -> None:
        if not self.scene.dice or not self.area[2]:
            return
        x, y, w, h = self.area
        floor = self.backdrop.floor[y : y + h, x : x + w]
        for lamp, layer in zip(self.scene.lights, self.backdrop.lamps, strict=True):
            count = _SHADOW_RAYS[self.quality]
            shade_sum = np.zeros((h, w), dtype=np.float32)
            for k in range(count):
                turn = 2 * np.pi * k / count
                spot = np.array([lamp.x_mm, lamp.y_mm, lamp.z_mm])
                spot[:2] += lamp.size_mm / 2 * np.array([np.cos(turn), np.sin(turn)]) * (0.5 + 0.5 * (k % 2))
                mask = np.zeros((h, w), dtype=np.uint8)
                for die in self.scene.dice:
                    _fill(mask, self.view.project(_dropped(corners_of(die, 0.93), spot)), (x, y))
                shade_sum += mask
            share = cv2.GaussianBlur(shade_sum, (0, 0), 0.8 * self.scale) * floor / np.float32(255 * count)
            self.light -= layer[y : y + h, x : x + w] * share[..., None]
        self._rest_on_floor(floor)

    def _rest_on_floor(self, floor: Floats) -> None:
        """The dark seam where a die meets the floor and the room's light does not reach."""
        x, y, w, h = self.area
        mask = np.zeros((h, w), dtype=np.uint8)
        for die in self.scene.dice:
            feet = corners_of(die, 1.08)
            feet[:, 2] = 0
            height = middle_of(die)[2] - rest_height_mm(die)
            if height < die.size_mm:
                _fill(mask, self.view.project(feet), (x, y), int(255 * (1 - height / die.size_mm)))
        soft = 2.2 * self.view.focal_px / self.view.eye[2]
        share = cv2.GaussianBlur(mask.astype(np.float32), (0, 0), soft) * floor * np.float32(0.75 / 255)
        self.light -= self.backdrop.ambient[y : y + h, x : x + w] * share[..., None]

    def lay_hands(self) -> Floats | None:
        """Draw the hands over everything; what they cover, if there are any."""
        covered: Floats | None = None
        for hand in self.scene.hands:
            for index, layer in enumerate(self.backdrop.lamps):
                dark = hand_shadow(hand, self.view, self.scene, index)[..., None]
                self.light -= np.minimum(layer * dark * np.float32(0.85), self.light * np.float32(0.9))
            colour, cover = paint_hand(hand, self.view, self.scene)
            self.light += (colour - self.light) * cover[..., None]
            covered = cover if covered is None else np.maximum(covered, cover)
        return covered

    def develop(self) -> Pixels:
        """Lens blur, fog, the light curve and the camera's own sharpening."""
        x, y, w, h = self.area
        camera = self.scene.camera
        if self.scale > 1:
            small = cv2.resize(self.light, (camera.width_px, camera.height_px), interpolation=cv2.INTER_AREA)
            return _finish(np.asarray(small), self.scene)
        picture = _empty_picture(self.scene).copy()
        if w and h:
            m = 0 if (w, h) == (camera.width_px, camera.height_px) else 6
            done = _finish(self.light, self.scene)
            picture[y + m : y + h - m, x + m : x + w - m] = done[m : h - m, m : w - m]
        return picture


@lru_cache(maxsize=4)
def _empty_picture_of(scene: Scene) -> Pixels:
    return _finish(backdrop_of(scene).whole, scene)


def _empty_picture(scene: Scene) -> Pixels:
    """The developed picture of the empty tray."""
    empty = Scene((), scene.tray, scene.lights, scene.camera, (), scene.ambient, scene.ambient_kelvin)
    return _empty_picture_of(empty)


def _finish(light: Floats, scene: Scene) -> Pixels:
    camera = scene.camera
    if camera.defocus_px:
        light = np.asarray(cv2.GaussianBlur(light, (0, 0), camera.defocus_px))
    if camera.fog:
        veil = cv2.GaussianBlur(light, (0, 0), 3 + 14 * camera.fog)
        light = np.asarray(cv2.addWeighted(light, 1 - 0.8 * camera.fog, veil, 0.8 * camera.fog, 0.12 * camera.fog))
    picture = to_bytes(light)
    if camera.sharpening:
        soft = cv2.GaussianBlur(picture, (0, 0), 1.2)
        picture = np.asarray(cv2.addWeighted(picture, 1 + camera.sharpening, soft, -camera.sharpening, 0))
    return picture


def _bounds(view: View, die: TrueDie, shutter_s: float) -> Rect:
    """The rectangle that can hold a die, with room for its movement while the shutter is open."""
    points = view.project(corners_of(die, 1.02))
    sweep = np.abs(_sweep_px(view, die, shutter_s)) / 2 + 3
    low, high = points.min(axis=0) - sweep, points.max(axis=0) + sweep
    x, y = np.floor(low).astype(int)
    right, bottom = np.ceil(high).astype(int)
    return int(x), int(y), int(right - x), int(bottom - y)


def _sweep_px(view: View, die: TrueDie, shutter_s: float) -> Matrix:
    middle = middle_of(die)
    ends = np.stack([middle, middle + np.array(die.velocity_mm_s) * shutter_s])
    seen = view.project(ends)
    return np.asarray(seen[1] - seen[0])


def _smeared(colour: Floats, cover: Floats, sweep: Matrix) -> tuple[Floats, Floats]:
    """A moving die's picture drawn out along its way."""
    length = float(np.hypot(*sweep))
    if length < 1:
        return colour, cover
    size = int(np.ceil(length)) | 1
    kernel = np.zeros((size, size), dtype=np.float32)
    middle = (size - 1) / 2
    step = sweep / length * middle
    start, end = (middle - step, middle + step)
    cv2.line(kernel, _fixed(start), _fixed(end), 1.0, 1, cv2.LINE_AA, 4)
    kernel /= kernel.sum()
    return np.asarray(cv2.filter2D(colour, -1, kernel)), np.asarray(cv2.filter2D(cover, -1, kernel))


def _fixed(point: Matrix) -> tuple[int, int]:
    return round(float(point[0]) * 16), round(float(point[1]) * 16)


def _clip(low: Matrix, high: Matrix, into: Rect) -> Rect:
    x0, y0 = (max(0, int(v)) for v in low)
    x1, y1 = min(into[2], int(high[0]) + 1), min(into[3], int(high[1]) + 1)
    return x0, y0, max(0, x1 - x0), max(0, y1 - y0)


def _distance(view: View, die: TrueDie) -> float:
    return float(np.linalg.norm(middle_of(die) - view.eye))


def _near(die: TrueDie, other: TrueDie) -> bool:
    return float(np.linalg.norm(middle_of(die) - middle_of(other))) < 2.2 * (die.size_mm + other.size_mm) / 2


def _dropped(points: Matrix, lamp: Matrix) -> Matrix:
    """Where the shadows of points fall on the floor."""
    share = points[:, 2:3] / (lamp[2] - points[:, 2:3])
    return np.asarray(np.hstack([points[:, :2] + (points[:, :2] - lamp[:2]) * share, np.zeros((len(points), 1))]))


def _shadow_points(scene: Scene, die: TrueDie) -> Matrix:
    spots = [np.array([lamp.x_mm, lamp.y_mm, lamp.z_mm]) for lamp in scene.lights]
    corners = corners_of(die)
    return np.concatenate([_dropped(corners, spot) for spot in spots] + [corners])


def _fill(mask: Pixels, points: Matrix, origin: Sequence[int], tone: int = 255) -> None:
    hull = cv2.convexHull((points - np.array(origin)).astype(np.float32)).reshape(-1, 2)
    cv2.fillConvexPoly(mask, np.round(hull * 8).astype(np.int32), tone, cv2.LINE_AA, 3)

