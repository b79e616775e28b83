"""Renders the simulated tray: what the camera sees of a scene, and the truth about it."""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache

import cv2
import numpy as np

from tablekeeper.hardware.cameras.frame import Pixels
from tablekeeper.hardware.mock.hand import hand_shadow, paint_hand
from tablekeeper.hardware.mock.picture.backdrop import Backdrop, backdrop_of
from tablekeeper.hardware.mock.picture.light import paint, to_bytes
from tablekeeper.hardware.mock.picture.optics import View, view_of
from tablekeeper.hardware.mock.picture.outline import floor_at, inner_distance
from tablekeeper.hardware.mock.picture.scene import Light, Quality, Scene, Tray, TrueDie, Truth
from tablekeeper.hardware.mock.picture.sensor import take
from tablekeeper.hardware.mock.picture.shade import Surroundings, shade
from tablekeeper.hardware.mock.picture.solid import Floats, Matrix, corners_of, middle_of, rest_height_mm, trace
from tablekeeper.hardware.mock.truth import Patch, truth_of, wall_gap_mm

Rect = tuple[int, int, int, int]

_STEPS = {"live": 12, "still": 18}
_SCALE = {"live": 1, "still": 2}
_SHADOW_RAYS = {"live": 5, "still": 15}
_MARGIN_PX = 14


def render(scene: Scene, *, quality: Quality = "live", seed: int = 0, at_s: float = 0.0) -> tuple[Pixels, Truth]:
    """A picture of the scene (blue, green, red) and the truth about it; the same arguments give the same picture."""
    still = replace(scene, camera=replace(scene.camera, jolt_px=(0.0, 0.0)))
    clean, truth = _clean(still, quality)
    rng = np.random.default_rng([seed, int(at_s * 1e6)])
    return take(clean, scene, at_s, rng), Truth(truth.dice, truth.hand, at_s)


@lru_cache(maxsize=4)
def _clean(scene: Scene, quality: Quality) -> tuple[Pixels, Truth]:
    """The picture before the sensor spoils it, remembered while nothing moves."""
    work = _Work(scene, quality)
    work.cast_shadows()
    patches = work.lay_dice()
    hand = work.lay_hands()
    return work.develop(), truth_of(scene, patches, hand, work.view)


