"""How far a die is seen on its four sides: a leaning one reaches farther on one side than a flat one, or less far."""

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace

import cv2
import numpy as np
from numpy.typing import NDArray

from tablekeeper.vision.colours import BGR
from tablekeeper.vision.faces.candidates import Picture
from tablekeeper.vision.picture import Numbers
from tablekeeper.vision.trays.calibration import Calibration
from tablekeeper.vision.trays.floor.lighting import Light
from tablekeeper.vision.trays.floor.shadow import more_than_shadow
from tablekeeper.vision.trays.leaning.flat import Flat, axes_of
from tablekeeper.vision.trays.leaning.foot import floor_goes_on
from tablekeeper.vision.trays.leaning.hue import apart_deg, body_share
from tablekeeper.vision.trays.leaning.reach import (
    FARTHEST,
    HUE_ENDS,
    STEPS_AN_EDGE,
    WITHIN,
    end_of,
    flat_reach,
    look_around,
)

Floats = NDArray[np.float64]
Floats32 = NDArray[np.float32]

TOLD_FROM_DEG = 7.0  # from which hue alone distinguishes a side from the floor
HUE_PREVAILS = 0.5  # share of the body's hue that no shadow's tint looks like
MOST_FAR = 0.08  # edges by which a flat die may reach farther than expected
MOST_SHIFTED = 0.14  # edges by which its two ends may be off together: a shifted die is a leaning one
LEAST_WIDTH, MOST_GONE = 0.05, 0.9  # edges that should be seen of a side; share of them that may be missing
NO_TRACE = 0.75  # share of them without even a trace
ON_FACE = 3  # steps that still lie on the upper face: where the hue does not prevail there, it proves nothing
LEAST_RAISED = 0.03  # edges by which the die then reaches farther on the other side
LEAST_SHADED = 0.1  # edges: its shade does not distinguish a narrower side from the floor
NEXT = 0.07  # edges past a die's end where another one may begin
NEIGHBOUR = 3.0  # edges between the middles of two dice beyond which neither hides the other
MOST_BARE = 0.3  # share of a side where the floor may show unchanged
LEAST_SOLID = 0.1  # share of a side that must be more than a shadow
CHANGED = 20.0  # grey levels
AT_FOOT = (-0.6, 0.4)  # of a side's width from its foot: there the trace of a body's hue ends that is seen down to it
MOST_FADED = 0.7  # share of a side: where the hue prevails on less, its trace may be a shadow's tint...
FADED_FOOT = 5.0  # ...and speaks for a foot only so much (log)
MOST_FOOTLESS = 0.75  # log: how much likelier than a flat die's foot the floor alone may be


@dataclass(frozen=True)
class Support:
    """What a die may lean on: other dice, and walls, by the ways from them into the tray."""

    dice: bool = False
    walls: Sequence[Floats] = ()

    def __bool__(self) -> bool:
        """Whether there is anything."""
        return self.dice or bool(self.walls)


@dataclass(frozen=True)
class Side:
    """How one side of a die is seen beside what a flat one would show; lengths in edges."""

    surely: float = 0.0  # how much farther than a flat die's outline the body's hue prevails
    at_most: float = 0.0  # how much farther a trace of it is seen
    told: bool = False  # whether hue gives the distance
    gone: bool = False  # the hue prevails on hardly any of a side that should be seen
    without_trace: bool = False  # a side that should be seen, and next to nothing of it is
    solid: bool = True  # more than a shadow, where hue proves nothing
    footless: float = -np.inf  # log: how much likelier the floor goes on where a flat die's side ends


HIDDEN = Side()


@dataclass(frozen=True)
class _Strip:
    """What lies from a face's middle outwards on one side, in the light in which the tray was calibrated."""

    seen: Floats32  # across x steps x colours
    floor: Picture  # the same of the empty tray
    along: Floats32  # the means across
    ground: Floats32
    share: Floats32  # of the body, by its hue


def looks_flat(die: Flat, sides: Sequence[Side], support: Support) -> bool:
    """Whether a die that could lean on something shows no more and no less than a flat one does.

    Beside a wall anything unlike a flat die counts. A die beside it sheds its own hue and shade, so there, as in the
    open, only a die that is plainly raised counts.
    """
    if is_plainly_raised(sides) or (support.dice and not all(side.solid for side in sides)):
        return False
    if not support.walls:
        return True
    if any(_is_shifted(*pair) or _is_raised(*pair) or _is_tucked(*pair) for pair in _opposite(sides)):
        return False
    return all(sides[_facing(die, inward)].footless <= MOST_FOOTLESS for inward in support.walls)


def is_plainly_raised(sides: Sequence[Side]) -> bool:
    """Whether a die reaches too far on one side, and a side of it that a flat one shows is turned away below it."""
    pairs = _opposite(sides)
    return any(_is_shifted(*pair) for pair in pairs) and any(_is_tucked(*pair) for pair in pairs)


def _opposite(sides: Sequence[Side]) -> list[tuple[Side, Side]]:
    return [(side, sides[number - 2]) for number, side in enumerate(sides)]


