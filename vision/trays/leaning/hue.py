"""Distinguishes a die's own hue from the floor's, in light and in shade alike."""

import math

import cv2
import numpy as np
from numpy.typing import NDArray

from tablekeeper.vision.colours import BGR
from tablekeeper.vision.picture import Numbers
from tablekeeper.vision.trays.floor.shadow import UNTINTED, Tint

Floats = NDArray[np.float32]

APART_DEG = 10.0  # between two colours, seen from black, from which shade cannot make one of the other
LEAST_LIGHT = 6.0  # grey levels: hardly any hue is left in less


def apart_deg(body: BGR, floor: Numbers) -> float:
    """The angle between a body's colour and the floor's, seen from black: brightness does not count."""
    one, other = [level + 1 for level in body], [level + 1 for level in _mean(floor)]
    alike = sum(a * b for a, b in zip(one, other, strict=True)) / (math.hypot(*one) * math.hypot(*other))
    return math.degrees(math.acos(min(alike, 1.0)))


def _mean(colours: Numbers) -> list[float]:
    """The mean colour."""
    return list(cv2.mean(np.asarray(colours, np.float32).reshape(-1, 1, 3))[:3])


def body_share(seen: Numbers, floor: Numbers, body: BGR, tint: Tint = UNTINTED) -> Floats:
    """How much of each pixel the body covers rather than the floor, by their hues: 0..1.

    Both are taken as they look in the shade that the pixel's own darkness implies, which has a tint.
    """
    light = seen.astype(np.float32)
    floor_light, body_light = floor.astype(np.float32) + 1, np.array(body, np.float32) + 1
    ground = _unit(_in_shade(floor_light, light, tint))
    paint = _unit(_in_shade(body_light, light, tint))
    alike = _dot(ground, paint)
    by_body, by_floor = _dot(light, paint), _dot(light, ground)
    rest = np.maximum(1 - alike * alike, 1e-4)
    bodied = np.maximum((by_body - alike * by_floor) / rest, 0)
    floored = np.maximum((by_floor - alike * by_body) / rest, 0)
    told = np.minimum((bodied + floored) / LEAST_LIGHT, 1)
    covered = bodied / np.sqrt(_dot(body_light, body_light))
    bare = floored / np.sqrt(_dot(floor_light, floor_light))
    return np.asarray(told * covered / np.maximum(covered + bare, 1e-6), np.float32)


def _in_shade(colour: Floats, light: Floats, tint: Tint) -> Floats:
    """A colour as dark as the light makes it, with the tint that it then has."""
    share = np.minimum(_dot(light, colour) / _dot(colour, colour), 1)[..., None]
    return np.asarray(colour * np.maximum(share + np.array(tint, np.float32) * (1 - share), 0.01), np.float32)


def _unit(colours: Floats) -> Floats:
    length = np.sqrt(_dot(colours, colours))[..., None]
    return np.asarray(colours / np.maximum(length, 1.0), np.float32)


def _dot(one: Floats, other: Floats) -> Floats:
    """The sum over blue, green and red of two colours' products."""
    return np.asarray(np.einsum("...c,...c", one, other), np.float32)
