"""The body of a simulated die: how it stands, where a ray of sight meets it and which pip lies there.

Faces in the die's own axes: +x 1, +y 2, +z 3 and seven minus that on the other sides. Seen from outside the corner
between them, 1-2-3 then runs counter-clockwise, as on western dice.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from tablekeeper.hardware.mock.picture.scene import TrueDie

Floats = NDArray[np.float32]
Matrix = NDArray[np.float64]

FACE_NORMALS = {1: (1, 0, 0), 6: (-1, 0, 0), 2: (0, 1, 0), 5: (0, -1, 0), 3: (0, 0, 1), 4: (0, 0, -1)}
_VALUE_OF_AXIS = np.array([[1, 6], [2, 5], [3, 4]], dtype=np.int8)
_FAR = np.float32(9.0)
# which pips a value has: middle, one diagonal, the other diagonal, the two between
_HAS_MIDDLE = np.array([0, 1, 0, 1, 0, 1, 0], dtype=bool)
_HAS_FIRST = np.array([0, 0, 1, 1, 1, 1, 1], dtype=bool)
_HAS_SECOND = np.array([0, 0, 0, 0, 1, 1, 1], dtype=bool)
_HAS_SIDES = np.array([0, 0, 0, 0, 0, 0, 1], dtype=bool)


def turn_about(axis: tuple[float, float, float], angle_deg: float) -> Matrix:
    """The rotation by an angle about a unit axis (Rodrigues)."""
    x, y, z = axis
    c, s = np.cos(np.radians(angle_deg)), np.sin(np.radians(angle_deg))
    cross = np.array([[0, -z, y], [z, 0, -x], [-y, x, 0]], dtype=float)
    return np.asarray(np.eye(3) + s * cross + (1 - c) * cross @ cross)


UPRIGHT: dict[int, Matrix] = {
    1: turn_about((0, 1, 0), -90),
    6: turn_about((0, 1, 0), 90),
    2: turn_about((1, 0, 0), 90),
    5: turn_about((1, 0, 0), -90),
    3: np.eye(3),
    4: turn_about((1, 0, 0), 180),
}


def rotation_of(die: TrueDie) -> Matrix:
    """The matrix from the die's own axes to the table's; never written to."""
    return _rotation(die.value, die.turn_deg, die.tilt_deg, die.tilt_to_deg)


@lru_cache(maxsize=512)
def _rotation(value: int, turn_deg: float, tilt_deg: float, tilt_to_deg: float) -> Matrix:
    flat = turn_about((0, 0, 1), turn_deg) @ UPRIGHT[value]
    to = np.radians(tilt_to_deg)
    return np.asarray(turn_about((-np.sin(to), np.cos(to), 0), tilt_deg) @ flat) if tilt_deg else np.asarray(flat)


def describe(rotation: Matrix) -> tuple[int, float, float, float]:
    """Value, turn, tilt and tilt direction of a rotation: the way back from `rotation_of`."""
    up = {value: float(rotation[2] @ np.array(normal)) for value, normal in FACE_NORMALS.items()}
    value = max(up, key=lambda face: up[face])
    normal = rotation @ np.array(FACE_NORMALS[value], dtype=float)
    tilt = float(np.degrees(np.arccos(np.clip(normal[2], -1.0, 1.0))))
    to = float(np.degrees(np.arctan2(normal[1], normal[0]))) if tilt > 1e-6 else 0.0
    back = turn_about((-np.sin(np.radians(to)), np.cos(np.radians(to)), 0), -tilt) @ rotation @ UPRIGHT[value].T
    return value, float(np.degrees(np.arctan2(back[1, 0], back[0, 0]))), tilt, to


def rest_height_mm(die: TrueDie) -> float:
    """How high the middle of the die is above the floor when its lowest point touches it."""
    half, radius = die.size_mm / 2, die.edge * die.size_mm
    reach = (half - radius) * float(np.abs(rotation_of(die)[2]).sum()) + radius
    return min(reach, half * die.ball) if die.ball else reach


def middle_of(die: TrueDie) -> Matrix:
    """The middle of the die in table axes."""
    return np.array([die.x_mm, die.y_mm, rest_height_mm(die) + die.lift_mm])


def corners_of(die: TrueDie, share: float = 1.0) -> Matrix:
    """Its eight corners in table axes, each pulled to the middle by `share`."""
    signs = np.array([[x, y, z] for x in (-1, 1) for y in (-1, 1) for z in (-1, 1)], dtype=float)
    return np.asarray(signs * (die.size_mm / 2 * share) @ rotation_of(die).T + middle_of(die))


def top_corners_of(die: TrueDie) -> Matrix:
    """The four corners of the face that counts, in order around it."""
    normal = np.array(FACE_NORMALS[die.value], dtype=float)
    axis = int(np.argmax(np.abs(normal)))
    u, v = np.eye(3)[(axis + 1) % 3], np.eye(3)[(axis + 2) % 3]
    ring = np.array([normal + a * u + b * v for a, b in ((-1, -1), (1, -1), (1, 1), (-1, 1))])
    return np.asarray(ring * die.size_mm / 2 @ rotation_of(die).T + middle_of(die))


@dataclass(frozen=True)
class Hit:
    """Where rays met a die, in its own axes: point, normal, and how much of each pixel it covers."""

    point: Floats
    normal: Floats
    ray: Floats
    cover: Floats
    pixel_mm: float

    def only(self, wanted: NDArray[np.bool_]) -> Hit:
        """The same for some of the rays."""
        return Hit(
            self.point[:, wanted], self.normal[:, wanted], self.ray[:, wanted], self.cover[wanted], self.pixel_mm
        )


def trace(die: TrueDie, eye: Matrix, rays: Floats, pixel_rad: float, steps: int) -> Hit:
    """Follow unit rays (3, n) from the eye to the rounded cube, nearing it step by step by its distance."""
    rotation = rotation_of(die).astype(np.float32)
    ray = rotation.T @ rays
    start = (rotation_of(die).T @ (eye - middle_of(die))).astype(np.float32)
    along = -(start @ ray)
    half = np.float32(die.size_mm / 2)
    reach = half * np.float32(die.ball or 1.74)
    miss2 = np.float32(start @ start) - along * along
    t = along - np.sqrt(np.maximum(reach * reach - miss2, 0))
    nearest = np.full_like(t, 1e9)
    column = start[:, None]
    for _ in range(steps):
        distance = distance_to(die, column + t * ray)
        np.minimum(nearest, distance, out=nearest)
        t += distance
    point = column + t * ray
    pixel_mm = float(np.linalg.norm(start)) * pixel_rad
    cover = np.clip(1.0 - (nearest - np.float32(0.02)) / np.float32(pixel_mm), 0, 1)
    return Hit(point, normal_at(die, point), ray, cover, pixel_mm)


def distance_to(die: TrueDie, point: Floats) -> Floats:
    """How far points are from the surface: a cube with rolled edges, its corners turned off by a ball."""
    half, radius = die.size_mm / 2, die.edge * die.size_mm
    over = np.abs(point) - np.float32(half - radius)
    outside = np.maximum(over, 0)
    flat = np.sqrt(np.einsum("in,in->n", outside, outside)) - np.float32(radius)
    flat += np.minimum(over.max(axis=0), 0)
    if not die.ball:
        return np.asarray(flat)
    length = np.sqrt(np.einsum("in,in->n", point, point))
    return np.asarray(np.maximum(flat, length - np.float32(half * die.ball)))


def normal_at(die: TrueDie, point: Floats) -> Floats:
    """The outward normal at points of the surface."""
    half, radius = die.size_mm / 2, die.edge * die.size_mm
    over = np.maximum(np.abs(point) - np.float32(half - radius), 0)
    rolled = np.sqrt(np.einsum("in,in->n", over, over)) + np.float32(1e-6)
    normal = np.sign(point) * over / rolled
    if die.ball:
        length = np.sqrt(np.einsum("in,in->n", point, point)) + np.float32(1e-6)
        turned = np.clip((length - half * die.ball) - (rolled - radius) + 0.15, 0, 0.3) / np.float32(0.3)
        normal = normal * (1 - turned) + point / length * turned
        normal /= np.sqrt(np.einsum("in,in->n", normal, normal)) + np.float32(1e-6)
    return np.asarray(normal, dtype=np.float32)


@dataclass(frozen=True)
class Marks:
    """Which face points belong to, and where they are relative to the nearest pip's middle (in pip radii)."""

    value: NDArray[np.int8]
    axis: NDArray[np.intp]
    across: Floats
    along: Floats
    radius_mm: Floats


