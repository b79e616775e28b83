"""Counting by hand where light on a glossy die touches its pips."""

import cv2
import numpy as np
import pytest

from tablekeeper.vision.faces.pips import CLEAN, count_glossy_pips, count_pips
from tests.vision.drawing import BLACK, PLACES, RED, WHITE, draw_die, table

AT, EDGE, GREEN, LIGHT = (200, 200), 60.0, (60, 150, 40), (235, 235, 235)


def die(value, *, body, ink, rims):
    """A die with lines of light along its rims, which touch its outer pips."""
    picture = table((150, 150, 152))
    draw_die(picture, value, *AT, edge=EDGE, body=body, ink=ink)
    reach = round(0.35 * EDGE)
    for (x, y), (right, down) in rims:
        start = (AT[0] + x * reach, AT[1] + y * reach)
        cv2.line(picture, start, (start[0] + right * reach, start[1] + down * reach), LIGHT, 3, cv2.LINE_AA)
    return cv2.GaussianBlur(picture, (0, 0), 0.6)


ALONG_LEFT = [((-1, -1), (0, 2))]


@pytest.mark.parametrize("value", [2, 3, 4])
def test_light_pips_are_told_from_the_thin_light_that_touches_them(value):
    picture = die(value, body=GREEN, ink=WHITE, rims=ALONG_LEFT)
    plain = count_pips(picture, *AT, EDGE, (0.0, 0.0))
    assert plain is None or plain.value != value or plain.quality < CLEAN
    found = count_glossy_pips(picture, *AT, EDGE, (0.0, 0.0))
    assert found is not None
    assert found.value == value


@pytest.mark.parametrize("value", [2, 3, 4])
def test_coloured_pips_are_told_by_a_colour_that_light_has_none_of(value):
    picture = die(value, body=BLACK, ink=RED, rims=ALONG_LEFT)
    found = count_glossy_pips(picture, *AT, EDGE, (0.0, 0.0))
    assert found is not None
    assert (found.value, found.dark) == (value, False)
    assert np.argmax(found.ink) == np.argmax(RED)


@pytest.mark.parametrize("value", PLACES)
def test_without_light_on_it_a_die_counts_as_before(value):
    picture = die(value, body=GREEN, ink=WHITE, rims=())
    plain, found = (count(picture, *AT, EDGE, (0.0, 0.0)) for count in (count_pips, count_glossy_pips))
    assert plain is not None
    assert found is not None
    assert plain.value == found.value == value
