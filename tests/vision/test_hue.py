"""Hue tells a die's shaded side from the floor's shadow."""

import numpy as np
import pytest

from tablekeeper.vision.trays.leaning.hue import apart_deg, body_share

RED, GREEN_FELT, GREY = (50, 45, 200), (60, 95, 50), (130, 130, 130)


@pytest.mark.parametrize("light", [0.15, 0.4, 1.0])
@pytest.mark.parametrize(("paint", "share"), [(RED, 1.0), (GREEN_FELT, 0.0)])
def test_light_does_not_matter(light, paint, share):
    seen = np.full((4, 3), np.array(paint) * light, np.float32)
    floor = np.full((4, 3), GREEN_FELT, np.float32)
    assert body_share(seen, floor, RED) == pytest.approx(share, abs=0.03)


def test_a_side_tinted_by_the_floor_is_still_seen():
    seen = (np.array([RED], np.float32) * 0.2 + np.array([GREEN_FELT], np.float32) * 0.3) * 0.7
    assert 0.2 < float(body_share(seen, np.array([GREEN_FELT]), RED)[0]) < 0.8


def test_almost_black_has_no_hue():
    assert float(body_share(np.array([[1, 0, 2]]), np.array([GREEN_FELT]), RED)[0]) < 0.4


def test_brightness_sets_nothing_apart():
    assert apart_deg((40, 40, 40), np.full((2, 2, 3), 200)) < 1
    assert apart_deg(RED, np.array([GREY])) > 20
