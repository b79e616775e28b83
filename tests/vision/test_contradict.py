"""What speaks against a face that was accepted: shining pips, another face of the same die, a round body."""

from dataclasses import replace

import cv2
import numpy as np
import pytest

from tablekeeper import vision
from tablekeeper.vision.faces.candidates import Candidate
from tablekeeper.vision.faces.contradict import find_contradictions
from tablekeeper.vision.faces.decide import Face
from tablekeeper.vision.faces.pips import count_pips
from tablekeeper.vision.reading import LEANING, NO_FACE
from tests.vision.clutter import Sheet, bead, button, coin, token
from tests.vision.drawing import PLACES, RED, WHITE, draw_die, table

FAINT = (120, 115, 215)  # a white pip of the far side, seen through a red body


def dot(picture, x, y, edge, ink):
    cv2.circle(picture, (round(x * 16), round(y * 16)), round(0.09 * edge * 16), ink, -1, cv2.LINE_AA, 4)


def throw(*values, edge=60, body=RED, ink=WHITE):
    picture = table()
    for number, value in enumerate(values):
        draw_die(picture, value, 140 + 180 * number, 240, edge=edge, body=body, ink=ink)
    return cv2.GaussianBlur(picture, (0, 0), 0.7)


def translucent(whole, deep, edge=60, faint=FAINT):
    """A 4, and a die that shows `whole`, of which only the pips of `deep` are its own."""
    picture = throw(4, whole)
    for x, y in PLACES[whole]:
        if (x, y) not in PLACES[deep]:
            cv2.rectangle(picture, *((int(320 + s + 15 * x), int(240 + s + 15 * y)) for s in (-7, 7)), RED, -1)
            dot(picture, 320 + 15 * x, 240 + 15 * y, edge, faint)
    return cv2.GaussianBlur(picture, (0, 0), 0.7)


@pytest.mark.parametrize(("whole", "deep"), [(5, 4), (5, 2), (5, 1), (3, 2), (3, 1), (4, 2)])
@pytest.mark.parametrize("share", [0.5, 0.62])
def test_pips_that_shine_through_are_never_surely_counted(whole, deep, share):
    faint = tuple(int(b + share * (w - b)) for b, w in zip(RED, WHITE, strict=True))
    reading = vision.read(translucent(whole, deep, faint=faint))
    assert not reading.sure or reading.values == tuple(sorted((4, deep)))


@pytest.mark.parametrize("value", range(1, 7))
def test_plain_pips_are_sure(value):
    reading = vision.read(throw(4, value))
    assert (reading.values, reading.sure) == (tuple(sorted((4, value))), True)


def leaning_to(side, values=(5, 3), edge=60):
    """A die that was rolled about an edge by half a right angle: two faces are seen, side by side."""
    picture = throw(4, 6)
    for value, at in zip(values, (-0.36, 0.36), strict=True):
        big = np.full((240, 240, 3), RED, np.uint8)
        for x, y in PLACES[value]:
            cv2.circle(big, (120 + 60 * x, 120 + 60 * y), 22, WHITE, -1, cv2.LINE_AA)
        face = cv2.resize(big, (round(0.72 * edge), edge), interpolation=cv2.INTER_AREA)
        left, top = round(520 + side * at * edge - 0.36 * edge), round(240 - edge / 2)
        picture[top : top + edge, left : left + face.shape[1]] = face
    return cv2.GaussianBlur(picture, (0, 0), 0.7)


@pytest.mark.parametrize("side", [-1, 1])
@pytest.mark.parametrize("values", [(5, 3), (6, 4), (3, 5)])
def test_a_die_that_shows_two_faces_is_not_sure(side, values):
    assert not vision.read(leaning_to(side, values)).sure


