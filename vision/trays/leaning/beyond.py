"""Whether a die reaches as far on its four sides as flat ones do.

How closely flat dice keep to their outlines is learned from those shown: small, soft and glossy ones less than others.
"""

import math
from collections.abc import Sequence
from typing import Final

import numpy as np
from numpy.typing import NDArray

from tablekeeper.vision.faces.candidates import Picture
from tablekeeper.vision.trays.calibration import Beyond, Calibration
from tablekeeper.vision.trays.floor.lighting import Light
from tablekeeper.vision.trays.floor.shadow import more_than_shadow
from tablekeeper.vision.trays.leaning.flat import Flat
from tablekeeper.vision.trays.leaning.reach import FARTHEST, STEPS_AN_EDGE, end_of, flat_reach, look_around

A_BODY: Final = 30.0  # grey levels from the floor's, over a strip half a die wide: light from a white die is less
A_TRACE: Final = 10.0  # less is the floor
HALF: Final = 0.5
LEAST_WIDTH: Final = 0.05  # edges that should be seen of a side, before it can be missed
MOST_FAR: Final = 0.55  # edges: no leaning die goes on farther than that beyond a flat one's outline
LEAST_DICE: Final = 3  # shown, from which their spread is known
SLACK: Final = (0.06, 0.16, 0.05)  # edges beyond what the dice shown had
MOST_USUAL: Final = 0.25  # edges: where flat dice keep to their outlines no better, nothing is told
NEIGHBOUR: Final = 2.0  # edges between the middles of two dice within which one may go on where the other ends


def look_beyond(picture: Picture, die: Flat, others: Sequence[Flat], known: Calibration, light: Light) -> Beyond:
    """What a die shows on its sides that a flat one does not; a side beside another die shows nothing."""
    at = die.count.x, die.count.y
    axes = known.stance.axes_at(*at, die.turn)
    place = at[0] / known.width_px, at[1] / known.height_px
    seen = light.take_out_at(look_around(picture, at, axes), *place).mean(1, dtype=np.float32)
    ground = look_around(known.background, at, axes, scale=0.5).mean(1, dtype=np.float32)
    away = np.abs(seen - ground).max(-1)
    body, trace = _solid(seen, ground, known) * (away > A_BODY), np.asarray(away > A_TRACE, np.float32)
    far, short = np.zeros(4), np.zeros(4)
    near = _ways_to_near(at, others, known)
    for quarter in range(4):
        outwards = axes[:, quarter % 2] * (1 if quarter < 2 else -1)
        if _is_beside(outwards, near):
            continue
        reach, width = flat_reach(known, at, die.turn, quarter)
        beyond = _end(body[quarter]) - reach
        far[quarter] = beyond if beyond <= MOST_FAR else 0.0
        short[quarter] = reach - _end(trace[quarter]) if width > LEAST_WIDTH else 0.0
    shifted = np.minimum(far, np.roll(short, 2))
    return Beyond(float(far.max()), float(short.max()), float(shifted.max()))


def learn_usual(shown: Sequence[Beyond]) -> Beyond | None:
    """The most that flat dice show, in this light and through this lens; None while too few were shown."""
    if len(shown) < LEAST_DICE:
        return None
    limits = zip(np.max(np.array(shown), axis=0).tolist(), SLACK, strict=True)
    return Beyond(*(max(one, 0.0) + slack if one <= MOST_USUAL else math.inf for one, slack in limits))


def is_beyond(picture: Picture, die: Flat, others: Sequence[Flat], known: Calibration, light: Light) -> bool:
    """Whether a die shows more on one of its sides than the flat ones did."""
    if known.usual is None:
        return False
    seen = look_beyond(picture, die, others, known, light)
    return any(one > most for one, most in zip(seen, known.usual, strict=True))


def _solid(seen: NDArray[np.float32], ground: NDArray[np.float32], known: Calibration) -> NDArray[np.float32]:
    """What is more than a shadow, along each side."""
    light, floor = (np.clip(levels, 0, 255).astype(np.uint8) for levels in (seen, ground))
    coloured, _, blackest, _ = more_than_shadow(
        light, floor, known.noise, darkest=known.darkest_shadow, tint=known.shadow_tint
    )
    return np.asarray((coloured | blackest) > 0, np.float32)


def _end(share: NDArray[np.float32]) -> float:
    """Where it ends, in edges from the face's middle."""
    end = end_of(share, HALF)
    return FARTHEST if end is None else end / STEPS_AN_EDGE


def _ways_to_near(
    at: tuple[float, float], others: Sequence[Flat], known: Calibration
) -> list[tuple[float, float, float]]:
    """The ways to the dice within which one may go on where the other ends, and how long they are."""
    farthest = NEIGHBOUR * known.stance.edge_at(*at)
    ways = [(other.count.x - at[0], other.count.y - at[1]) for other in others]
    return [(x, y, length) for x, y in ways if (length := math.hypot(x, y)) < farthest]


def _is_beside(outwards: NDArray[np.float64], near: Sequence[tuple[float, float, float]]) -> bool:
    """Whether another die lies on this side."""
    across, down = outwards.tolist()
    least = HALF * math.hypot(across, down)
    return any(x * across + y * down > least * length for x, y, length in near)
