"""Percentiles are numpy's own."""

import numpy as np
import pytest

from tablekeeper.vision.quantiles import percentile


@pytest.mark.parametrize("kind", [np.uint8, np.float32])
@pytest.mark.parametrize("size", [1, 2, 3, 100, 4801])
def test_a_percentile_is_numpys(kind, size):
    levels = np.random.default_rng(size).uniform(0, 255, size).astype(kind)
    for share in (0, 10, 50, 95, 99, 100):
        assert percentile(levels, share) == pytest.approx(float(np.percentile(levels, share)), rel=1e-6)
