"""What speaks against a whole picture: darkness, blur and glare are said, and nothing is said of a good one."""

import cv2
import numpy as np
import pytest

from tablekeeper import vision
from tablekeeper.vision.faces.conditions import BURNT_SHARE, eats_pips, edge_width_px, find_conditions, name_light
from tablekeeper.vision.faces.pips import count_pips
from tablekeeper.vision.reading import GLARE, NO_FACE, OUT_OF_FOCUS, TOO_DARK, TOO_SMALL, Doubt
from tests.vision.drawing import BLACK, draw_die, table


def throw(edge=48):
    picture = table()
    for number, value in enumerate((2, 5, 6)):
        draw_die(picture, value, 130 + 190 * number, 150 + 90 * number, edge=edge, turn_deg=17 + 31 * number)
    return picture


def reasons(doubts):
    return [doubt.reason for doubt in doubts]


def test_nothing_is_said_of_a_good_picture():
    assert find_conditions(throw(), dice=3, doubts=()) == ()
    assert find_conditions(table(), dice=0, doubts=()) == ()


@pytest.mark.parametrize(("sigma", "blurred"), [(0.5, False), (1.0, False), (4.0, True), (8.0, True)])
@pytest.mark.parametrize("zoom", [1, 2])
def test_blur_is_seen_at_any_size_of_picture(sigma, blurred, zoom):
    picture = cv2.resize(throw(), None, fx=zoom, fy=zoom, interpolation=cv2.INTER_CUBIC)
    soft = cv2.GaussianBlur(picture, (0, 0), sigma * zoom)
    found = reasons(find_conditions(soft, dice=0, doubts=()))
    assert (OUT_OF_FOCUS in found) == blurred


def test_a_long_strip_in_which_dice_would_be_specks_is_not_sure_to_be_empty():
    strip = np.tile(table(), (1, 20, 1))
    assert reasons(find_conditions(strip, dice=0, doubts=())) == [TOO_SMALL]
    assert find_conditions(table(size=(90, 330)), dice=0, doubts=()) == ()


def test_a_picture_of_few_pixels_is_not_sure_to_be_empty():
    assert reasons(find_conditions(table(size=(161, 161)), dice=0, doubts=())) == [TOO_SMALL]
    assert find_conditions(table(size=(161, 161)), dice=1, doubts=()) == ()


def test_blur_and_darkness_come_before_the_doubts_that_they_explain():
    doubt = Doubt(NO_FACE, (100, 100, 40, 40))
    soft = cv2.GaussianBlur(throw(), (0, 0), 5)
    assert reasons(find_conditions(soft, dice=2, doubts=[doubt])) == [OUT_OF_FOCUS, NO_FACE]
    assert reasons(find_conditions(soft, dice=3, doubts=[])) == []
    dim = (throw() * 0.2).astype(np.uint8)
    assert reasons(find_conditions(dim, dice=2, doubts=[doubt])) == [TOO_DARK, NO_FACE]
    assert reasons(find_conditions(dim, dice=3, doubts=[])) == []


def test_a_blurred_throw_is_never_sure_of_lying_empty():
    reading = vision.read(cv2.GaussianBlur(throw(30), (0, 0), 12))
    assert not reading.sure
    assert reading.why == OUT_OF_FOCUS


def test_a_burnt_picture_without_dice_is_glare():
    white = np.full((480, 640, 3), 255, np.uint8)
    assert vision.read(white).why == GLARE
    assert name_light(white) == "glaring"


def test_a_doubtful_place_in_burnt_white_is_glare():
    picture = throw()
    picture[100:140, 100 : 100 + int(40 * (BURNT_SHARE + 0.2))] = 255
    found = find_conditions(picture, dice=2, doubts=[Doubt(NO_FACE, (100, 100, 40, 40))])
    assert reasons(found) == [GLARE]


@pytest.mark.parametrize(
    ("ink", "eaten"), [(BLACK, False), ((200, 205, 210), True)], ids=["black pips", "pips half burnt away"]
)
def test_pips_that_the_light_has_eaten_make_a_face_doubtful(ink, eaten):
    picture = np.full((200, 200, 3), 90, np.uint8)
    cv2.rectangle(picture, (60, 60), (140, 140), (255, 255, 255), -1)
    for at in ((80, 80), (120, 120)):
        cv2.circle(picture, at, 5, ink, -1, cv2.LINE_AA)
    count = count_pips(picture, 100.0, 100.0, 80.0, (0.0, 0.0))
    assert count is not None
    assert count.value == 2
    assert eats_pips(count) == eaten


@pytest.mark.parametrize(("level", "light"), [(20, "dark"), (100, "dim"), (200, "bright")])
def test_the_light_has_a_name(level, light):
    assert name_light(np.full((60, 80, 3), level, np.uint8)) == light


def test_a_flat_picture_has_no_edges():
    assert edge_width_px(np.full((480, 640, 3), 90, np.uint8)) == 0.0
