"""Distinguishes round spots from square ones, however slanted the view."""

from typing import Final

import numpy as np
from numpy.typing import NDArray

ROUND_BELOW: Final = 0.4  # a slanted disc has 0, a square 0.6; the pips of photographed dice have at most 0.36
TOLD_FROM_PX: Final = 4.0  # diameter from which a spot's corners are visible


def measure_corners(spot: NDArray[np.uint8]) -> float:
    """How strongly the spot of a mask has four corners: its fourfold moment, after a stretch that makes it even."""
    rows, columns = np.nonzero(spot)
    places = np.stack([columns - columns.mean(), rows - rows.mean()])
    spread, axes = np.linalg.eigh(places @ places.T / len(rows))
    x, y = (axes / np.sqrt(np.maximum(spread, 1e-3))).T @ places
    even = x + 1j * y
    return float(np.abs((even**4).mean()) / (np.abs(even) ** 2).mean() ** 2)
