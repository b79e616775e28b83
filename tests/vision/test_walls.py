"""The floor of a tray of any shape is found around the places where dice rested; a table without walls has none."""

import cv2
import numpy as np
import pytest

from tablekeeper.vision.trays.area import area_around
from tablekeeper.vision.trays.floor.walls import find_floor
from tests.vision.drawing import table

MIDDLE = np.array([170.0, 115.0])
SEEN = np.full((240, 320), 255, np.uint8)


def corners_of(shape):
    """A floor's corners at half size; round ones have many."""
    if shape == "rectangle":
        return MIDDLE + np.array([(-110, -80), (110, -70), (105, 75), (-115, 70)])
    many = {"hexagon": 6, "octagon": 8, "oval": 60}[shape]
    ways = np.arange(many) * (2 * np.pi / many) + 0.2
    return MIDDLE + np.stack([np.cos(ways) * 110, np.sin(ways) * 85], 1)


def tray_of(shape, floor=(90, 110, 60)):
    """A tray on a wooden table: its wall, and its floor."""
    picture = table((60, 90, 130), size=(240, 320), seed=1)
    wall = MIDDLE + (corners_of(shape) - MIDDLE) * 1.12
    inside, inner = np.zeros((240, 320), np.uint8), np.zeros((240, 320), np.uint8)
    cv2.fillPoly(inside, [np.round(wall).astype(np.int32)], 255)
    cv2.fillPoly(inner, [np.round(corners_of(shape)).astype(np.int32)], 255)
    picture[inside > 0] = table((30, 40, 50), size=(240, 320), seed=2)[inside > 0]
    picture[inner > 0] = table(floor, size=(240, 320), seed=3)[inner > 0]
    return picture, inner


def rested(places=((-40, -20), (50, -10), (10, 40), (-30, 30))):
    return area_around([tuple(2 * (MIDDLE + place)) for place in places], 40.0, 640, 480, beyond=0.4)


def filled(corners):
    mask = np.zeros((240, 320), np.uint8)
    cv2.fillPoly(mask, [np.round(np.array(corners) / 2).astype(np.int32)], 255)
    return mask


@pytest.mark.parametrize("shape", ["rectangle", "hexagon", "octagon", "oval"])
def test_a_floor_of_any_shape_is_found(shape):
    picture, floor = tray_of(shape)
    found = filled(find_floor(picture, rested(), SEEN))
    both, either = cv2.countNonZero(found & floor), cv2.countNonZero(found | floor)
    assert both > 0.86 * either


def test_prints_on_the_floor_are_no_wall():
    picture, floor = tray_of("octagon")
    for x in range(60, 290, 24):
        for y in range(30, 220, 22):
            if floor[y, x]:
                cv2.circle(picture, (x, y), 3, (75, 95, 80), -1)
    found = filled(find_floor(picture, rested(), SEEN))
    assert cv2.countNonZero(found & floor) > 0.85 * cv2.countNonZero(found | floor)


def test_a_table_without_walls_has_no_floor_of_its_own():
    assert find_floor(table(size=(240, 320), seed=4), rested(), SEEN) == ()
    assert find_floor(table(size=(240, 320), seed=4), (), SEEN) == ()


def test_the_border_of_what_was_seen_is_no_wall():
    picture, seen = table(size=(240, 320), seed=5), np.zeros((240, 320), np.uint8)
    cv2.circle(seen, (170, 115), 90, 255, -1)
    picture[seen == 0] = (20, 200, 240)
    assert find_floor(picture, rested(), seen) == ()


def test_dice_that_rested_are_never_cut_off():
    picture, _ = tray_of("oval")
    wide = rested(((-105, 0), (100, 10), (0, 70), (10, -75)))
    found = np.array(find_floor(picture, wide, SEEN), np.float32)
    for x, y in wide:
        assert not len(found) or cv2.pointPolygonTest(found, (float(x), float(y)), True) > -12
