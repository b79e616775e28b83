"""Calibration: made from empty trays, saved and read back, and noticing when things drift."""

from dataclasses import replace

import cv2
import numpy as np
import pytest

from tablekeeper.vision import Calibration, calibrate
from tablekeeper.vision.errors import CalibrationError
from tablekeeper.vision.reading import GLARE, MOVED_CAMERA, OUT_OF_FOCUS, TOO_DARK
from tablekeeper.vision.trays.camera.light import check_light, name_place
from tablekeeper.vision.trays.floor.outline import find_outline
from tablekeeper.vision.trays.ways import BY_CHANGES
from tests.vision.drawing import draw_die, table


def box_picture(seed=1, level=1.0, shift=0):
    """A wooden frame with a grey cloth inside, corners at (80, 60) and (560, 420)."""
    picture = table((40, 60, 90), seed=7)
    picture[60:420, 80:560] = table((120, 116, 110), (360, 480), seed=8)
    picture = np.roll(picture, shift, axis=1)
    noise = np.random.default_rng(seed).normal(0, 1.2, picture.shape)
    return np.clip(picture * level + noise, 0, 255).astype(np.uint8)


@pytest.fixture(scope="module")
def known():
    return calibrate([box_picture(seed) for seed in range(5)])


def test_the_outline_is_found(known):
    wanted = np.array([(80, 60), (560, 60), (560, 420), (80, 420)])
    assert np.abs(np.array(known.outline) - wanted).max() < 12


def test_noise_is_measured(known):
    assert 0.5 <= known.noise < 1.5


def test_saved_and_read_back_is_the_same(known):
    learned = replace(
        known, edge_px=41.5, darkest_shadow=0.17, close_pips=True, spacing=(0.24, 0.26), below_camera=(310.5, 250.25)
    ).with_samples({"red": (40, 30, 190)})
    learned = replace(learned, resting=((1.5, 2.0), (9.0, 2.0), (5.0, 8.5)), trusted=frozenset({BY_CHANGES}))
    again = Calibration.from_toml(learned.to_toml())
    assert again == learned
    assert (again.resting, again.trusted) == (learned.resting, learned.trusted)
    for name in ("middle", "low", "high", "grain"):
        assert np.array_equal(getattr(again.floor, name), getattr(learned.floor, name)), name
    assert np.array_equal(again.background, learned.background)
    assert (again.darkest_shadow, again.close_pips, again.below_camera) == (0.17, True, (310.5, 250.25))
    assert again.spacing == (0.24, 0.26)
    assert (again.edge_px, dict(again.samples)) == (41.5, {"red": (40, 30, 190)})


def test_flickering_lamps_in_view_and_a_camera_that_trembles_are_no_movement():
    looks = [box_picture(seed, level=level) for seed, level in enumerate((1.0, 0.75, 1.2))]
    for number, look in enumerate(looks):
        look[20:40, 100:540] = (250, 190, 235)[number]  # a strip of lights on the frame
    known = calibrate([np.roll(look, number % 2, axis=1) for number, look in enumerate(looks)])
    assert known.floor.high[15, 100].max() > known.floor.low[15, 100].max() + 20


def test_an_area_of_any_number_of_corners_is_kept(known):
    corners = ((1.0, 2.0), (30.0, 2.0), (40.0, 20.0), (30.0, 40.0), (1.0, 40.0))
    again = Calibration.from_toml(replace(known.with_corners(corners), walled=corners[:3]).to_toml())
    assert (again.outline, again.drawn, again.walled) == (corners, True, corners[:3])
    with pytest.raises(CalibrationError, match="2 corners"):
        Calibration.from_toml(known.with_corners(corners[:2]).to_toml())
    with pytest.raises(CalibrationError, match="500 corners"):
        Calibration.from_toml(known.with_corners(corners * 100).to_toml())


def test_dragged_corners_are_kept(known):
    corners = ((1.0, 2.0), (3.0, 2.0), (3.0, 4.0), (1.0, 4.0))
    assert Calibration.from_toml(known.with_corners(corners).to_toml()).outline == corners


