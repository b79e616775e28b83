"""A die that shows more on a side than the flat dice shown did leans, however small it is."""

import math
from dataclasses import replace

import numpy as np
import pytest

from tablekeeper import vision
from tablekeeper.vision.errors import CalibrationError
from tablekeeper.vision.reading import LEANING
from tablekeeper.vision.trays.calibration import Beyond, Calibration
from tablekeeper.vision.trays.changes import find_changes
from tablekeeper.vision.trays.leaning.beyond import is_beyond, learn_usual, look_beyond
from tablekeeper.vision.trays.leaning.flat import Flat, count_as_flat
from tablekeeper.vision.trays.ways import FLOOR_SHOWS
from tests.vision.drawing import WHITE, draw_die, table

EDGE, AT = 18, (320, 240)
SHOWS = frozenset({FLOOR_SHOWS})
FLAT = Beyond(0.0, 0.0, 0.0)


def known(usual=None):
    """A table seen from right above, and its dice: smaller than what the other leaning check can see."""
    calibration = vision.calibrate([table(seed=number) for number in range(5)])
    return replace(calibration, edge_px=float(EDGE), rise=0.01, below_camera=AT, usual=usual, trusted=SHOWS)


def thrown(*, beyond_px=0, colour=WHITE, value=4):
    """A die with something else along its right side."""
    picture = table(seed=9)
    x, y = AT
    part = picture[y - EDGE // 2 : y + EDGE // 2, x + EDGE // 2 - 3 : x + EDGE // 2 + beyond_px]
    part[:] = np.clip(np.asarray(colour) + np.random.default_rng(1).normal(0, 3, part.shape), 0, 255)
    draw_die(picture, value, *AT, edge=EDGE)
    return picture


def flat(picture, calibration):
    return Flat.of(picture, count_as_flat(picture, *AT, calibration), 1.0, calibration)


def seen(picture, calibration, others=()):
    light = find_changes(picture, calibration).light
    return look_beyond(picture, flat(picture, calibration), others, calibration, light)


@pytest.mark.parametrize(
    ("picture", "far"),
    [
        (thrown(), False),
        (thrown(beyond_px=7), True),  # a side that a flat die hides
        (thrown(beyond_px=7, colour=(80, 107, 70)), False),  # light that a white die throws on the floor
        (thrown(beyond_px=7, colour=(35, 48, 30)), False),  # a shadow
    ],
)
def test_only_what_is_neither_floor_nor_light_nor_shadow_goes_on_beyond_the_outline(picture, far):
    assert (seen(picture, known()).far > 0.2) is far


def test_another_die_beside_it_is_not_its_side():
    picture, calibration = thrown(beyond_px=7), known()
    die = flat(picture, calibration)
    other = replace(die, count=replace(die.count, x=AT[0] + 1.4 * EDGE))
    assert seen(picture, calibration, [other]).far < 0.1


def test_what_the_dice_shown_had_is_usual_and_unlike_dice_tell_nothing():
    few, many = [FLAT] * 2, [FLAT, Beyond(0.1, 0.4, 0.0), FLAT]
    assert learn_usual(few) is None
    usual = learn_usual(many)
    assert usual.far == pytest.approx(0.16)
    assert usual.short == math.inf


@pytest.mark.parametrize(("beyond_px", "beyond"), [(0, False), (7, True)])
def test_a_small_die_that_leans_is_doubted_where_flat_ones_keep_to_their_outlines(beyond_px, beyond):
    picture, calibration = thrown(beyond_px=beyond_px), known(learn_usual([FLAT] * 3))
    light = find_changes(picture, calibration).light
    assert is_beyond(picture, flat(picture, calibration), [], calibration, light) is beyond
    assert not is_beyond(picture, flat(picture, calibration), [], replace(calibration, usual=None), light)
    reading = vision.read(picture, calibration=calibration)
    assert reading.values == (4,)
    assert any(doubt.reason == LEANING for doubt in reading.doubts) is beyond


def test_what_is_usual_is_saved():
    calibration = known(Beyond(0.1, math.inf, 0.05))
    text = calibration.to_toml()
    assert Calibration.from_toml(text).usual == calibration.usual
    with pytest.raises(CalibrationError, match="flat dice"):
        Calibration.from_toml(text.replace("usual = [0.1000", "usual = [-0.1000"))
