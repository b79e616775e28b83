"""Places that the detector net finds: the same ones in a part of a picture as in the whole."""

import numpy as np
import pytest

from tablekeeper.vision.faces.candidates import find_candidates_at, look_near
from tests.vision.drawing import draw_die, table

PLACES = ((130, 150, 4), (330, 260, 5), (520, 350, 6))


@pytest.fixture(scope="module")
def picture():
    drawn = table()
    for x, y, value in PLACES:
        draw_die(drawn, value, x, y, edge=48, turn_deg=x / 7)
    return drawn


def nearest(found, x, y):
    return min((one for one in found if one.readable), key=lambda one: np.hypot(one.x - x, one.y - y))


@pytest.mark.parametrize(("x", "y", "value"), PLACES)
def test_a_look_around_one_place_finds_there_what_the_whole_picture_shows(picture, x, y, value):
    whole, part = (nearest(look_near(picture, around), x, y) for around in ((), ((x, y),)))
    assert (part.x, part.y, part.edge) == pytest.approx((whole.x, whole.y, whole.edge), abs=0.5)
    assert part.heat == pytest.approx(whole.heat, abs=0.05)
    assert int(part.values.argmax()) + 1 == int(whole.values.argmax()) + 1 == value


def test_a_look_around_places_holds_all_of_them(picture):
    found = look_near(picture, [(x, y) for x, y, _ in PLACES])
    for x, y, _ in PLACES:
        assert np.hypot(nearest(found, x, y).x - x, nearest(found, x, y).y - y) < 5


def test_what_lies_far_from_the_places_is_not_looked_at(picture):
    x, y, _ = PLACES[0]
    assert all(np.hypot(one.x - x, one.y - y) < 160 for one in look_near(picture, [(x, y)]))


def test_a_look_at_a_known_scale_around_a_place_finds_what_the_whole_picture_shows(picture):
    x, y, _ = PLACES[0]
    whole, part = (nearest(find_candidates_at(picture, 0.5, around), x, y) for around in ((), ((x, y),)))
    assert (part.x, part.y, part.edge, part.heat) == pytest.approx((whole.x, whole.y, whole.edge, whole.heat), abs=0.05)


@pytest.mark.parametrize("side", ["left", "right", "above", "below"])
def test_what_a_part_of_the_picture_cuts_off_is_not_seen_there(side):
    away = {"left": (-1, 0), "right": (1, 0), "above": (0, -1), "below": (0, 1)}[side]
    drawn = table()
    x, y = (320 + 130 * away[0], 240 + 130 * away[1])
    draw_die(drawn, 5, 320, 240, edge=48)
    draw_die(drawn, 6, x, y, edge=48)
    found = look_near(drawn, [(320.0, 240.0)])
    assert all(np.hypot(one.x - 320, one.y - 240) < 20 for one in found)
    assert any(np.hypot(one.x - x, one.y - y) < 20 for one in look_near(drawn))
