"""How far a die is seen on its four sides: a leaning one reaches farther on one side than a flat one, or less far."""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.calibration import Calibration
from vision.candidates import Picture
from vision.flat import Flat, axes_of
from vision.hue import apart_deg, body_share
from vision.reach import FARTHEST, HUE_ENDS, STEPS_AN_EDGE, WITHIN, end_of, flat_reach, look_around
from vision.shadow import more_than_shadow

Floats32 = NDArray[np.float32]

TOLD_FROM_DEG = 7.0  # from which a side is told from the floor by its hue alone
HUE_PREVAILS = 0.5  # share of the body's hue that no shadow's tint looks like
MOST_FAR, MOST_SHORT = 0.08, 0.12  # edges by which a flat die may reach farther than expected, or less far
MOST_SHIFTED = 0.14  # edges by which its two ends may be off together: a shifted die is a leaning one
LEAST_SHORT = 0.06  # edges by which one end must be short where nothing is near to lean on: shadows reach far
LEAST_WIDTH, MOST_GONE = 0.05, 0.9  # edges that should be seen of a side; share of them that may be missing
NO_TRACE = 0.75  # share of them without even a trace
ON_FACE = 3  # steps that still lie on the upper face: where the hue does not prevail there, it tells nothing
LEAST_RAISED = 0.03  # edges by which the die then reaches farther on the other side
LEAST_SHADED = 0.1  # edges: a narrower side is not told from the floor by its shade
NEXT = 0.07  # edges past a die's end where another one may begin
NEIGHBOUR = 3.0  # edges between the middles of two dice beyond which neither hides the other
MOST_BARE = 0.3  # share of a side where the floor may show unchanged
LEAST_SOLID = 0.1  # share of a side that must be more than a shadow
CHANGED = 20.0  # grey levels


@dataclass(frozen=True)
class Side:
    """How one side of a die is seen beside what a flat one would show; lengths in edges."""

    surely: float = 0.0  # how much farther than a flat die's outline the body's hue prevails
    at_most: float = 0.0  # how much farther a trace of it is seen
    told: bool = False  # whether hue tells how far
    gone: bool = False  # the hue prevails on hardly any of a side that should be seen
    without_trace: bool = False  # a side that should be seen, and next to nothing of it is
    solid: bool = True  # more than a shadow, where hue tells nothing


HIDDEN = Side()


def looks_flat(
    picture: Picture, die: Flat, others: Sequence[Flat], calibration: Calibration, gain: float, *, could_lean: bool
) -> bool:
    """Whether a die shows no more and no less than a flat one does; strictly where it could lean on something."""
    sides = look_at_sides(picture, die, others, calibration, gain)
    pairs = [(side, sides[number - 2]) for number, side in enumerate(sides)]
    if any(_is_shifted(side, opposite, could_lean=could_lean) for side, opposite in pairs):
        return False
    if not could_lean:
        return True
    if any(_is_raised(side, opposite) or side.at_most < -MOST_SHORT for side, opposite in pairs):
        return False
    return all(side.solid for side in sides) and not any(_is_tucked(side, opposite) for side, opposite in pairs)


def _is_shifted(side: Side, opposite: Side, *, could_lean: bool) -> bool:
    """Whether a die reaches too far on one side and too short on the other."""
    least_short = 0.0 if could_lean else LEAST_SHORT
    return side.surely - opposite.at_most > MOST_SHIFTED and opposite.at_most < -least_short


def _is_raised(side: Side, opposite: Side) -> bool:
    """Whether a die shows more of a side than a flat one, and no more than that on the other: no hue of a shadow."""
    return side.surely > MOST_FAR and not (opposite.told and opposite.at_most > 0)


def _is_tucked(side: Side, opposite: Side) -> bool:
    """Whether a side is turned away below the upper face, as the other side is raised, or cannot be told."""
    return side.gone and opposite.surely > LEAST_RAISED if opposite.told else side.without_trace


def look_at_sides(
    picture: Picture, die: Flat, others: Sequence[Flat], calibration: Calibration, gain: float
) -> list[Side]:
    """All four sides of a die."""
    edge, at, body = calibration.edge_px or 1.0, (die.count.x, die.count.y), die.count.body
    others = [other for other in others if math.dist(at, (other.count.x, other.count.y)) < NEIGHBOUR * edge]
    seen = look_around(picture, at, die.turn, edge, first=WITHIN)
    floor = look_around(calibration.background, at, die.turn, edge, scale=0.5, first=WITHIN)
    along = seen.mean(1, dtype=np.float32) / np.float32(gain)
    ground = floor.mean(1, dtype=np.float32)
    shares = body_share(along, ground, body, calibration.shadow_tint)
    sides = []
    for quarter in range(4):
        towards = axes_of(die.turn + quarter * np.pi / 2)[:, 0]
        reach, width = flat_reach(calibration, at, towards)
        if _is_hidden(at, towards * edge, (reach - max(width, 0.0) / 2, reach + NEXT), others):
            sides.append(HIDDEN)
        elif apart_deg(body, ground[quarter]) >= TOLD_FROM_DEG and shares[quarter, :ON_FACE].max() > HUE_PREVAILS:
            sides.append(_side_of(shares[quarter], reach, width))
        else:
            here = slice(round((reach - width) * STEPS_AN_EDGE) - WITHIN, round(reach * STEPS_AN_EDGE) - WITHIN)
            solid = width < LEAST_SHADED or _is_solid(
                seen[quarter, :, here] / gain, floor[quarter, :, here], calibration
            )
            sides.append(Side(solid=solid))
    return sides


def _side_of(share: Floats32, reach: float, width: float) -> Side:
    """A side that its hue tells of."""
    ends = (end_of(share, least, first=WITHIN) for least in (HUE_PREVAILS, HUE_ENDS))
    surely, at_most = (FARTHEST - reach if end is None else end / STEPS_AN_EDGE - reach for end in ends)
    wide = width > LEAST_WIDTH
    gone, without_trace = wide and surely < -MOST_GONE * width, wide and at_most < -NO_TRACE * width
    return Side(surely, at_most, told=True, gone=gone, without_trace=without_trace)


def _is_hidden(at: tuple[float, float], outwards: Floats32, away: Sequence[float], others: Sequence[Flat]) -> bool:
    """Whether another die lies before a side, or right behind it."""
    places = [(float(at[0] + outwards[0] * edges), float(at[1] + outwards[1] * edges)) for edges in away]
    return any(cv2.pointPolygonTest(other.outline, place, False) >= 0 for other in others for place in places)


def _is_solid(side: NDArray[Any], ground: Picture, calibration: Calibration) -> bool:
    """Whether so much of a side is more than a shadow, and hardly any the unchanged floor."""
    seen = np.clip(side, 0, 255).astype(np.uint8)
    changed = cv2.absdiff(seen, ground).max(-1) > max(CHANGED, 6 * calibration.noise)
    coloured, _, blackest, _ = more_than_shadow(
        seen, ground, calibration.noise, darkest=calibration.darkest_shadow, tint=calibration.shadow_tint
    )
    solid = changed & ((coloured > 0) | (blackest > 0))
    return bool((~changed).mean() <= MOST_BARE and solid.mean() >= LEAST_SOLID)
