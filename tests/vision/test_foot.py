"""A side that is seen down to its foot ends in a step of colour; where it is turned away, the floor goes on."""

import math

import numpy as np
import pytest

from tablekeeper.vision.trays.leaning.foot import floor_goes_on
from tablekeeper.vision.trays.leaning.reach import STEPS_AN_EDGE

REACH, WIDTH = 0.62, 0.14
GREY, WHITE, BLACK, RED, FELT = (120, 120, 122), (232, 232, 230), (26, 26, 28), (40, 35, 190), (62, 84, 40)


def strip(floor, before, behind=0.8):
    """The light along a strip: `before` the foot's place, then the floor in some shade."""
    ground = np.broadcast_to(np.array(floor, np.float32), (46, 3)).copy()
    seen = ground * np.float32(behind)
    seen[round((REACH - WIDTH) * STEPS_AN_EDGE) : round(REACH * STEPS_AN_EDGE)] = before
    return seen, ground


@pytest.mark.parametrize(("body", "floor"), [(WHITE, GREY), (BLACK, GREY), (RED, FELT), (WHITE, FELT)])
@pytest.mark.parametrize("shade", [0.5, 0.65, 0.8])
def test_a_side_of_another_colour_ends_at_its_foot(body, floor, shade):
    seen, ground = strip(floor, np.array(body) * shade)
    assert floor_goes_on(seen, ground, body, REACH, WIDTH, first=0) < 0


@pytest.mark.parametrize(("body", "floor"), [(WHITE, GREY), (BLACK, GREY), (RED, FELT), (WHITE, FELT)])
@pytest.mark.parametrize("shade", [0.65, 0.75, 0.8])
def test_the_floor_in_the_dies_shade_goes_on(body, floor, shade):
    seen, ground = strip(floor, np.array(floor) * shade)
    assert floor_goes_on(seen, ground, body, REACH, WIDTH, first=0) > 1


def test_where_body_and_floor_are_alike_nothing_is_sure():
    seen, ground = strip(GREY, np.array(GREY) * 0.7)
    assert abs(floor_goes_on(seen, ground, GREY, REACH, WIDTH, first=0)) < 2


@pytest.mark.parametrize(("reach", "width"), [(0.45, 0.3), (1.12, 0.2)])
def test_where_the_strip_shows_no_foot_or_no_side_nothing_speaks_for_a_foot(reach, width):
    seen, ground = strip(GREY, np.array(WHITE) * 0.65)
    assert floor_goes_on(seen[16:], ground[16:], WHITE, reach, width, first=16) == np.inf


def test_black_from_which_more_light_was_taken_than_there_is_says_something():
    seen = np.full((40, 3), -6.0, np.float32)
    ground = np.full((40, 3), 30.0, np.float32)
    with np.errstate(all="raise"):
        assert math.isfinite(floor_goes_on(seen, ground, (10, 10, 10), 0.7, 0.2, first=0))
