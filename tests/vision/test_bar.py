"""A domino's half is a face, but for the bar beside it; two dice that touch have none."""

import pytest

from tablekeeper import vision
from tablekeeper.vision.faces.contradict import find_contradictions
from tablekeeper.vision.reader import find_dice
from tests.vision.drawing import draw_die, table
from tests.vision.measure_clutter import draw

EDGE = 60
BLACK, WHITE = (25, 25, 28), (245, 245, 245)


@pytest.mark.parametrize("seed", [6011, 6033, 6043])
def test_dominoes_are_not_surely_dice(seed):
    assert not vision.read(draw("domino", seed)).sure


@pytest.mark.parametrize(("body", "ink"), [(WHITE, BLACK), (BLACK, WHITE)])
def test_two_dice_that_touch_are_no_domino(body, ink):
    picture = table()
    for value, x in ((3, 200), (6, 200 + EDGE)):
        draw_die(picture, value, x, 200, edge=EDGE, body=body, ink=ink)
    faces, _ = find_dice(picture)
    assert sorted(face.count.value for face in faces if face.count) == [3, 6]
    assert not find_contradictions(picture, faces)
