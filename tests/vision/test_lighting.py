"""The light of a picture is taken out before it is compared with the empty tray; what lies there is not."""

import cv2
import numpy as np
import pytest

from tablekeeper.vision.trays.floor.floor import bare_floor, learn_floor
from tablekeeper.vision.trays.floor.lighting import fit_light
from tests.vision.drawing import draw_die, table

FLOOR = table((60, 110, 80), (240, 320), seed=3)


def noisy(picture, seed=1, sigma=1.5):
    return np.clip(picture + np.random.default_rng(seed).normal(0, sigma, picture.shape), 0, 255).astype(np.uint8)


def with_dice(picture):
    picture = picture.copy()
    for number, value in enumerate((2, 5, 6)):
        draw_die(picture, value, 70 + 80 * number, 90 + 30 * number, edge=34, turn_deg=25 * number)
    return picture


def slanted(picture, most):
    return picture * np.linspace(1 - most, 1 + most, picture.shape[1])[None, :, None]


LIGHTS = {
    "darker": lambda p: p * 0.8,
    "warmer": lambda p: p * (0.8, 1.0, 1.15),
    "a black level": lambda p: p * 0.95 + (6, 2, 4),
    "brighter on one side": lambda p: slanted(p, 0.2),
    "all of it": lambda p: slanted(p * (0.9, 1.0, 1.1) + 3, 0.15),
}


@pytest.mark.parametrize("light", LIGHTS.values(), ids=LIGHTS.keys())
@pytest.mark.parametrize("dice", [False, True])
def test_another_light_is_no_change_of_the_floor(light, dice):
    looks = [noisy(FLOOR, seed) for seed in range(5)]
    floor = learn_floor(looks, FLOOR)
    scene = with_dice(FLOOR) if dice else FLOOR
    seen = noisy(np.clip(light(scene.astype(float)), 0, 255), 9)
    differs = floor.differs(fit_light(seen, FLOOR).take_out(seen)) > 0
    there = np.abs(scene.astype(int) - FLOOR).max(2) > 60
    assert differs[there].mean() > 0.95 if dice else not there.any()
    assert differs[cv2.dilate(there.astype(np.uint8), np.ones((7, 7))) == 0].mean() < 0.002


def test_the_light_of_one_place_is_taken_out_as_that_of_the_whole_picture():
    seen = np.clip(slanted(FLOOR * (0.9, 1.0, 1.1), 0.15), 0, 255).astype(np.uint8)
    light = fit_light(seen, FLOOR)
    whole = light.take_out(seen)
    for x, y in ((20, 20), (160, 120), (300, 220)):
        part = np.s_[y - 10 : y + 10, x - 10 : x + 10]
        assert np.abs(light.take_out_at(seen[part], x / 320, y / 240) - whole[part]).mean() < 3


def test_the_floor_may_go_where_it_was_seen_and_nowhere_else():
    middle = np.full((40, 60, 3), 100, np.uint8)
    flap = middle.copy()
    flap[10:20, 10:20] = 150
    floor = learn_floor([middle, flap, middle], middle)
    there, elsewhere = middle.copy(), middle.copy()
    there[11:19, 11:19], elsewhere[30:36, 40:46] = 145, 145
    assert not floor.differs(there).any()
    assert floor.differs(elsewhere).any()
    assert bare_floor(middle, 1.0).differs(there).any()


def test_a_camera_that_trembles_by_a_pixel_changes_nothing_at_a_sharp_edge():
    middle = np.full((40, 60, 3), 60, np.uint8)
    middle[:, 30:] = 180
    floor = bare_floor(middle, 1.0)
    assert not floor.differs(_slid(middle, 1)).any()
    assert floor.differs(_slid(middle, 3)).any()


def _slid(picture, right):
    return cv2.warpAffine(
        picture, np.float32([[1, 0, right], [0, 1, 0]]), picture.shape[1::-1], borderMode=cv2.BORDER_REPLICATE
    )
