"""Lays things that are no dice into a scene: flat on the table beside the dice, and hands over everything."""

import cv2
import numpy as np
from numpy.typing import NDArray

from tablekeeper.vision.picture import Numbers
from tablekeeper.vision.training.hands import HAND_PX, Hand
from tablekeeper.vision.training.paint import Light
from tablekeeper.vision.training.relief import EXTENT, RELIEF_PX, Relief

Floats = NDArray[np.floating]
Face = tuple[float, float, float]  # x, y and edge in the picture of what looks like a die's face
HAND_REACH = 0.12  # of a hand's square, from its fingertips to its middle


def lay_litter(
    canvas: Floats, reliefs: list[Relief], light: Light, rng: np.random.Generator, *, size: float, pitch: float
) -> list[Face]:
    """A few things of like size, of one kind or many; where in the picture they look like faces of dice."""
    kinds = [reliefs[k] for k in rng.integers(0, len(reliefs), int(rng.choice([1, 1, 2, 4])))]
    spots: list[tuple[float, float]] = []
    faces: list[Face] = []
    for _ in range(int(rng.integers(1, 9))):
        spot = (float(rng.uniform(0, canvas.shape[1])), float(rng.uniform(0, canvas.shape[0])))
        if any(np.hypot(spot[0] - x, spot[1] - y) < 1.9 * size for x, y in spots):
            continue
        spots.append(spot)
        relief = kinds[rng.integers(len(kinds))]
        faces += _lay(canvas, relief, spot, _shape(size * rng.uniform(0.85, 1.15), pitch, rng), light, rng)
    return faces


def _shape(size: float, pitch: float, rng: np.random.Generator) -> Floats:
    """From sizes about a thing's middle to pixels about its spot: any turn, then the slant of the table."""
    turn = rng.uniform(0, 2 * np.pi)
    cos, sin = np.cos(turn) * size, np.sin(turn) * size
    flip = 1.0 if rng.random() < 0.5 else -1.0
    return np.asarray(np.diag([1.0, np.cos(pitch)]) @ np.array([[cos, -sin], [sin, cos]]) @ np.diag([flip, 1.0]))


def _lay(
    canvas: Floats, relief: Relief, spot: tuple[float, float], shape: Floats, light: Light, rng: np.random.Generator
) -> list[Face]:
    scale = float(np.sqrt(abs(np.linalg.det(shape)))) * EXTENT / RELIEF_PX
    layers = [relief.colour, relief.cover, relief.normal]
    if scale < 0.6:  # shrink by area first, or holes would shimmer
        small = max(8, int(RELIEF_PX * scale * 1.3))
        layers = [cv2.resize(layer, (small, small), interpolation=cv2.INTER_AREA) for layer in layers]
    place = _onto(shape * EXTENT / layers[1].shape[0], layers[1].shape[0] / 2, spot)
    box = canvas.shape[1], canvas.shape[0]
    colour, cover, normal = (cv2.warpAffine(layer, place, box) for layer in layers)
    mixed = colour[..., rng.permutation(3)] if rng.random() < 0.3 else colour
    _drop_shadow(canvas, cover, light, relief.thick * float(np.sqrt(abs(np.linalg.det(shape)))))
    lit = shade(mixed.astype(np.float32), _turned(normal, shape), light, relief.gloss)
    _blend(canvas, lit, cover)
    found = [
        (*(shape @ (x, y) + spot), edge * float(np.sqrt(abs(np.linalg.det(shape))))) for x, y, edge in relief.faces
    ]
    return [(float(x), float(y), float(edge)) for x, y, edge in found]


def lay_hand(canvas: Floats, hand: Hand, light: Light, rng: np.random.Generator, *, reach: float) -> Floats:
    """A hand from any side whose fingers end near the picture's middle; how much it covers of each pixel."""
    side = canvas.shape[0]
    scale = reach / HAND_PX
    turn = rng.uniform(0, 2 * np.pi)
    cos, sin = np.cos(turn) * scale, np.sin(turn) * scale
    shape = np.array([[cos, -sin], [sin, cos]]) @ np.diag([1.0 if rng.random() < 0.5 else -1.0, 1.0])
    spot = np.array([side, side]) / 2 + rng.normal(0, 0.22 * side, 2) + shape @ (0, HAND_REACH * HAND_PX)
    place = _onto(shape, HAND_PX / 2, (float(spot[0]), float(spot[1])))
    colour, cover, normal = (
        cv2.warpAffine(layer, place, (side, side)) for layer in (hand.colour, hand.cover, hand.normal)
    )
    _drop_shadow(canvas, cover, light, reach * 0.1)
    _blend(canvas, shade(colour.astype(np.float32), _turned(normal, shape), light, 0.05), cover)
    return np.asarray(cover.astype(np.float32) / 255)


def shade(colour: Floats, normal: Floats, light: Light, gloss: float) -> Floats:
    """Colours under the scene's lamps."""
    power = np.full(normal.shape[:2], light.ambient * 0.9, np.float32)
    glare = np.zeros_like(power)
    for direction, strength in light.keys:
        facing = normal @ direction
        power += strength * np.maximum(facing, 0)
        if gloss:
            mirrored = np.maximum(2 * facing * normal[..., 2] - direction[2], 0)
            glare += np.float32(gloss * strength) * mirrored**40
    return np.asarray(colour * power[..., None] * light.tint + glare[..., None] * 255, np.float32)


def _onto(shape: Floats, middle: float, spot: tuple[float, float]) -> Floats:
    shift = np.array(spot) - shape @ (middle, middle)
    return np.hstack([shape, shift[:, None]]).astype(np.float32)


def _turned(normal: Numbers, shape: Floats) -> Floats:
    """Normals of a drawn thing as they look when it is turned."""
    turn = shape / np.sqrt(abs(np.linalg.det(shape)))
    plain = normal.astype(np.float32) / 127.5 - 1
    plain[..., :2] = plain[..., :2] @ turn.T.astype(np.float32)
    return plain


def _drop_shadow(canvas: Floats, cover: Numbers, light: Light, thick: float) -> None:
    direction, power = light.keys[0]
    way = -np.asarray(direction[:2]) / max(float(direction[2]), 0.4) * thick
    move = np.array([[1, 0, way[0]], [0, 1, way[1]]], np.float32)
    moved = cv2.warpAffine(cover, move, cover.shape[::-1]).astype(np.float32) / 255
    soft = cv2.GaussianBlur(moved, (0, 0), max(0.6, 0.3 * thick))
    canvas *= 1 - soft[..., None] * np.float32(light.shadow * min(power * 1.2, 0.85))


def _blend(canvas: Floats, colour: Floats, cover: Numbers) -> None:
    canvas += (colour - canvas) * (cover[..., None].astype(np.float32) / 255)
