"""A die's lone pip is round: squares with square marks are no dice."""

import cv2
import numpy as np
import pytest

from tablekeeper import vision
from tablekeeper.vision.faces.roundness import ROUND_BELOW, measure_corners
from tests.vision.drawing import BLACK, RED, WHITE, draw_die, table


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


def squares(seed, least_px=8.0):
    """One to four squares with square marks of at least so many pixels, on a plain ground or in grain."""
    rng = np.random.default_rng(seed)
    ground = table(tuple(int(v) for v in rng.integers(60, 200, 3)), seed=seed)
    picture = ground if seed % 2 else rng.integers(0, 256, ground.shape, dtype=np.uint8)
    side, mark = int(rng.integers(24, 61)), float(rng.uniform(0.2, 0.4))
    for number in range(int(rng.integers(1, 5))):
        x, y, turn = 90 + 150 * number, int(rng.integers(80, 400)), float(rng.uniform(0, 90))
        draw_square(picture, x, y, side, [int(v) for v in rng.integers(110, 256, 3)], turn)
        draw_square(picture, x, y, max(least_px, mark * side), [int(v) for v in rng.integers(0, 40, 3)], turn)
    return picture


@pytest.mark.parametrize("least_px", [4.0, 8.0])
def test_squares_with_square_marks_are_never_sure(least_px):
    """A hundred such pictures of each kind were tried, and none was; without a look at the corners, more than half."""
    readings = [vision.read(squares(seed, least_px)) for seed in range(25)]
    assert not any(reading.sure and reading.dice for reading in readings)


@pytest.mark.parametrize(("body", "ink"), [(WHITE, BLACK), (WHITE, RED), (RED, WHITE)])
@pytest.mark.parametrize("edge", [36, 60, 110])
def test_round_ones_are_still_read(body, ink, edge):
    picture = table()
    draw_die(picture, 1, 200, 200, edge=edge, turn_deg=25, body=body, ink=ink)
    draw_die(picture, 5, 440, 260, edge=edge, turn_deg=70, body=body, ink=ink)
    assert vision.read(picture).values == (1, 5)
