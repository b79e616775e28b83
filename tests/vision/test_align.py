"""How far a camera slid and turned, whatever lies in the tray and however it is lit."""

from dataclasses import replace

import cv2
import numpy as np
import pytest

from tablekeeper.hardware.mock.picture.rendered_tray import render
from tablekeeper.hardware.mock.picture.scatter import make_dice, random_scene, scatter
from tablekeeper.hardware.mock.picture.scene import Hand
from tablekeeper.vision.trays.calibration import halve
from tablekeeper.vision.trays.camera.align import Slide, find_slide


@pytest.fixture(scope="module", params=[3, 14])
def tray(request):
    """The empty tray, and what an evening lays into it."""
    empty = random_scene(request.param, 0)
    dice = scatter(make_dice(("red", "white", "black", "blue"), 5), empty.tray, 5)
    hand = (Hand(20.0, -10.0),)
    scenes = (empty, replace(empty, dice=dice), replace(empty, dice=dice, hands=hand))
    return [halve(render(scene, seed=number)[0]) for number, scene in enumerate(scenes)]


def slid(picture, x_px, y_px, degrees, gain=1.0):
    height, width = picture.shape[:2]
    place = cv2.getRotationMatrix2D(((width - 1) / 2, (height - 1) / 2), -degrees, 1.0)
    place[:, 2] += x_px, y_px
    moved = cv2.warpAffine(picture, place, (width, height), borderMode=cv2.BORDER_REFLECT)
    return np.clip(moved * gain, 0, 255).astype(np.uint8)


@pytest.mark.parametrize("gain", [0.5, 1.0, 1.3])
def test_nothing_moves_when_dice_hands_and_light_come_and_go(tray, gain):
    for picture in tray:
        assert find_slide(slid(picture, 0, 0, 0, gain), tray[0]).typical_px(320, 240) < 0.3


@pytest.mark.parametrize(("x_px", "y_px", "degrees"), [(1.5, 0, 0), (-3, 4, 0), (0, 0, 1), (2, -5, -2), (10, 6, 1)])
@pytest.mark.parametrize("gain", [0.6, 1.0])
def test_slides_and_turns_are_measured_beside_dice_and_a_hand(tray, x_px, y_px, degrees, gain):
    wanted = Slide(x_px, y_px, np.radians(degrees))
    for picture in tray:
        found = find_slide(slid(picture, x_px, y_px, degrees, gain), tray[0])
        assert (found.x_px, found.y_px) == pytest.approx((x_px, y_px), abs=0.4)
        assert found.turn == pytest.approx(wanted.turn, abs=np.radians(0.2))


def test_pictures_of_nothing_do_not_slide():
    plain = np.full((240, 320, 3), 90, np.uint8)
    assert find_slide(plain, plain) == Slide()


def test_a_turn_moves_the_pixels_by_its_typical_way():
    ys, xs = np.mgrid[0:240, 0:320]
    away = np.hypot(xs - 159.5, ys - 119.5) * np.radians(2)
    assert Slide(turn=np.radians(2)).typical_px(320, 240) == pytest.approx(np.sqrt((away**2).mean()), rel=0.01)