def marks_at(die: TrueDie, point: Floats) -> Marks:
    """The nearest pip for every point of the surface."""
    size = np.abs(point)
    axis = size.argmax(axis=0)
    columns = np.arange(point.shape[1])
    value = _VALUE_OF_AXIS[axis, (point[axis, columns] < 0).astype(np.intp)]
    u = point[(axis + 1) % 3, columns]
    v = point[(axis + 2) % 3, columns]
    u = np.where(_flipped(die)[value], -u, u)
    du, dv = _offset(die, value, u, v)
    du = np.where(_flipped(die)[value], -du, du)
    radius = np.full(value.shape, die.pip_radius * die.size_mm, dtype=np.float32)
    if die.accent:
        radius[value == 1] *= np.float32(1.7)
    return Marks(value, axis, np.asarray(du / radius), np.asarray(dv / radius), radius)


def _flipped(die: TrueDie) -> NDArray[np.bool_]:
    """Which faces carry their pips mirrored: makers disagree about 2, 3 and 6."""
    flags = np.zeros(7, dtype=bool)
    for bit, value in enumerate((2, 3, 6)):
        flags[value] = bool(die.variant >> bit & 1)
    return flags


def _offset(die: TrueDie, value: NDArray[np.int8], u: Floats, v: Floats) -> tuple[Floats, Floats]:
    """From the nearest pip's middle to the point, in millimetres, or far away where the face has none."""
    s = np.float32(die.pip_spread * die.size_mm)
    far = _FAR * np.float32(die.size_mm)
    best = np.where(_HAS_MIDDLE[value], u * u + v * v, far)
    du, dv = u, v
    first = np.where(u + v >= 0, s, -s)
    second = np.where(u - v >= 0, s, -s)
    sides = np.where(u >= 0, s, -s)
    for has, pu, pv in (
        (_HAS_FIRST, first, first),
        (_HAS_SECOND, second, -second),
        (_HAS_SIDES, sides, np.zeros_like(sides)),
    ):
        away = np.where(has[value], (u - pu) ** 2 + (v - pv) ** 2, far)
        nearer = away < best
        best = np.where(nearer, away, best)
        du, dv = np.where(nearer, u - pu, du), np.where(nearer, v - pv, dv)
    nothing = best >= far
    return np.where(nothing, far, du).astype(np.float32), np.where(nothing, far, dv).astype(np.float32)
