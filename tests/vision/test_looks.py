"""Looks at a picture: the closer one holds only what the one from afar left open."""

from dataclasses import replace

import numpy as np
import pytest

from tablekeeper.vision.faces import looks
from tablekeeper.vision.faces.decide import Rule
from tablekeeper.vision.reader import read
from tests.vision.drawing import draw_die, table
from tests.vision.test_second_look import face

RULE = Rule()
PLAIN, OPEN = (150.0, 150.0), (480.0, 330.0)


@pytest.fixture
def picture():
    drawn = table()
    for value, (x, y) in ((5, PLAIN), (6, OPEN)):
        draw_die(drawn, value, int(x), int(y), edge=60)
    return drawn


@pytest.fixture
def looked_around(monkeypatch):
    """Where closer looks were taken; they see what they would have seen."""
    look_near, asked = looks.look_near, []

    def look(picture, around, *given):
        asked.append(around)
        return look_near(picture, around, *given)

    monkeypatch.setattr(looks, "look_near", look)
    return asked


def dull(monkeypatch, x, y, heat):
    """The look from afar sees what lies there with so much heat."""
    look_far = looks.look_far

    def look(*given):
        return [replace(one, heat=heat) if np.hypot(one.x - x, one.y - y) < 30 else one for one in look_far(*given)]

    monkeypatch.setattr(looks, "look_far", look)


def test_plain_faces_need_no_closer_look(picture, looked_around):
    assert read(picture).values == (5, 6)
    assert not looked_around


@pytest.mark.parametrize("heat", [0.19, 0.28])
def test_a_closer_look_holds_what_was_left_open(picture, looked_around, monkeypatch, heat):
    dull(monkeypatch, *OPEN, heat)
    assert read(picture).values == (5, 6)
    (around,) = looked_around
    assert all(np.hypot(x - OPEN[0], y - OPEN[1]) < 60 for x, y in around)


def test_a_face_is_plain_where_nets_and_pips_agree_and_its_heat_is_clear():
    assert looks._is_plain(face(5, 5, 5))
    assert not looks._is_plain(face(6, 4, 5))
    assert not looks._is_plain(replace(face(5, 5, 5), candidate=replace(face().candidate, heat=0.29)))
