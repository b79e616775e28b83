"""Notices a dark domino by its bar: a thin straight light line beside a face, with the same body beyond it."""

from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from tablekeeper.vision.faces.candidates import Picture
from tablekeeper.vision.faces.pips import Count

Floats = NDArray[np.float32]

ALONG: Final = np.linspace(-0.36, 0.36, 13)  # edges along the bar
AWAY: Final = np.arange(0.42, 0.58, 0.02)  # edges from the face's middle: halves of a domino are as wide as a face
BESIDE: Final = 0.12  # edges to both sides of a bar, where the body is as plain as ever
BEYOND: Final = 0.14  # edges behind it, where the body goes on
BODY_NEARNESS: Final = 60.0  # greatest distance in BGR
BODY: Final = 0.65  # of the places along a bar that have body on both sides: pips may lie beside the others
BROKEN: Final = 20  # per cent of a bar that may be fainter
LEAST_DEPTH: Final = 0.36  # of the pips', beyond what lies beside it; seams between photographed dice have at most 0.28
LEAST_EDGE_PX: Final = 18.0  # of a face: a smaller one's seam to another die is as thin as a bar
ANY_TURN: Final = np.arange(48) * (np.pi / 24)
QUARTERS: Final = np.arange(4) * (np.pi / 2)


def has_bar(crop: Picture, depth: Floats, count: Count, a_px: float) -> bool:
    """Whether a bar crosses the body on any side of the face in the crop's middle; `a_px` are pixels of an edge."""
    if count.dark:
        return False  # a dark line may as well be the seam between two dice
    unlike = crop.astype(np.float32) - np.array(count.body, np.float32)
    unlike = np.asarray(np.sqrt(cv2.transform(unlike * unlike, np.ones((1, 3), np.float32))), np.float32)
    turns = np.asarray(ANY_TURN if count.value == 1 else count.turn + QUARTERS, np.float64)
    inside, beyond = (_look_along(unlike, turns, offset, a_px) < BODY_NEARNESS for offset in (-BESIDE, BEYOND))
    on_body = (inside & beyond).mean(-1) >= BODY
    if not on_body.any():
        return False
    line, *plain = (_look_along(depth, turns, offset, a_px) for offset in (0.0, -BESIDE, BESIDE))
    deeper = np.percentile(line - np.maximum(*plain), BROKEN, axis=-1)
    return bool((deeper[on_body] >= LEAST_DEPTH).any())


def _look_along(image: Floats, turns: NDArray[np.float64], offset: float, a_px: float) -> Floats:
    """What an image of the crop's size shows along all lines in question, so far beyond them: turns x away x along."""
    away, along = AWAY[:, None] + offset, ALONG[None]
    middle = (image.shape[0] - 1) / 2
    cosine, sine = np.cos(turns)[:, None, None], np.sin(turns)[:, None, None]
    x, y = (away * cosine - along * sine) * a_px + middle, (away * sine + along * cosine) * a_px + middle
    flat = [part.reshape(-1, len(ALONG)).astype(np.float32) for part in (x, y)]
    return np.asarray(cv2.remap(image, flat[0], flat[1], cv2.INTER_LINEAR), np.float32).reshape(x.shape)
