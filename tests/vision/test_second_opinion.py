"""Cards, sockets and dominoes have pips like dice: a net that sees more around a face must doubt them."""

from types import SimpleNamespace

import numpy as np
import pytest

from tablekeeper import vision
from tablekeeper.hardware.mock.picture.tables import draw_table
from tablekeeper.vision.faces import second_opinion
from tablekeeper.vision.faces.second_opinion import ALL_FROM, ONE_FROM, find_no_dice
from tablekeeper.vision.reading import NO_FACE
from tests.vision.drawing import draw_die, table
from tests.vision.measure_clutter import draw

PICTURE = np.zeros((100, 100, 3), np.uint8)


def faces(many):
    return [SimpleNamespace(candidate=SimpleNamespace(x=20.0 * k, y=50.0, edge=10.0)) for k in range(many)]


def doubts(monkeypatch, *logits):
    said = iter(logits)
    monkeypatch.setattr(second_opinion, "ask", lambda _picture, _face: next(said))
    return find_no_dice(PICTURE, faces(len(logits)))


@pytest.mark.parametrize(
    ("kind", "seed"), [("card", 43003), ("card", 43038), ("card", 43047), ("card", 43075), ("socket", 7026)]
)
def test_things_with_pips_are_no_sure_dice(kind, seed):
    """Each of these cards was surely read before the net was asked."""
    reading = vision.read(draw(kind, seed))
    assert not reading.sure
    assert NO_FACE in {doubt.reason for doubt in reading.doubts}


def test_dice_stay_dice():
    picture = table()
    for value, x in ((1, 120), (3, 240), (4, 360), (6, 480)):
        draw_die(picture, value, x, 220, edge=60, turn_deg=20 * value)
    reading = vision.read(picture)
    assert reading.sure
    assert reading.values == (1, 3, 4, 6)


def test_one_face_that_is_surely_none_is_doubted_alone(monkeypatch):
    (doubt,) = doubts(monkeypatch, -4.0, ONE_FROM, -5.0)
    assert doubt.box == (15, 45, 10, 10)


def test_where_all_look_a_little_unlike_dice_all_are_doubted(monkeypatch):
    assert len(doubts(monkeypatch, ALL_FROM, ALL_FROM, ALL_FROM)) == 3
    assert doubts(monkeypatch, ALL_FROM, ALL_FROM, -1.0) == []


def test_nobody_is_asked_where_nothing_lies():
    assert find_no_dice(PICTURE, []) == []


@pytest.mark.parametrize("number", [3, 9])
def test_what_shines_through_a_die_is_no_pip_though_a_dim_picture_was_brightened(number):
    """White pips burn out when a dim picture is brightened, and so does what shines through between them."""
    picture, truth = draw_table(8025, "tuning").throw(number)
    reading = vision.read(picture)
    assert not reading.sure or reading.values == truth.values
