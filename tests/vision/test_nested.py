"""Two dice in a tray lie as the pips of a 2: what looks like a die in a pip's place is a doubt."""

import cv2
import numpy as np
import pytest

from tablekeeper.vision.faces.candidates import Candidate
from tablekeeper.vision.faces.decide import Face
from tablekeeper.vision.faces.nested import find_nested
from tablekeeper.vision.faces.pips import count_pips
from tests.vision.drawing import draw_die, table

TRAY = (120, 60, 40)
WHITE = (245, 245, 245)


def tray_with(draw):
    """A dark square with something white in the places of a 2's pips, read as a 2."""
    picture = table()
    picture[100:360, 180:440] = TRAY
    for x, y in ((260, 180), (360, 280)):
        draw(picture, x, y)
    count = count_pips(picture, 310.0, 230.0, 260.0, (0.0, 0.0))
    assert count is not None
    assert count.value == 2
    place = Candidate(310.0, 230.0, 260.0, (0.0, 0.0), 0.8, np.eye(6, dtype=np.float32)[1], readable=True)
    return picture, Face(place, np.eye(7, dtype=np.float32)[2], count)


@pytest.mark.parametrize("values", [(3, 4), (5, 6)])
def test_a_tray_with_two_dice_in_it_is_no_2(values):
    left = list(values)
    picture, face = tray_with(lambda picture, x, y: draw_die(picture, left.pop(), x, y, edge=26, turn_deg=15))
    assert find_nested(picture, [face])


def test_the_pips_of_a_2_are_no_dice():
    picture, face = tray_with(lambda picture, x, y: cv2.circle(picture, (x, y), 13, WHITE, -1, cv2.LINE_AA))
    assert not find_nested(picture, [face])
