"""How far a die reaches from the middle of its upper face, by its own hue; and how far it must if it lies flat."""

from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.calibration import Calibration
from vision.candidates import Picture
from vision.colours import BGR
from vision.flat import ROLLED
from vision.hue import body_share

Floats = NDArray[np.float64]
Floats32 = NDArray[np.float32]

FARTHEST: Final = 1.15  # edges from a face's middle to which its outline is looked for
HALF_WIDTH: Final = 0.3  # of the strip that is looked along, in edges: within the rounded corners
STEPS_AN_EDGE: Final = 40
WITHIN: Final = 16  # steps that are surely inside the outline
HUE_ENDS: Final = 0.2  # share of the body's hue where its foot ends: the floor's light tints a side's lower part


def view_along(picture: Picture, at: tuple[float, float], turned: Floats32, edge: float, scale: float = 1.0) -> Picture:
    """A strip along one axis of a face outwards, in a picture of this scale: across x steps from its middle."""
    step, across = edge / STEPS_AN_EDGE * scale, round(2 * HALF_WIDTH * STEPS_AN_EDGE)
    start = (np.array(at) - 0.5) * scale - turned[:, 1] * (across - 1) / 2 * step
    place = np.column_stack([turned * step, start]).astype(np.float32)
    size = (round(FARTHEST * STEPS_AN_EDGE), across)
    return np.asarray(cv2.warpAffine(picture, place, size, flags=cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP), np.uint8)


def look_along(
    picture: Picture, at: tuple[float, float], turned: Floats32, edge: float, scale: float = 1.0
) -> Floats32:
    """What lies along one axis of a face outwards: the strip's mean, step by step."""
    seen = view_along(picture, at, turned, edge, scale)
    return np.asarray(seen.mean(0), np.float32).reshape(seen.shape[1], -1)


def end_of_hue(seen: Floats32, ground: Floats32, body: BGR, known: Calibration) -> float | None:
    """Where the body's hue ends along a strip, in steps; None where it never does."""
    return end_of(body_share(seen, ground, body, known.shadow_tint), HUE_ENDS)


def end_of(share: Floats32, least: float) -> float | None:
    """Where a share falls below the least for good enough, in steps from the start; None where it never does."""
    low = share[WITHIN:] < least
    gone = np.nonzero(low[:-1] & low[1:])[0]
    if not len(gone):
        return None
    end = WITHIN + int(gone[0])
    before, after = float(share[end - 1]), float(share[end])
    return end - (least - after) / (before - after) if before > least > after else float(end)


def flat_reach(known: Calibration, at: tuple[float, float], towards: Floats32) -> tuple[float, float]:
    """How far a flat die reaches in a direction, and how much of that is its side; in edges, negative where hidden."""
    edge = known.edge_px or 1.0
    share = known.rise / (1 + known.rise)
    beyond = 0.5 + float((np.array(at) - known.below) @ towards) / edge
    rim = 0.5 - share * ROLLED * beyond
    side = -share * (1 - 2 * ROLLED) * beyond
    return rim + max(side, 0.0), side
