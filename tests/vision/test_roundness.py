"""A die's lone pip is round: squares with square marks, which are no dice, must never be sure ones."""

import cv2
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import vision
from tests.vision.drawing import BLACK, RED, WHITE, draw_die, table
from vision.roundness import ROUND_BELOW, measure_corners


def mask_of(draw):
    mask = np.zeros((64, 64), np.uint8)
    draw(mask)
    return mask


@pytest.mark.parametrize("radius", [4, 5, 8, 12])
@pytest.mark.parametrize("aspect", [1.0, 0.8, 0.6])
@pytest.mark.parametrize("turn_deg", [0, 20, 45])
def test_discs_are_round_however_slanted(radius, aspect, turn_deg):
    ellipse = mask_of(
        lambda mask: cv2.ellipse(mask, ((32, 32), (2 * radius + 1, aspect * (2 * radius + 1)), turn_deg), 255, -1)
    )
    assert measure_corners(ellipse) < ROUND_BELOW


@pytest.mark.parametrize("side", [8, 11, 17, 25])
@pytest.mark.parametrize("aspect", [1.0, 0.7])
@pytest.mark.parametrize("turn_deg", [0, 20, 45])
def test_squares_are_not_round_however_slanted(side, aspect, turn_deg):
    corners = cv2.boxPoints(((32, 32), (side, aspect * side), turn_deg)).round().astype(np.int32)
    assert measure_corners(mask_of(lambda mask: cv2.fillPoly(mask, [corners], 255))) >= ROUND_BELOW


def draw_square(picture, x, y, side, colour, turn_deg):
    corners = cv2.boxPoints(((x * 8, y * 8), (side * 8, side * 8), turn_deg)).round().astype(np.int32)
    cv2.fillPoly(picture, [corners], colour, cv2.LINE_AA, 3)


@settings(max_examples=25, deadline=None)
@given(
    st.integers(0, 2**32 - 1),
    st.booleans(),
    st.integers(1, 4),
    st.integers(24, 60),
    st.floats(0.2, 0.4),
)
def test_squares_with_square_marks_are_never_sure(seed, plain, count, side, mark):
    """Eight pixels and more of a mark show its corners, in grain as on a plain ground."""
    rng = np.random.default_rng(seed)
    ground = table(tuple(int(v) for v in rng.integers(60, 200, 3)), seed=seed)
    picture = ground if plain else rng.integers(0, 256, ground.shape, dtype=np.uint8)
    for number in range(count):
        x, y, turn = 90 + 150 * number, int(rng.integers(80, 400)), float(rng.uniform(0, 90))
        draw_square(picture, x, y, side, [int(v) for v in rng.integers(110, 256, 3)], turn)
        draw_square(picture, x, y, max(8.0, mark * side), [int(v) for v in rng.integers(0, 40, 3)], turn)
    reading = vision.read(picture)
    assert not (reading.sure and reading.dice)


@pytest.mark.parametrize(("body", "ink"), [(WHITE, BLACK), (WHITE, RED), (RED, WHITE)])
@pytest.mark.parametrize("edge", [36, 60, 110])
def test_round_ones_are_still_read(body, ink, edge):
    picture = table()
    draw_die(picture, 1, 200, 200, edge=edge, turn_deg=25, body=body, ink=ink)
    draw_die(picture, 5, 440, 260, edge=edge, turn_deg=70, body=body, ink=ink)
    assert vision.read(picture).values == (1, 5)
