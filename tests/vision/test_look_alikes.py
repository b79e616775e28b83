"""A 2 is any two spots: what looks more like a socket than like a die is a doubt."""

from dataclasses import replace

import numpy as np
import pytest

from tablekeeper import vision
from tablekeeper.vision.faces import look_alikes
from tablekeeper.vision.faces.candidates import expose
from tablekeeper.vision.faces.decide import Rule, decide
from tablekeeper.vision.faces.looks import look
from tablekeeper.vision.reading import NO_FACE
from tests.vision.drawing import draw_die, table
from tests.vision.measure_clutter import draw


def faces_of(picture):
    seen = look(expose(picture), Rule())
    return decide(seen.faces, seen.unreadable, Rule()).accepted


def a_throw(value):
    picture = table()
    draw_die(picture, value, 300, 220, edge=60, turn_deg=30)
    return picture


@pytest.mark.parametrize("seed", [7026, 7029, 7030, 7034])
def test_a_socket_with_two_holes_is_no_sure_two(seed):
    """Each of these was surely a 2 before the net was asked."""
    reading = vision.read(draw("socket", seed))
    assert not reading.sure
    assert NO_FACE in {doubt.reason for doubt in reading.doubts}


@pytest.mark.parametrize("turn", [0, 25, 70])
def test_a_two_stays_a_two(turn):
    picture = table()
    draw_die(picture, 2, 300, 220, edge=60, turn_deg=turn)
    reading = vision.read(picture)
    assert reading.sure
    assert reading.values == (2,)


def test_only_ones_and_twos_are_asked_and_ones_only_where_nothing_backs_them(monkeypatch):
    monkeypatch.setattr(look_alikes, "looks_like_another", lambda _picture, _face, _least: True)
    one, two, six = (faces_of(a_throw(value)) for value in (1, 2, 6))
    assert len(look_alikes.find_look_alikes(a_throw(1), one + two)) == 2
    assert len(look_alikes.find_look_alikes(a_throw(1), one + two + six)) == 1
    assert look_alikes.find_look_alikes(a_throw(1), one + six) == []


def test_less_is_forgiven_where_nothing_backs_a_face(monkeypatch):
    monkeypatch.setattr(look_alikes, "_chance", lambda _view: 0.6)
    two, six = faces_of(a_throw(2)), faces_of(a_throw(6))
    assert look_alikes.find_look_alikes(a_throw(2), two)
    assert look_alikes.find_look_alikes(a_throw(2), two + six) == []


def test_the_doubt_lies_where_the_face_is(monkeypatch):
    picture = a_throw(2)
    face = faces_of(picture)[0]
    moved = replace(face, candidate=replace(face.candidate, x=100.0, y=80.0, edge=40.0))
    monkeypatch.setattr(look_alikes, "looks_like_another", lambda _picture, _face, _least: True)
    assert look_alikes.find_look_alikes(picture, [moved])[0].box == (80, 60, 40, 40)


def test_a_turned_or_mirrored_view_says_the_same():
    picture = a_throw(2)
    face = faces_of(picture)[0]
    mirrored = np.ascontiguousarray(picture[:, ::-1])
    place = replace(face.candidate, x=picture.shape[1] - 1 - face.candidate.x)
    one, other = (
        np.mean(list(look_alikes.chances_of_another(seen, at)))
        for seen, at in ((picture, face), (mirrored, replace(face, candidate=place)))
    )
    assert one == pytest.approx(other, abs=0.1)


@pytest.mark.parametrize(
    ("chances", "alike", "seen"),
    [((0.4, 0.4, 1.0, 1.0), False, 2), ((0.9, 0.9, 0.6, 0.5), True, 4), ((0.9, 0.9, 0.6, 0.4), False, 4)],
)
def test_no_view_is_looked_at_that_changes_nothing(chances, alike, seen, monkeypatch):
    picture, said = a_throw(2), []
    face = faces_of(picture)[0]
    monkeypatch.setattr(look_alikes, "_chance", lambda _view: said.append(0) or chances[len(said) - 1])
    assert look_alikes.looks_like_another(picture, face) is alike
    assert len(said) == seen