def _facing(die: Flat, way: Floats) -> int:
    """Which of a die's sides faces most this way."""
    return max(range(4), key=lambda quarter: float(axes_of(die.turn + quarter * np.pi / 2)[:, 0] @ way))


def _is_shifted(side: Side, opposite: Side) -> bool:
    """Whether a die reaches too far on one side and too short on the other."""
    return side.surely - opposite.at_most > MOST_SHIFTED and opposite.at_most < 0


def _is_raised(side: Side, opposite: Side) -> bool:
    """Whether a die shows more of a side than a flat one, and no more than that on the other: no hue of a shadow."""
    return side.surely > MOST_FAR and not (opposite.told and opposite.at_most > 0)


def _is_tucked(side: Side, opposite: Side) -> bool:
    """Whether a side is turned away below the upper face, as the other side is raised, or cannot be measured."""
    return side.gone and opposite.surely > LEAST_RAISED if opposite.told else side.without_trace


def look_at_sides(
    picture: Picture, die: Flat, others: Sequence[Flat], calibration: Calibration, light: Light
) -> list[Side]:
    """All four sides of a die."""
    edge, at, body = calibration.edge_px or 1.0, (die.count.x, die.count.y), die.count.body
    axes = calibration.stance.axes_at(*at, die.turn)
    others = [other for other in others if math.dist(at, (other.count.x, other.count.y)) < NEIGHBOUR * edge]
    place = at[0] / calibration.width_px, at[1] / calibration.height_px
    seen = light.take_out_at(look_around(picture, at, axes, first=WITHIN), *place)
    floor = look_around(calibration.background, at, axes, scale=0.5, first=WITHIN)
    along, ground = seen.mean(1, dtype=np.float32), floor.mean(1, dtype=np.float32)
    shares = body_share(along, ground, body, calibration.shadow_tint)
    sides = []
    for quarter, strip in enumerate(map(_Strip, seen, floor, along, ground, shares)):
        outwards = axes[:, quarter % 2] * (1 if quarter < 2 else -1)
        reach, width = flat_reach(calibration, at, die.turn, quarter)
        hidden = _is_hidden(at, outwards, (reach - max(width, 0.0) / 2, reach + NEXT), others)
        sides.append(HIDDEN if hidden else _look_at_side(strip, body, reach, width, calibration))
    return sides


def _look_at_side(strip: _Strip, body: BGR, reach: float, width: float, calibration: Calibration) -> Side:
    """One visible side: by its hue where that is distinct, else by its light; and whether its foot is seen."""
    if apart_deg(body, strip.ground) >= TOLD_FROM_DEG and strip.share[:ON_FACE].max() > HUE_PREVAILS:
        side = _side_by_hue(strip.share, reach, width)
    else:
        here = slice(round((reach - width) * STEPS_AN_EDGE) - WITHIN, round(reach * STEPS_AN_EDGE) - WITHIN)
        side = Side(solid=width < LEAST_SHADED or _is_solid(strip.seen[:, here], strip.floor[:, here], calibration))
    if width <= LEAST_WIDTH:
        return side
    footless = floor_goes_on(strip.along, strip.ground, body, reach, width, first=WITHIN)
    return replace(side, footless=footless - _hue_for_foot(side, width))


def _side_by_hue(share: Floats32, reach: float, width: float) -> Side:
    """A side measured by its hue."""
    ends = (end_of(share, least, first=WITHIN) for least in (HUE_PREVAILS, HUE_ENDS))
    surely, at_most = (FARTHEST - reach if end is None else end / STEPS_AN_EDGE - reach for end in ends)
    wide = width > LEAST_WIDTH
    gone, without_trace = wide and surely < -MOST_GONE * width, wide and at_most < -NO_TRACE * width
    return Side(surely, at_most, told=True, gone=gone, without_trace=without_trace)


def _hue_for_foot(side: Side, width: float) -> float:
    """How much (log) the end of the body's hue speaks for a foot where a flat die has it."""
    if not side.told or not AT_FOOT[0] * width < side.at_most < AT_FOOT[1] * width:
        return 0.0
    return FADED_FOOT if side.surely < -MOST_FADED * width else math.inf


def _is_hidden(at: tuple[float, float], outwards: Floats, away: Sequence[float], others: Sequence[Flat]) -> bool:
    """Whether another die lies before a side, or right behind it."""
    places = [(float(at[0] + outwards[0] * edges), float(at[1] + outwards[1] * edges)) for edges in away]
    return any(cv2.pointPolygonTest(other.outline, place, False) >= 0 for other in others for place in places)


def _is_solid(side: Numbers, ground: Picture, calibration: Calibration) -> bool:
    """Whether so much of a side is more than a shadow, and hardly any the unchanged floor."""
    seen = np.clip(side, 0, 255).astype(np.uint8)
    changed = cv2.absdiff(seen, ground).max(-1) > max(CHANGED, 6 * calibration.noise)
    coloured, _, blackest, _ = more_than_shadow(
        seen, ground, calibration.noise, darkest=calibration.darkest_shadow, tint=calibration.shadow_tint
    )
    solid = changed & ((coloured > 0) | (blackest > 0))
    return bool((~changed).mean() <= MOST_BARE and solid.mean() >= LEAST_SOLID)