@pytest.mark.parametrize(
    ("spoil", "found"),
    [
        (lambda _: "???", "no TOML"),
        (lambda text: text.replace("version = 1", "version = 99"), "version 99"),
        (lambda text: "\n".join(line for line in text.splitlines() if not line.startswith("noise")), "noise"),
        (lambda text: text.replace("width_px = 640", "width_px = 320"), "half the size"),
        (lambda _: "version = 1", "width|background"),
        (lambda text: text.replace('below = "', 'below = "A'), "floor|padding|picture"),
    ],
)
def test_a_spoilt_file_is_refused(known, spoil, found):
    with pytest.raises(CalibrationError, match=found):
        Calibration.from_toml(spoil(known.to_toml()))


def test_what_cannot_be_calibrated_is_refused():
    with pytest.raises(CalibrationError, match="2 pictures"):
        calibrate([box_picture(), box_picture()])
    with pytest.raises(CalibrationError, match="different sizes"):
        calibrate([box_picture(), box_picture(), table(size=(100, 100))])
    moving = [box_picture(seed) for seed in range(3)]
    for number, picture in enumerate(moving):
        for k in range(4):
            draw_die(picture, 5, 120 + 100 * k + 25 * number, 200, edge=70)
    with pytest.raises(CalibrationError, match="something moved"):
        calibrate(moving)


def test_a_surface_without_walls_is_taken_almost_whole():
    (left, top), _, (right, bottom), _ = find_outline(table(size=(240, 320)))
    assert (right - left) * (bottom - top) > 0.9 * 640 * 480


def reasons(picture, calibration=None):
    return {check.reason for check in check_light(picture, calibration)}


def test_a_good_light_has_nothing_to_say(known):
    assert reasons(box_picture(9), known) == set()
    assert reasons(box_picture(9, level=0.85), known) == set()


def test_dice_are_no_drift(known):
    picture = box_picture(9)
    for number, value in enumerate((3, 6, 2, 5)):
        draw_die(picture, value, 150 + 100 * number, 160 + 40 * number, edge=70, turn_deg=20 * number)
    assert reasons(picture, known) == set()


@pytest.mark.parametrize(
    ("spoil", "reason"),
    [
        (lambda p: (p * 0.3).astype(np.uint8), TOO_DARK),
        (lambda p: cv2.circle(p.copy(), (120, 240), 50, (255, 255, 255), -1), GLARE),
        (lambda p: cv2.GaussianBlur(p, (0, 0), 4), OUT_OF_FOCUS),
        (lambda p: cv2.GaussianBlur(p, (0, 0), 2), OUT_OF_FOCUS),
        (lambda p: np.roll(p, 20, axis=1), MOVED_CAMERA),
        (lambda p: np.roll(p, 3, axis=0), MOVED_CAMERA),
        (lambda p: cv2.warpAffine(p, cv2.getRotationMatrix2D((320, 240), 1, 1), (640, 480)), MOVED_CAMERA),
        (lambda p: np.clip(p * (1.12, 1.0, 0.9), 0, 255).astype(np.uint8), GLARE),
    ],
)
def test_drift_and_bad_light_are_noticed(known, spoil, reason):
    assert reason in reasons(spoil(box_picture(9)), known)


def test_a_burnt_die_is_no_glare_but_a_larger_patch_is(known):
    learned, picture = replace(known, edge_px=60.0), box_picture(9)
    draw_die(picture, 2, 240, 200, edge=60, body=(255, 255, 255))
    assert reasons(picture, learned) == set()
    cv2.circle(picture, (400, 300), 60, (255, 255, 255), -1)
    assert reasons(picture, learned) == {GLARE}


@pytest.mark.parametrize(
    ("x", "y", "words"), [(0.1, 0.5, "left wall"), (0.9, 0.1, "far right corner"), (0.5, 0.5, "middle")]
)
def test_places_have_names(x, y, words):
    assert name_place(x, y) == words
