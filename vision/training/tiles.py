"""Square things with a mark that is no pip: game tiles, keys, drawn squares; what a reader of dice must not believe."""

import cv2
import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.floating]
Colour = tuple[float, ...]
LEAST_MARK_PX = 4.5  # a smaller square looks as round as the pip of a 1


def lay_tiles(image: Floats, rng: np.random.Generator) -> Floats:
    """The surface with a few tiles on it, each a plain square with one mark in its middle."""
    size = image.shape[0]
    edge = float(np.exp(rng.uniform(np.log(24), np.log(110))))
    sets = [(_colour(rng), _colour(rng)) for _ in range(int(rng.integers(1, 5)))]
    turned = float(rng.uniform(0, 90)) if rng.random() < 0.5 else None
    for _ in range(int(rng.integers(2, 16))):
        at = rng.uniform(edge / 2, size - edge / 2, 2)
        angle = float(rng.uniform(0, 90)) if turned is None else turned
        body, ink = sets[rng.integers(len(sets))]
        square = _box(at, (edge, edge), angle)
        cv2.fillConvexPoly(image, square, body, cv2.LINE_AA)
        if rng.random() < 0.4:
            cv2.polylines(image, [square], True, tuple(c * 0.5 for c in body), max(1, int(edge * 0.04)), cv2.LINE_AA)
        half = max(LEAST_MARK_PX, edge * float(rng.uniform(0.12, 0.32)))
        _mark(image, rng, at, half, angle=angle, colour=ink)
    return image


def _colour(rng: np.random.Generator) -> Colour:
    return tuple(rng.uniform(0, 255, 3).tolist())


def _box(at: Floats, extent: tuple[float, float], angle: float) -> NDArray[np.int32]:
    return cv2.boxPoints((tuple(at.tolist()), extent, angle)).astype(np.int32)


def _mark(image: Floats, rng: np.random.Generator, at: Floats, half: float, *, angle: float, colour: Colour) -> None:
    """One sign that no die bears: a square, an oblong, a cross, a ring, a triangle or a letter's strokes."""
    kind = int(rng.integers(6))
    if kind < 2:
        height = 2.0 if kind else float(rng.uniform(0.4, 1.2))
        cv2.fillConvexPoly(image, _box(at, (half * 2, half * height), angle), colour, cv2.LINE_AA)
    elif kind == 2:
        for turn in (0.0, 90.0):
            cv2.fillConvexPoly(image, _box(at, (half * 2, half * 0.6), angle + turn), colour, cv2.LINE_AA)
    elif kind == 3:
        thick = max(1, int(half * rng.uniform(0.2, 0.5)))
        cv2.circle(image, (int(at[0]), int(at[1])), max(3, int(half)), colour, thick, cv2.LINE_AA)
    elif kind == 4:
        ways = np.radians(angle + np.array([0.0, 120.0, 240.0]))
        corners = at + half * 1.2 * np.stack([np.cos(ways), np.sin(ways)], 1)
        cv2.fillConvexPoly(image, corners.astype(np.int32), colour, cv2.LINE_AA)
    else:
        strokes = at + half * rng.uniform(-1.2, 1.2, (int(rng.integers(3, 6)), 2))
        thick = max(1, int(half * rng.uniform(0.15, 0.5)))
        cv2.polylines(image, [strokes.astype(np.int32)], False, colour, thick, cv2.LINE_AA)
