"""Where a flat die must be seen: its outline, its foot, and its turn from straight lines alone."""

import math
from types import SimpleNamespace

import cv2
import numpy as np
import pytest

from tablekeeper.vision.trays.camera.stance import Stance
from tablekeeper.vision.trays.leaning.flat import find_turn, foot_of, outline_of_flat
from tests.vision.drawing import draw_die, table

TRAY = SimpleNamespace(stance=Stance(50.0, 0.08, (320.0, 240.0), (320.0, 240.0)), below=(320.0, 240.0))


@pytest.mark.parametrize("turn_deg", [-40, -17, 0, 8, 30, 44])
def test_the_turn_of_a_1_is_that_of_its_edges(turn_deg):
    picture = table()
    draw_die(picture, 1, 300, 200, edge=50, turn_deg=turn_deg)
    off_deg = (math.degrees(find_turn(picture, 300.0, 200.0, 50.0)) - turn_deg) % 90
    assert min(off_deg, 90 - off_deg) < 2


def test_below_the_camera_a_die_shows_its_upper_face_alone():
    outline = outline_of_flat(TRAY, *TRAY.below, 0.3)
    (x, y), (width, height), _ = cv2.minAreaRect(outline)
    assert (x, y) == pytest.approx(TRAY.below, abs=0.1)
    assert (width, height) == pytest.approx((50, 50), rel=0.02)
    assert foot_of(TRAY, *TRAY.below) == pytest.approx(TRAY.below)


def test_elsewhere_it_shows_a_side_towards_the_point_below_the_camera():
    outline = outline_of_flat(TRAY, 520.0, 240.0, 0.0)
    left, right = outline[:, 0].min(), outline[:, 0].max()
    assert right == pytest.approx(520 + 25, abs=2)
    assert 520 - 25 - left > 10
    assert np.hypot(*(np.array(foot_of(TRAY, 520.0, 240.0)) - TRAY.below)) == pytest.approx(200 / 1.08)
