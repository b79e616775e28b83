"""How a simulated die reflects its lamps: paint, recessed pips, gloss, translucent bodies."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from tablekeeper.hardware.mock.picture.light import lamp_colour, paint
from tablekeeper.hardware.mock.picture.scene import Scene, TrueDie
from tablekeeper.hardware.mock.picture.solid import Floats, Hit, Marks, Matrix, marks_at, middle_of, rotation_of

# strength and sharpness of the lamp's mirror image, and how much of the room is mirrored
_GLOSS = {"matt": (0.05, 10.0, 0.10), "glossy": (0.5, 200.0, 0.75), "translucent": (0.5, 260.0, 0.9)}
_DIMPLE = np.float32(0.55)


@dataclass(frozen=True)
class Surroundings:
    """What a die is lit by: lamps with their colours, the room, the floor's colour, and dice that stand close."""

    scene: Scene
    floor: Floats
    near: tuple[TrueDie, ...]


def shade(die: TrueDie, hit: Hit, around: Surroundings) -> Floats:
    """The light (n, 3) that comes from the points of a die."""
    camera = around.scene.camera
    rotation = rotation_of(die).astype(np.float32)
    marks = marks_at(die, hit.point)
    away = np.hypot(marks.across, marks.along)
    blur = np.clip(1.3 * hit.pixel_mm / marks.radius_mm, 0.08, 2.0)
    pip = np.clip((1 - away) / blur + 0.5, 0, 1)
    normal = _dimpled(hit, marks, pip)
    albedo = _body(die, hit, marks, pip)
    up = rotation.T @ np.array([0, 0, 1], dtype=np.float32)
    height = up @ hit.point + np.float32(middle_of(die)[2])
    facing_up = up @ normal
    open_sky = (0.5 + 0.5 * facing_up) * (0.45 + 0.55 * np.clip(height / die.size_mm, 0, 1))
    sky = lamp_colour(around.scene.ambient_kelvin, camera.white_kelvin) * np.float32(around.scene.ambient)
    light = open_sky[:, None] * sky
    bounce = (0.5 - 0.5 * facing_up) * np.float32(0.35 * (around.scene.ambient + 0.5))
    light += bounce[:, None] * around.floor
    mirrored, sharp, room = _GLOSS[die.finish]
    looking = -np.einsum("in,in->n", hit.ray, normal)
    fresnel = np.float32(0.04) + np.float32(0.96) * np.clip(1 - looking, 0, 1) ** 5
    gleam = _room(hit, normal, up)[:, None] * sky * (fresnel * np.float32(room * 2.2))[:, None]
    for lamp in around.scene.lights:
        to = rotation.T @ (np.array([lamp.x_mm, lamp.y_mm, lamp.z_mm]) - middle_of(die)).astype(np.float32)
        home2 = lamp.x_mm**2 + lamp.y_mm**2 + lamp.z_mm**2
        power = np.float32(lamp.power * home2 / float(to @ to)) * _unshaded(die, hit.point, to, around.near)
        ray = to[:, None] - hit.point
        ray /= np.sqrt(np.einsum("in,in->n", ray, ray))
        glow = lamp_colour(lamp.kelvin, camera.white_kelvin)
        light += (np.clip(np.einsum("in,in->n", ray, normal), 0, 1) * power)[:, None] * glow
        half = ray - hit.ray
        half /= np.sqrt(np.einsum("in,in->n", half, half))
        spot = np.clip(np.einsum("in,in->n", half, normal), 0, 1) ** np.float32(sharp * 60 / (30 + lamp.size_mm))
        gleam += (spot * power * np.float32(mirrored))[:, None] * glow
    if die.finish == "translucent":
        light = light * np.float32(0.75) + light.mean(axis=0) * np.float32(0.35)
    return np.asarray((albedo * light + gleam) * np.float32(camera.exposure), dtype=np.float32)


def _dimpled(hit: Hit, marks: Marks, pip: Floats) -> Floats:
    """Normals bent towards the middle of each pip, as drilled pips have."""
    columns = np.arange(hit.point.shape[1])
    normal = hit.normal.copy()
    bend = _DIMPLE * pip
    normal[(marks.axis + 1) % 3, columns] -= bend * np.clip(marks.across, -1, 1)
    normal[(marks.axis + 2) % 3, columns] -= bend * np.clip(marks.along, -1, 1)
    normal /= np.sqrt(np.einsum("in,in->n", normal, normal)) + np.float32(1e-6)
    return normal


def _body(die: TrueDie, hit: Hit, marks: Marks, pip: Floats) -> Floats:
    """Paint of body and pips; a translucent body also shows the far side, faintly."""
    body = np.broadcast_to(paint(die.body), (hit.point.shape[1], 3))
    if die.finish == "translucent":
        body = _see_through(die, hit, body)
    ink = np.broadcast_to(paint(die.pips), body.shape)
    if die.accent:
        special = (marks.value == 1) | (marks.value == 4)
        ink = np.where(special[:, None], paint(die.accent), ink)
    return np.asarray(body + (ink - body) * pip[:, None], dtype=np.float32)


def _see_through(die: TrueDie, hit: Hit, body: Floats) -> Floats:
    """The far faces' pips through the body, along the bent ray, and a glow where the way through is short."""
    bent = hit.ray - hit.normal * np.float32(0.45)
    bent /= np.sqrt(np.einsum("in,in->n", bent, bent))
    half = np.float32(die.size_mm / 2)
    steep = np.where(np.abs(bent) < 1e-4, np.float32(1e-4), bent)
    through = ((np.sign(steep) * half - hit.point) / steep).min(axis=0)
    far = marks_at(die, np.asarray(hit.point + through * bent, dtype=np.float32))
    seen = np.clip((1 - np.hypot(far.across, far.along)) / 0.35 + 0.5, 0, 1) * np.float32(0.22)
    thin = np.clip(1 - through / np.float32(1.6 * die.size_mm), 0, 1)
    lit = body * (0.75 + 0.9 * thin)[:, None]
    return np.asarray(lit + (paint(die.pips) - lit) * seen[:, None], dtype=np.float32)


def _room(hit: Hit, normal: Floats, up: Floats) -> Floats:
    """What a mirror-like surface shows of the room: a bright ceiling, a darker horizon, the tray below."""
    mirror = hit.ray + 2 * -np.einsum("in,in->n", hit.ray, normal) * normal
    height = up @ mirror
    return np.asarray(np.where(height > 0, 0.25 + 0.9 * height, 0.12), dtype=np.float32)


def _unshaded(die: TrueDie, point: Floats, to: Floats, near: tuple[TrueDie, ...]) -> Floats:
    """Share of a lamp that reaches each point past the dice that stand close."""
    lit = np.ones(point.shape[1], dtype=np.float32)
    for other in near:
        turn = (rotation_of(other).T @ rotation_of(die)).astype(np.float32)
        shift: Matrix = rotation_of(other).T @ (middle_of(die) - middle_of(other))
        start = turn @ point + shift.astype(np.float32)[:, None]
        ray = (turn @ to)[:, None] - turn @ point
        ray = np.where(np.abs(ray) < 1e-3, np.float32(1e-3), ray)
        half = np.float32(other.size_mm * 0.48)
        one, two = (-half - start) / ray, (half - start) / ray
        enter, leave = np.minimum(one, two).max(axis=0), np.maximum(one, two).min(axis=0)
        lit *= 1 - np.clip((leave - np.maximum(enter, 0)) * np.float32(120.0), 0, 1) * np.float32(0.92)
    return lit
