"""Flat drawings of dice, simple enough to know the truth, for the reader's tests."""

import cv2
import numpy as np
from numpy.typing import NDArray

BGR = tuple[int, int, int]
WHITE, BLACK, RED, BLUE = (238, 240, 240), (22, 22, 24), (40, 35, 190), (180, 80, 30)
PLACES = {
    1: [(0, 0)],
    2: [(-1, -1), (1, 1)],
    3: [(-1, -1), (0, 0), (1, 1)],
    4: [(-1, -1), (1, -1), (-1, 1), (1, 1)],
    5: [(-1, -1), (1, -1), (-1, 1), (1, 1), (0, 0)],
    6: [(-1, -1), (-1, 0), (-1, 1), (1, -1), (1, 0), (1, 1)],
}


def table(colour: BGR = (70, 95, 60), size: tuple[int, int] = (480, 640), seed: int = 1) -> NDArray[np.uint8]:
    """A plain cloth with a little grain."""
    rng = np.random.default_rng(seed)
    grain = rng.normal(0, 4, (*size, 1))
    return np.clip(np.array(colour) + grain, 0, 255).astype(np.uint8)


def draw_die(
    picture: NDArray[np.uint8],
    value: int,
    x: float,
    y: float,
    *,
    edge: float,
    turn_deg: float = 0.0,
    body: BGR = WHITE,
    ink: BGR = BLACK,
) -> None:
    """A die seen from straight above, drawn large and shrunk so that edges are soft."""
    k = 8
    size = int(edge * 1.7)
    big = np.zeros((size * k, size * k, 4), np.uint8)
    middle, half = size * k / 2, edge * k / 2
    angle = np.radians(turn_deg)
    turn = np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]])
    corner = 0.16 * edge * k
    inner = np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]]) * (half - corner) @ turn.T + middle
    colour = (*body, 255)
    cv2.fillConvexPoly(big, inner.astype(np.int32), colour)
    cv2.polylines(big, [inner.astype(np.int32)], True, colour, int(2 * corner))
    for px, py in PLACES[value]:
        at = np.array([px, py]) * 0.25 * edge * k @ turn.T + middle
        cv2.circle(big, (int(at[0]), int(at[1])), int(0.09 * edge * k), (*ink, 255), -1)
    small = cv2.resize(big, (size, size), interpolation=cv2.INTER_AREA).astype(np.float32)
    left, top = int(x - size / 2), int(y - size / 2)
    alpha = small[..., 3:] / 255
    part = picture[top : top + size, left : left + size]
    part[:] = (small[..., :3] + part * (1 - alpha)).astype(np.uint8)
