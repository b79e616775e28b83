"""The tray's outline: found by the sharp line of its walls, however it is turned and whatever shades its floor."""

import cv2
import numpy as np
import pytest

from tablekeeper.vision.trays.floor.outline import find_outline
from tests.vision.drawing import table

CORNERS = np.array([(50, 40), (270, 40), (270, 200), (50, 200)], np.float32)  # in the half-size background
FLOOR, WALL = (70, 95, 60), (60, 110, 150)


def tray(*, turn_deg=0.0, wall=WALL, veil=None):
    """A floor inside walls 14 pixels wide on a dark table; `veil` darkens the floor."""
    picture = table((40, 60, 80), (240, 320), seed=3)
    turn = cv2.getRotationMatrix2D((160, 120), turn_deg, 1.0)
    corners = cv2.transform(CORNERS[None], turn)[0]
    outer = (corners - corners.mean(0)) * (248 / 220, 188 / 160) + corners.mean(0) if not turn_deg else None
    rim = cv2.transform((CORNERS + np.sign(CORNERS - (160, 120)) * 14)[None], turn)[0] if outer is None else outer
    floor = table(FLOOR, (240, 320), seed=4).astype(np.float32)
    floor *= 1.0 if veil is None else veil[..., None]
    cv2.fillConvexPoly(picture, np.round(rim).astype(np.int32), wall)
    inside = np.zeros((240, 320), np.uint8)
    cv2.fillConvexPoly(inside, np.round(corners).astype(np.int32), 1)
    picture[inside > 0] = np.clip(floor, 0, 255).astype(np.uint8)[inside > 0]
    return cv2.GaussianBlur(picture, (0, 0), 0.6), corners * 2


def off(found, wanted):
    """The greatest distance between corners, in pixels of the whole picture."""
    return max(min(np.hypot(*(np.array(one) - other)) for one in found) for other in wanted)


@pytest.mark.parametrize("turn_deg", [-9, 0, 4, 15])
def test_however_the_tray_is_turned(turn_deg):
    picture, corners = tray(turn_deg=turn_deg)
    assert off(find_outline(picture), corners) < 8


def test_the_soft_shadow_of_a_wall_is_no_wall():
    columns = np.arange(320, dtype=np.float32)
    veil = np.broadcast_to(np.clip((columns - 62) / 14, 0, 1) * 0.5 + 0.5, (240, 320))
    picture, corners = tray(veil=veil)
    assert off(find_outline(picture), corners) < 8


def test_a_wall_of_the_floors_own_colour_is_told_by_its_sharp_line():
    picture, corners = tray(wall=tuple(int(0.8 * level) for level in FLOOR))
    assert off(find_outline(picture), corners) < 8
