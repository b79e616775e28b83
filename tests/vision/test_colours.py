"""Names of colours, in white and in coloured light."""

import numpy as np
import pytest

from tablekeeper.vision.colours import find_white, name_colour, name_ink, same_colour

DAYLIGHT = {
    "white": (235, 238, 240),
    "ivory": (180, 215, 230),
    "black": (30, 28, 28),
    "red": (40, 35, 195),
    "blue": (180, 90, 30),
    "green": (60, 150, 40),
    "yellow": (40, 200, 230),
    "orange": (30, 120, 240),
    "purple": (130, 40, 110),
}


def in_light(colour, lamp):
    return tuple(int(level * share) for level, share in zip(colour, lamp, strict=True))


@pytest.mark.parametrize(("name", "colour"), DAYLIGHT.items())
@pytest.mark.parametrize(
    "lamp", [(1, 1, 1), (0.72, 0.9, 1), (1, 0.9, 0.8), (0.6, 0.6, 0.6)], ids=["day", "warm", "cold", "dim"]
)
def test_a_colour_keeps_its_name_in_lamplight(name, colour, lamp):
    picture = np.full((120, 160, 3), in_light((225, 225, 225), lamp), np.uint8)
    picture[40:80, 40:80] = in_light(colour, lamp)
    assert same_colour(name_colour(in_light(colour, lamp), find_white(picture)), name)


def test_one_bright_die_on_a_dark_floor_is_not_taken_for_white():
    picture = np.full((120, 160, 3), 25, np.uint8)
    picture[40:80, 40:80] = DAYLIGHT["yellow"]
    assert name_colour(DAYLIGHT["yellow"], find_white(picture)) == "yellow"


@pytest.mark.parametrize(
    ("ink", "body", "name"),
    [
        ((35, 30, 80), (40, 35, 195), "black"),  # black pips, a little of the red body around them
        ((60, 80, 105), (180, 215, 230), "black"),
        ((40, 35, 190), (235, 238, 240), "red"),
        ((170, 75, 30), (235, 238, 240), "blue"),
        ((225, 230, 230), (30, 28, 28), "white"),
    ],
)
def test_black_pips_stay_black_on_a_coloured_body(ink, body, name):
    assert name_ink(ink, body) == name