class _Work:
    """One picture in the making, in linear light; only the places of dice and hands are touched."""

    def __init__(self, scene: Scene, quality: Quality) -> None:
        self.scene, self.quality = scene, quality
        self.stage = replace(scene, dice=(), hands=())
        self.view = view_of(scene.camera, _SCALE[quality])
        self.backdrop: Backdrop = backdrop_of(scene, _SCALE[quality])
        self.light: Floats = self.backdrop.whole.copy()
        whole = (0, 0, self.view.width_px, self.view.height_px)
        everywhere = bool(scene.hands) or quality == "still"
        self.places: list[Rect] = [whole] if everywhere else [_place(self.view, scene, die) for die in scene.dice]

    def lay_dice(self) -> list[Patch]:
        """Draw the dice from the farthest to the nearest."""
        patches: list[Patch] = []
        dice = self.scene.dice
        for index in sorted(range(len(dice)), key=lambda i: -_distance(self.view, dice[i])):
            near = tuple(other for other in dice if other is not dice[index] and _near(dice[index], other))
            (x, y, w, h), colour, cover, free = _die_picture(dice[index], near, self.stage, self.quality)
            patch = Patch(index, (x, y), cover > 0.5, free)
            if _is_below_walls(dice[index], self.scene.tray):
                shown = self.backdrop.open[y : y + h, x : x + w]
                patch.hidden |= patch.mask & (shown < 0.5)
                colour, cover = colour * shown[..., None], cover * shown
            under = self.light[y : y + h, x : x + w]
            under *= (1 - cover)[..., None]
            under += colour
            for earlier in patches:
                earlier.hide(patch)
            patches.append(patch)
        return patches

    def cast_shadows(self) -> None:
        """Take away each lamp's light where dice stand in its way, and the room's where they stand."""
        if not self.scene.dice:
            return
        for lamp, layer in zip(self.scene.lights, self.backdrop.lamps, strict=True):
            spots = _spots(lamp, _SHADOW_RAYS[self.quality])
            total = np.zeros((self.view.height_px, self.view.width_px), dtype=np.uint8)
            for spot in spots:
                mask = np.zeros_like(total)
                for die in self.scene.dice:
                    _fill(
                        mask,
                        self.view.project(_dropped(corners_of(die, 0.93), spot, self._under(die))),
                        255 // len(spots),
                    )
                cv2.add(total, mask, dst=total)
            self._darken(layer, cv2.GaussianBlur(total, (0, 0), 0.8 * _SCALE[self.quality]), 1.0)
        feet = np.zeros_like(total)
        for die in self.scene.dice:
            ring = corners_of(die, 1.08)
            ring[:, 2] = self._under(die)
            height = float(middle_of(die)[2]) - rest_height_mm(die) - self._under(die)
            if height < die.size_mm:
                _fill(feet, self.view.project(ring), int(255 * (1 - height / die.size_mm)))
        soft = 2.2 * self.view.focal_px / float(self.view.eye[2])
        self._darken(self.backdrop.ambient, cv2.GaussianBlur(feet, (0, 0), soft), 0.75)

    def _under(self, die: TrueDie) -> float:
        """How high the floor lies under a die."""
        return floor_at(self.scene.tray, die.x_mm, die.y_mm)[0]

    def _darken(self, layer: Floats, mask: cv2.typing.MatLike, strength: float) -> None:
        """Take a layer of light away where the mask says, each place once even where places overlap."""
        tray = self.scene.tray
        ground = self.backdrop.floor
        if any(wall_gap_mm(tray, die) < -tray.rim_mm for die in self.scene.dice):
            ground = ground + self.backdrop.table
        for x, y, w, h in self.places:
            here = (slice(y, y + h), slice(x, x + w))
            share = mask[here].astype(np.float32) * ground[here] * np.float32(strength / 255)
            self.light[here] -= layer[here] * cv2.merge([share, share, share])
            mask[here] = 0

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
        camera = self.scene.camera
        if self.quality == "still":
            small = cv2.resize(self.light, (camera.width_px, camera.height_px), interpolation=cv2.INTER_AREA)
            return _finish(np.asarray(small), self.scene)
        if self.scene.hands or camera.fog:
            return _finish(self.light, self.scene)
        picture = _empty_picture(self.stage).copy()
        for x, y, w, h in self.places:
            done = _finish(self.light[y : y + h, x : x + w], self.scene)
            top, left = (min(_MARGIN_PX // 2, edge) for edge in (y, x))
            bottom, right = h - _MARGIN_PX // 2, w - _MARGIN_PX // 2
            bottom, right = (h if y + h == camera.height_px else bottom), (w if x + w == camera.width_px else right)
            picture[y + top : y + bottom, x + left : x + right] = done[top:bottom, left:right]
        return picture


@lru_cache(maxsize=4)
def _empty_picture(stage: Scene) -> Pixels:
    """The developed picture of the empty tray; never written to."""
    return _finish(backdrop_of(stage).whole, stage)


@lru_cache(maxsize=24)
def _die_picture(
    die: TrueDie, near: tuple[TrueDie, ...], stage: Scene, quality: Quality
) -> tuple[Rect, Floats, Floats, Rect]:
    """A die's light and cover in its rectangle, and the rectangle it would fill beyond the picture's edges."""
    view = view_of(stage.camera, _SCALE[quality])
    free = _bounds(view, die, stage.camera.shutter_s)
    x, y, w, h = place = _clip(view, *_ends(free))
    rays = np.ascontiguousarray(view.rays[:, y : y + h, x : x + w].reshape(3, -1))
    colour = np.zeros((w * h, 3), dtype=np.float32)
    if not w * h:
        return place, colour.reshape(h, w, 3), colour[:, 0].reshape(h, w), free
    hit = trace(die, view.eye, rays, view.pixel_rad, _STEPS[quality])
    lit = hit.cover > 0
    colour[lit] = shade(die, hit.only(lit), Surroundings(stage, paint(stage.tray.colour), near))
    cover = hit.cover.reshape(h, w)
    through = cover * view.vignette[y : y + h, x : x + w]
    return place, *_smeared(colour.reshape(h, w, 3) * through[..., None], cover, _sweep_px(view, die, stage)), free


def _finish(light: Floats, scene: Scene) -> Pixels:
    camera = scene.camera
    if camera.gains != (1.0, 1.0, 1.0):
        light = np.asarray(light * np.array(camera.gains, dtype=np.float32))
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


def _spots(lamp: Light, count: int) -> list[Matrix]:
    """Points spread over a lamp, so that its shadows have soft edges."""
    turns = 2 * np.pi * np.arange(count) / count
    out = lamp.size_mm / 2 * np.where(np.arange(count) % 2, 1.0, 0.55)
    return [
        np.array([lamp.x_mm + o * np.cos(t), lamp.y_mm + o * np.sin(t), lamp.z_mm])
        for o, t in zip(out, turns, strict=True)
    ]


def _place(view: View, scene: Scene, die: TrueDie) -> Rect:
    """The rectangle that a die and its shadows may change."""
    corners = corners_of(die)
    spots = [spot for lamp in scene.lights for spot in _spots(lamp, 4)]
    under = floor_at(scene.tray, die.x_mm, die.y_mm)[0]
    shadows = view.project(np.concatenate([_dropped(corners, spot, under) for spot in spots]))
    points = np.concatenate([shadows, *_ends(_bounds(view, die, scene.camera.shutter_s))], axis=None).reshape(-1, 2)
    return _clip(view, points.min(axis=0) - _MARGIN_PX, points.max(axis=0) + _MARGIN_PX)


def _bounds(view: View, die: TrueDie, shutter_s: float) -> Rect:
    """The rectangle that can hold a die, with room for its movement while the shutter is open."""
    points = view.project(corners_of(die, 1.02))
    speed = np.linalg.norm(die.velocity_mm_s) * shutter_s * view.focal_px / float(view.eye[2]) * 0.7
    low, high = np.floor(points.min(axis=0) - speed - 3), np.ceil(points.max(axis=0) + speed + 3)
    return int(low[0]), int(low[1]), int(high[0] - low[0]), int(high[1] - low[1])


def _ends(rect: Rect) -> tuple[Matrix, Matrix]:
    x, y, w, h = rect
    return np.array([x, y], dtype=float), np.array([x + w, y + h], dtype=float)


def _clip(view: View, low: Matrix, high: Matrix) -> Rect:
    x0, y0 = (max(0, int(v)) for v in low)
    x1, y1 = min(view.width_px, int(high[0])), min(view.height_px, int(high[1]))
    return min(x0, view.width_px), min(y0, view.height_px), max(0, x1 - x0), max(0, y1 - y0)


def _sweep_px(view: View, die: TrueDie, stage: Scene) -> Matrix:
    """How far a die moves in the picture while the shutter is open."""
    middle = middle_of(die)
    seen = view.project(np.stack([middle, middle + np.array(die.velocity_mm_s) * stage.camera.shutter_s]))
    return np.asarray(seen[1] - seen[0])


def _smeared(colour: Floats, cover: Floats, sweep: Matrix) -> tuple[Floats, Floats]:
    """A moving die's picture drawn out along its way."""
    length = float(np.hypot(*sweep))
    if length < 1:
        return colour, cover
    size = min(int(np.ceil(length)), 61) | 1
    middle = (size - 1) / 2
    step = sweep / length * middle
    kernel = np.zeros((size, size), dtype=np.float32)
    ends = [(round(float(p[0]) * 16), round(float(p[1]) * 16)) for p in (middle - step, middle + step)]
    cv2.line(kernel, ends[0], ends[1], 1.0, 1, cv2.LINE_8, 4)
    kernel /= kernel.sum()
    return np.asarray(cv2.filter2D(colour, -1, kernel)), np.asarray(cv2.filter2D(cover, -1, kernel))


def _is_below_walls(die: TrueDie, tray: Tray) -> bool:
    """Whether walls that are higher than a die could hide it."""
    inside = inner_distance(tray, np.array([die.x_mm], np.float32), np.array([die.y_mm], np.float32))[0] < 0
    return bool(inside) and 2 * float(middle_of(die)[2]) < tray.wall_mm


def _distance(view: View, die: TrueDie) -> float:
    return float(np.linalg.norm(middle_of(die) - view.eye))


def _near(die: TrueDie, other: TrueDie) -> bool:
    return float(np.linalg.norm(middle_of(die) - middle_of(other))) < 1.1 * (die.size_mm + other.size_mm)


def _dropped(points: Matrix, lamp: Matrix, floor_mm: float = 0.0) -> Matrix:
    """Where the shadows of points fall on the floor."""
    share = (points[:, 2:3] - floor_mm) / (lamp[2] - points[:, 2:3])
    fallen = points[:, :2] + (points[:, :2] - lamp[:2]) * share
    return np.asarray(np.hstack([fallen, np.full((len(points), 1), floor_mm)]))


def _fill(mask: Pixels, points: Matrix, tone: int) -> None:
    hull = cv2.convexHull(points.astype(np.float32)).reshape(-1, 2)
    cv2.fillConvexPoly(mask, np.round(hull * 8).astype(np.int32), tone, cv2.LINE_AA, 3)
