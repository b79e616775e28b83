"""The reader on drawn dice, on what holds no dice, and with expectations."""

import numpy as np
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from tablekeeper import vision
from tablekeeper.vision.errors import ExpectationError, PictureArrayError
from tablekeeper.vision.reading import NOT_AS_EXPECTED, TOO_DARK
from tests.vision.drawing import BLACK, BLUE, RED, WHITE, draw_die, table


def three_dice(values=(2, 4, 6), edge=48, **colours):
    picture = table()
    for number, value in enumerate(values):
        draw_die(picture, value, 130 + 190 * number, 150 + 90 * number, edge=edge, turn_deg=17 + 31 * number, **colours)
    return picture


@pytest.mark.parametrize("value", [1, 2, 3, 4, 5, 6])
@pytest.mark.parametrize(("body", "ink"), [(WHITE, BLACK), (BLACK, WHITE), (RED, WHITE), (BLUE, WHITE)])
def test_a_drawn_die_is_never_silently_wrong_and_mostly_read(value, body, ink):
    reading = vision.read(three_dice((value, 5, 4), body=body, ink=ink))
    assert not reading.sure or reading.values == tuple(sorted((value, 5, 4)))
    assert {4, 5} <= set(reading.values)


@pytest.mark.parametrize("edge", [30, 48, 80, 120])
def test_the_scale_is_found_without_being_told(edge):
    reading = vision.read(three_dice((3, 5, 6), edge))
    assert reading.values == (3, 5, 6)
    assert all(0.7 * edge < die.box[2] < 1.4 * edge for die in reading.dice)


def test_the_reading_says_where_and_of_what_colour():
    reading = vision.read(three_dice((4, 5, 6), body=RED, ink=WHITE))
    assert [die.body for die in reading.dice] == ["red"] * 3
    assert [die.pips for die in reading.dice] == ["white"] * 3
    centres = sorted((die.box[0] + die.box[2] / 2, die.box[1] + die.box[3] / 2) for die in reading.dice)
    assert np.allclose(centres, [(130, 150), (320, 240), (510, 330)], atol=8)


def test_what_was_expected_makes_unsure_but_never_moves_a_value():
    picture = three_dice((4, 5, 6))
    plain = vision.read(picture)
    assert vision.read(picture, {"white": 3}) == plain
    for expect in ({"white": 2}, {"white": 4}, {"red": 3}, {"white": 2, "red": 1}):
        doubted = vision.read(picture, expect)
        assert not doubted.sure
        assert NOT_AS_EXPECTED in {doubt.reason for doubt in doubted.doubts}
        assert doubted.dice == plain.dice


@pytest.mark.parametrize(("expect", "message"), [({"mauve": 1}, "'mauve'"), ({"red": -1}, "-1")])
def test_an_impossible_expectation_is_refused(expect, message):
    with pytest.raises(ExpectationError, match=message):
        vision.read(table(), expect)


@pytest.mark.parametrize(
    "thing", [None, "picture", np.zeros((4, 4), np.uint8), np.zeros((4, 4, 3)), np.zeros((0, 4, 3), np.uint8)]
)
def test_what_is_no_picture_is_refused(thing):
    with pytest.raises(PictureArrayError):
        vision.read(thing)


def test_darkness_is_said_and_holds_no_dice():
    reading = vision.read(np.full((480, 640, 3), 3, np.uint8))
    assert (reading.dice, reading.sure, reading.why) == ((), False, TOO_DARK)


def test_an_empty_table_is_read_as_empty():
    assert vision.read(table()).dice == ()


@settings(max_examples=25, deadline=None)
@given(
    st.integers(0, 2**32 - 1),
    st.integers(8, 400),
    st.integers(8, 400),
    st.sampled_from(["noise", "gradient", "blocks"]),
)
def test_noise_and_gradients_hold_no_sure_dice(seed, width, height, kind):
    """Whatever has no dice in it: no exception, and never a die that the reader is sure of."""
    rng = np.random.default_rng(seed)
    if kind == "noise":
        picture = rng.integers(0, 256, (height, width, 3), dtype=np.uint8)
    elif kind == "gradient":
        ramp = np.add.outer(np.linspace(0, rng.uniform(0, 200), height), np.linspace(0, rng.uniform(0, 55), width))
        picture = np.repeat(ramp[..., None], 3, 2).astype(np.uint8)
    else:
        cells = rng.integers(0, 256, (height // 16 + 1, width // 16 + 1, 3), dtype=np.uint8)
        picture = np.kron(cells, np.ones((16, 16, 1), np.uint8))[:height, :width]
    reading = vision.read(picture)
    assert not (reading.sure and reading.dice)


@settings(max_examples=15, deadline=None)
@given(st.integers(0, 400), st.integers(0, 300), st.integers(8, 240), st.integers(8, 240))
@example(336, 206, 211, 120)  # half a 6 is a 3
@example(336, 206, 212, 131)
def test_any_crop_of_a_throw_is_read_without_error(x, y, width, height):
    """A crop may cut dice in two: it may be read or doubted, but only whole dice may be sure."""
    picture = three_dice((4, 5, 6))
    reading = vision.read(np.ascontiguousarray(picture[y : y + height, x : x + width]))
    if reading.sure:
        assert set(reading.values) <= {4, 5, 6}
