"""How far a die reaches from the middle of its upper face, by its own hue; and how far it must if it lies flat."""

from functools import lru_cache
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from tablekeeper.vision.faces.candidates import Picture
from tablekeeper.vision.picture import Numbers
from tablekeeper.vision.trays.calibration import Calibration
from tablekeeper.vision.trays.leaning.flat import ROLLED

Floats32 = NDArray[np.float32]

FARTHEST: Final = 1.15  # edges from a face's middle to which its outline is looked for
HALF_WIDTH, ACROSS = 0.28, 8  # of the strips that are looked along, in edges and samples: within the rounded corners
STEPS_AN_EDGE: Final = 40
WITHIN: Final = 16  # steps that are surely inside the outline
HUE_ENDS: Final = 0.2  # share of the body's hue where its foot ends: the floor's light tints a side's lower part


@lru_cache(maxsize=2)
def _places(first: int) -> Floats32:
    """Where four strips from a face's middle outwards are sampled, in edges; sides x across x steps x 2."""
    steps = np.arange(first, round(FARTHEST * STEPS_AN_EDGE), dtype=np.float32) / STEPS_AN_EDGE
    across = np.linspace(-HALF_WIDTH, HALF_WIDTH, ACROSS, dtype=np.float32)
    turns = np.exp(0.5j * np.pi * np.arange(4))[:, None, None]
    places = (steps[None] + 1j * across[:, None]) * turns
    return np.stack([places.real, places.imag], -1).astype(np.float32)


def look_around(
    picture: Picture, at: tuple[float, float], axes: Numbers, *, scale: float = 1.0, first: int = 0
) -> Picture:
    """What lies from a face's middle outwards along its axes, in a picture of this scale: sides x across x steps."""
    places = _places(first)
    turned = (places.reshape(-1, 2) @ axes.T.astype(np.float32) + np.array(at, np.float32) - 0.5) * np.float32(scale)
    x, y = (turned[:, axis].reshape(4 * ACROSS, -1) for axis in (0, 1))
    seen = cv2.remap(picture, x, y, cv2.INTER_LINEAR)
    return np.asarray(seen.reshape(*places.shape[:3], -1), np.uint8)


def end_of(share: Floats32, least: float, *, first: int = 0) -> float | None:
    """Where a share falls below the least for good enough, in steps from the middle; None where it never does."""
    low = share[WITHIN - first :] < least
    gone = np.flatnonzero(low[:-1] & low[1:])
    if not len(gone):
        return None
    end = WITHIN + int(gone[0])
    before, after = float(share[end - first - 1]) if end > first else 0.0, float(share[end - first])
    return end - (least - after) / (before - after) if before > least > after else float(end)


def flat_reach(known: Calibration, at: tuple[float, float], turn: float, quarter: int) -> tuple[float, float]:
    """How far a flat die reaches on one side, and how much of that is its side; in edges, negative where hidden."""
    rim, foot = known.stance.reach(*at, turn, quarter, (ROLLED, 1 - ROLLED))
    return max(rim, foot), foot - rim
