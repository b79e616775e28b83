"""A die of a known tray as its net sees it: straightened, beside its bare floor and the place of a flat die."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from tablekeeper.vision.faces.candidates import Picture, cut, straighten
from tablekeeper.vision.trays.calibration import Calibration
from tablekeeper.vision.trays.changes import Changes
from tablekeeper.vision.trays.leaning.flat import find_turn, outline_of_flat

Floats = NDArray[np.float64]
Pixels = NDArray[np.uint8]

PORTRAIT_PX: Final = 64
EDGE_PX: Final = 64 / 3  # of the upper face in a portrait
LARGE: Final = 2.2  # of that: such faces are sharp enough at half the picture's size
OUT_OF_REACH: Final = 1.2  # portraits from the middle: nothing of a die there is seen in one
OTHERS, OWN, UPPER = 85, 170, 255  # in the last channel: where flat dice beside this one, this one and its face lie
SUBPIXEL_BITS: Final = 4
NOWHERE: Final = 1e-6  # edges between a face and its foot, seen from above


@dataclass(frozen=True)
class Place:
    """The middle of an upper face, and how its die is turned."""

    x: float
    y: float
    turn: float


def find_places(picture: Picture, middles: Sequence[tuple[float, float]], known: Calibration) -> list[Place]:
    """The dice with these middles, each with its turn."""
    stance = known.stance
    return [Place(x, y, find_turn(picture, x, y, stance.edge_at(x, y), stance.stretch_at(x, y))) for x, y in middles]


def draw_portrait(
    picture: Picture,
    place: Place,
    others: Sequence[Place],
    known: Calibration,
    changes: Changes,
    size: int = PORTRAIT_PX,
) -> Pixels:
    """Seven channels: the die in the floor's light, its bare floor, and where flat dice are seen.

    The foot of a flat die lies below its face in every portrait, wherever the camera is.
    """
    stance = known.stance
    edge = stance.edge_at(place.x, place.y)
    upright = straighten(stance.stretch_at(place.x, place.y))
    shape = (upright @ _towards_foot(known, place, upright)).astype(np.float32)
    extent = edge * size / EDGE_PX
    if edge >= LARGE * EDGE_PX:  # half the picture's size shows as much, already in the floor's light
        level = cut(changes.level, place.x / 2, place.y / 2, extent / 2, size=size, shape=shape)
    else:
        seen = cut(picture, place.x, place.y, extent, size=size, shape=shape)
        light = changes.light.take_out_at(seen, place.x / known.width_px, place.y / known.height_px)
        level = np.clip(light, 0, 255).astype(np.uint8)
    floor = cut(known.background, place.x / 2, place.y / 2, extent / 2, size=size, shape=shape)
    back = np.asarray(np.linalg.inv(shape) * (EDGE_PX / edge), np.float64)
    plan = np.zeros((size, size), np.uint8)
    near = OUT_OF_REACH * extent
    for other in (one for one in others if max(abs(one.x - place.x), abs(one.y - place.y)) < near):
        fill(plan, outline_of_flat(known, other.x, other.y, other.turn), place, back, OTHERS)
    fill(plan, outline_of_flat(known, place.x, place.y, place.turn), place, back, OWN)
    fill(plan, stance.corners_at(place.x, place.y, place.turn, (0.0,)), place, back, UPPER)
    return np.dstack([level, floor, plan])


def _towards_foot(known: Calibration, place: Place, upright: NDArray[np.float32]) -> Floats:
    """The turn after which the foot lies below the face."""
    foot = known.stance.lower(np.array([[place.x, place.y]]), 1.0) - (place.x, place.y)
    return turn_below(np.linalg.solve(upright, foot[0]))


def turn_below(foot: NDArray[np.floating]) -> Floats:
    """The turn after which this way leads down; none where it leads nowhere: the camera looks straight down there."""
    away = float(np.hypot(*foot))
    sin, cos = foot / away if away > NOWHERE else (0.0, 1.0)
    return np.array([[cos, sin], [-sin, cos]])


def fill(plan: Pixels, points: NDArray[np.floating], place: Place, back: Floats, tone: int) -> None:
    """Draw what is seen of a die into a portrait's plan."""
    middle = (plan.shape[0] - 1) / 2
    here = (np.asarray(points, np.float64) - (place.x, place.y)) @ back.T + middle
    scaled = np.round(here * (1 << SUBPIXEL_BITS)).astype(np.int32)
    cv2.fillConvexPoly(plan, scaled, tone, cv2.LINE_AA, SUBPIXEL_BITS)