def test_sides_that_face_the_camera_may_show_their_pips():
    """Dice seen from the near side show their near sides: below them in the picture."""
    picture = throw(4, 5, 6, body=WHITE, ink=(20, 20, 20))
    for number in range(3):
        x = 140 + 180 * number
        cv2.rectangle(picture, (x - 29, 268), (x + 29, 292), (205, 208, 208), -1)
        for dx in (-15, 15):
            cv2.ellipse(picture, (x + dx, 280), (5, 3), 0, 0, 360, (18, 18, 18), -1, cv2.LINE_AA)
    reading = vision.read(cv2.GaussianBlur(picture, (0, 0), 0.7))
    assert LEANING not in {doubt.reason for doubt in reading.doubts}


@pytest.mark.parametrize("thing", [coin, button, token, bead])
@pytest.mark.parametrize("seed", range(4))
def test_round_things_are_no_dice(thing, seed):
    picture = table(tuple(int(v) for v in np.random.default_rng(seed).integers(40, 200, 3)))
    for number in range(3):
        look = np.random.default_rng(seed)
        thing(Sheet(picture, 140 + 180 * number, 200 + 40 * number, 70, 25 * number), look, look)
    reading = vision.read(cv2.GaussianBlur(picture, (0, 0), 0.8))
    assert not (reading.sure and reading.dice)


@pytest.mark.parametrize(("at", "doubted"), [((0, 0), False), ((4, 3), False), ((15, 15), True), ((-15, 15), True)])
def test_a_lone_pip_lies_in_the_middle_of_its_face(at, doubted):
    """A highlight may eat one pip of a 2."""
    picture = table()
    draw_die(picture, 2, 200, 200, edge=60, body=RED, ink=RED)
    dot(picture, 200 + at[0], 200 + at[1], 60, WHITE)
    picture = cv2.GaussianBlur(picture, (0, 0), 0.7)
    x, y = 200.0 + at[0], 200.0 + at[1]
    place = Candidate(x, y, 54.0, (0.0, 0.0), 0.8, np.full(6, 1 / 6, np.float32), readable=True)
    count = count_pips(picture, x, y, 40.0, (0.0, 0.0))
    assert count is not None
    assert count.value == 1
    doubts = find_contradictions(picture, [Face(place, np.full(7, 1 / 7, np.float32), count)])
    assert [doubt.reason for doubt in doubts] == [NO_FACE] * doubted


def lone(radius, petals=0, edge=150):
    """A lone pip of this radius (in edges) on a square, or on a flower of so many petals."""
    picture = table()
    if petals:
        for angle in np.arange(petals) * (2 * np.pi / petals):
            x, y = 200 + edge / 2 * np.cos(angle), 200 + edge / 2 * np.sin(angle)
            size = (round(0.37 * edge), round(0.13 * edge))
            cv2.ellipse(picture, (round(x), round(y)), size, np.degrees(angle), 0, 360, RED, -1, cv2.LINE_AA)
        cv2.circle(picture, (200, 200), edge // 3, RED, -1, cv2.LINE_AA)
    else:
        draw_die(picture, 1, 200, 200, edge=edge, body=RED, ink=RED)
    cv2.circle(picture, (200 * 16, 200 * 16), round(radius * edge * 16), WHITE, -1, cv2.LINE_AA, 4)
    picture = cv2.GaussianBlur(picture, (0, 0), 0.7)
    place = Candidate(200.0, 200.0, float(edge), (0.0, 0.0), 0.8, np.full(6, 1 / 6, np.float32), readable=True)
    count = count_pips(picture, 200.0, 200.0, float(edge), (0.0, 0.0))
    assert count is not None
    assert count.value == 1
    return picture, Face(place, np.full(7, 1 / 7, np.float32), count)


@pytest.mark.parametrize(("counted", "doubted"), [(0.04, True), (0.08, False)])
def test_a_speck_is_no_lone_pip(counted, doubted):
    picture, face = lone(0.08)
    assert face.count is not None
    face = replace(face, count=replace(face.count, radius=counted))
    assert [doubt.reason for doubt in find_contradictions(picture, [face])] == [NO_FACE] * doubted


def test_a_flower_is_no_die():
    picture, face = lone(0.12, petals=5)
    assert [doubt.reason for doubt in find_contradictions(picture, [face])] == [NO_FACE]
