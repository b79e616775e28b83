"""A screen that shows something else than what was drawn is noticed."""

from __future__ import annotations

import numpy as np
import pytest

from tests.rig.screen import share_that_differs

DRAWN = np.full((480, 800, 3), 90, dtype=np.uint8)


def test_a_true_picture_does_not_differ() -> None:
    assert share_that_differs(DRAWN, DRAWN + 3) == 0


@pytest.mark.parametrize("found", [None, DRAWN[:, :799], np.zeros_like(DRAWN)])
def test_no_picture_another_size_and_a_black_screen_differ_wholly(found: object) -> None:
    assert share_that_differs(DRAWN, found) == 1


def test_exchanged_colours_and_a_stripe_differ() -> None:
    stripe = DRAWN.copy()
    stripe[:48, :, 0] += 40
    assert share_that_differs(DRAWN, stripe) == pytest.approx(0.1)
