"""Explains every change of the tray by dice that lie flat; what stays unexplained is a doubt."""

import math
from collections.abc import Sequence
from dataclasses import replace
from functools import cache

import cv2
import numpy as np
from numpy.typing import NDArray

from tablekeeper.vision.faces.candidates import Picture
from tablekeeper.vision.picture import Numbers
from tablekeeper.vision.reading import CUT_OFF, LEANING, LEFT_OVER_PIPS, NO_FACE, TOUCHING, Doubt
from tablekeeper.vision.trays.calibration import Calibration
from tablekeeper.vision.trays.changes import SPECK, Changes, Spot, look_for_walls, nearest_wall_px, outlined
from tablekeeper.vision.trays.leaning.beyond import is_beyond
from tablekeeper.vision.trays.leaning.flat import Flat, foot_of
from tablekeeper.vision.trays.leaning.lean import PLAIN
from tablekeeper.vision.trays.leaning.opinion import look_at_one
from tablekeeper.vision.trays.leaning.portrait import Place
from tablekeeper.vision.trays.leaning.sides import Support, is_plainly_raised, look_at_sides, looks_flat

Mask = NDArray[np.uint8]

TOLERANCE = 0.036  # edges by which an outline may be larger than expected, and at least one pixel of the half-size mask
WALL_ZONE = 1.25  # edges from the wall to a foot's middle within which a die may lean on the wall
ALONG_DEG = 10.0  # within which a die lies along a wall
ALONG_ROW_DEG = {2: 24.0, 3: 13.0}  # the same where a slanted view turns the face's one row of pips
LEAST_LEFT = 0.02  # of a face: smaller pieces outside an outline are its own inaccuracy
IN_THE_OPEN = 0.03  # share by which pips may be spaced unlike flat ones' where there is no wall to lean on
LEAST_EDGE_PX = 20.0  # of a face: a raised side of smaller dice is a pixel or two
BESIDE = 1.3  # edges between two feet's middles within which one die may lean on the other
MOST_BARE_FACE = 0.18  # share of a whole die's outline where the floor may show unchanged
COMPANY, OWN = 0.8, 1.7  # edges around a lone pip where another one may lie; radii of it that are its own
UNLIKE = 45.0  # grey levels from the floor's from which a body must change it
LEANS = 0.3  # edges around a die within which more than its outline is its own other side
COULD_BE_DIE = 0.6  # of a face: a larger change is another die that was not read, not a die's other side
TOGETHER = 0.4  # edges between specks that may belong to one die
PIP = (0.01, 0.08)  # least and most area of a pip, in faces
ROUND, LONG = 0.6, 1.6  # of a pip: least share of its box, and greatest length over width
COULD_HIDE = 0.36  # edges: a patch of shadow that holds a circle of this radius could hide a die


def find_leftover(changes: Changes, dice: Sequence[Flat], calibration: Calibration) -> list[Spot]:
    """What differs from the empty tray outside all flat dice; beside a die, the darkest shadows do not count."""
    edge = calibration.edge_px or 1.0
    covered = _covered(changes.solid, dice, calibration)
    left = cv2.subtract(changes.solid, covered)
    if not cv2.countNonZero(left):
        return []
    sure = cv2.subtract(changes.sure, covered)
    around = max(3, round(LEANS * edge)) | 1
    left = cv2.subtract(left, cv2.dilate(covered, np.ones((around, around), np.uint8)))
    return outlined(np.asarray(sure, np.uint8), LEAST_LEFT * edge**2) + _clusters(np.asarray(left, np.uint8), edge)


def _clusters(left: Mask, edge: float) -> list[Spot]:
    """Specks that lie together: the glossy pips of a die of the floor's own colour are no more than that."""
    reach = max(3, round(TOGETHER * edge / 2)) | 1
    joined = cv2.morphologyEx(left, cv2.MORPH_CLOSE, np.ones((reach, reach), np.uint8))
    number, labels = cv2.connectedComponents(joined)
    if number < 2:
        return []
    specks = np.bincount(labels[left > 0], minlength=number)
    kept = np.isin(labels, [k for k in range(1, number) if specks[k] * 4 > SPECK * edge**2])
    return outlined(kept.astype(np.uint8) * 255, 0.0)


def explain(
    picture: Picture, changes: Changes, dice: Sequence[Flat], calibration: Calibration
) -> tuple[list[Flat], list[Doubt]]:
    """The dice, each with what speaks against it, and the doubts that belong to none.

    Sides, glints and shadows of a die that is plainly flat are no doubt, whatever its outline leaves over.
    """

    @cache
    def is_flat(number: int) -> bool:
        return is_plainly_flat(picture, dice[number], dice, changes, calibration)

    doubted = {
        number: reason
        for number, die in enumerate(dice)
        if (reason := _doubt_of(picture, changes, die, dice, calibration))
        and not (reason == LEANING and is_flat(number))
    }
    doubts = []
    for spot in find_leftover(changes, dice, calibration):
        whole = spot.area > COULD_BE_DIE * (calibration.edge_px or 1.0) ** 2
        owners = [] if whole else [number for number, die in enumerate(dice) if _near(die, spot, calibration)]
        if owners and all(is_flat(number) for number in owners):
            continue
        for number in owners:
            doubted.setdefault(number, LEANING if len(owners) == 1 else TOUCHING)
        doubts.append(Doubt(LEANING if len(owners) == 1 else TOUCHING if owners else NO_FACE, spot.box))
    covered = _covered(changes.any, dice, calibration)
    doubts += [Doubt(NO_FACE, spot.box) for spot in _hiding_places(changes, covered, calibration)]
    doubts += [Doubt(LEFT_OVER_PIPS, spot.box) for spot in _pips_of_none(changes, covered, calibration)]
    return [replace(die, doubt=die.doubt or doubted.get(number)) for number, die in enumerate(dice)], doubts


def is_plainly_flat(
    picture: Picture, die: Flat, dice: Sequence[Flat], changes: Changes, calibration: Calibration
) -> bool:
    """Whether the net is sure that a die lies flat and that no unread one lies beside it."""
    if calibration.oddest is None:
        return False
    here, *others = (Place(d.count.x, d.count.y, d.turn) for d in (die, *(other for other in dice if other is not die)))
    return max(look_at_one(picture, here, others, changes, calibration).odd) < PLAIN


def _doubt_of(
    picture: Picture, changes: Changes, die: Flat, dice: Sequence[Flat], calibration: Calibration
) -> str | None:
    """What the die's own outline says against it: cut off, not as a flat die looks, or near something to lean on."""
    right, bottom = die.outline.max(0)
    if die.outline.min() < 0 or right > calibration.width_px or bottom > calibration.height_px:
        return CUT_OFF
    return LEANING if leans(picture, changes, die, dice, calibration) else None


def leans(picture: Picture, changes: Changes, die: Flat, dice: Sequence[Flat], calibration: Calibration) -> bool:
    """Whether a die does not look as a flat one does, where it could lean on something."""
    if is_bare(changes, die, calibration):
        return True
    others = [other for other in dice if other is not die]
    if is_beyond(picture, die, others, calibration, changes.light):
        return True
    support = find_support(die, others, calibration)
    if not is_spaced_like_flat(die, calibration, at_wall=bool(support.walls)):
        return True
    return not looks_flat(die, look_at_sides(picture, die, others, calibration, changes.light), support)


def leans_plainly(
    picture: Picture, changes: Changes, die: Flat, dice: Sequence[Flat], calibration: Calibration
) -> bool:
    """Whether a die is plainly raised, whatever it could lean on: also where the finer check is not trusted."""
    if calibration.below_camera is None:
        return False  # how a flat die stands in the picture is not learned yet
    others = [other for other in dice if other is not die]
    if is_beyond(picture, die, others, calibration, changes.light):
        return True
    if (calibration.edge_px or 0.0) < LEAST_EDGE_PX:
        return False
    return is_plainly_raised(look_at_sides(picture, die, others, calibration, changes.light))


def is_spaced_like_flat(die: Flat, calibration: Calibration, *, at_wall: bool) -> bool:
    """Whether a die's pips are spaced as on flat ones, strictly where it could lean on a wall; a 1 has none."""
    return die.count.value == 1 or calibration.spaced_like_flat(die.count.spacing, 0.0 if at_wall else IN_THE_OPEN)


def find_support(die: Flat, others: Sequence[Flat], calibration: Calibration) -> Support:
    """What a die could lean on: dice beside it, and near walls that it lies along."""
    edge = calibration.edge_px or 1.0
    foot = foot_of(calibration, die.count.x, die.count.y)
    feet = [foot_of(calibration, other.count.x, other.count.y) for other in others]
    walls = [
        inward
        for away, inward in look_for_walls(calibration, *foot)
        if away <= WALL_ZONE * edge and _lies_along(die, inward)
    ]
    return Support(any(math.dist(foot, other) < BESIDE * edge for other in feet), walls)


def _lies_along(die: Flat, inward: NDArray[np.float64]) -> bool:
    """Whether a die lies along a wall, as one does that leans on it: by an edge."""
    off = (math.degrees(math.atan2(inward[1], inward[0]) - die.turn) + 45) % 90 - 45
    return abs(off) < ALONG_ROW_DEG.get(die.count.value, ALONG_DEG)


def is_bare(changes: Changes, die: Flat, calibration: Calibration) -> bool:
    """Whether the floor shows unchanged where a die unlike it should lie.

    A 1 like the floor may be bare, but not in company: any pip of a hidden die looks so, and has others beside it.
    """
    place = die.count.x / calibration.width_px, die.count.y / calibration.height_px
    body = changes.light.take_out_at(np.array(die.count.body, np.uint8), *place)
    floor = calibration.background[int(die.count.y) // 2, int(die.count.x) // 2]
    unlike = bool((np.abs(body - floor) > UNLIKE).any())
    if not unlike and (die.count.value > 1 or not _has_company(changes, die, calibration)):
        return False
    left, top = (int(max(v - 2, 0)) // 2 for v in die.outline.min(0).tolist())
    side = int(np.ptp(die.outline, 0).max()) // 2 + 4
    here = np.ascontiguousarray(changes.any[top : top + side, left : left + side])
    whole = cv2.erode(_drawn(here, [die.outline - (2 * left, 2 * top)]), np.ones((3, 3), np.uint8))
    return _share(cv2.bitwise_not(here), whole) > MOST_BARE_FACE


def _has_company(changes: Changes, die: Flat, calibration: Calibration) -> bool:
    """Whether something like a pip is seen where the lone pip's face could have another one; rims shine in lines."""
    edge = calibration.edge_px or 1.0
    middle, reach = (int(die.count.x / 2), int(die.count.y / 2)), int(COMPANY * edge / 2)
    near = np.zeros_like(changes.solid)
    cv2.circle(near, middle, reach, 255, cv2.FILLED)
    cv2.circle(near, middle, round(OWN * die.count.radius * edge / 2), 0, cv2.FILLED)
    spots = outlined(np.asarray(cv2.bitwise_and(changes.solid, near), np.uint8), PIP[0] * edge**2)
    return any(_is_compact(spot) for spot in spots)


def _share(mask: Numbers, of: Numbers) -> float:
    """The share of one mask that another one covers."""
    return cv2.countNonZero(cv2.bitwise_and(mask, of)) / max(cv2.countNonZero(of), 1)


def _hiding_places(changes: Changes, covered: Mask, calibration: Calibration) -> list[Spot]:
    """Patches of shadow that could hide a die of the floor's colour."""
    edge = calibration.edge_px or 1.0
    shade = cv2.subtract(changes.any, covered)
    size = round(COULD_HIDE * edge) | 1
    disc = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (size, size))
    within = size // 2  # of a square that lies in the disc; squares are far quicker
    if not cv2.countNonZero(cv2.erode(shade, np.ones((within, within), np.uint8))):
        return []
    return outlined(np.asarray(cv2.erode(shade, disc), np.uint8), 0.0)


def _pips_of_none(changes: Changes, covered: Mask, calibration: Calibration) -> list[Spot]:
    """Small dark discs away from all dice: a die of the floor's own colour may show nothing but its pips."""
    edge = calibration.edge_px or 1.0
    spots = outlined(np.asarray(cv2.subtract(changes.shade, covered), np.uint8), PIP[0] * edge**2)
    return [
        spot
        for spot in spots
        if spot.area < PIP[1] * edge**2 and _is_compact(spot) and nearest_wall_px(calibration, spot.x, spot.y) > 0
    ]


def _is_compact(spot: Spot) -> bool:
    """Whether a spot is as round as a pip."""
    return spot.area > ROUND * spot.box[2] * spot.box[3] and max(spot.box[2:]) < LONG * min(spot.box[2:])


def _near(die: Flat, spot: Spot, calibration: Calibration) -> bool:
    """Whether a left-over touches a die's outline."""
    reach = LEANS * (calibration.edge_px or 1.0)
    return any(cv2.pointPolygonTest(die.outline, (float(x), float(y)), True) > -reach for x, y in spot.outline)


def _covered(like: Mask, dice: Sequence[Flat], calibration: Calibration) -> Mask:
    """Where flat dice may be seen, with a little tolerance."""
    reach = 2 * max(1, round(TOLERANCE * (calibration.edge_px or 1.0) / 2)) + 1
    drawn = _drawn(like, [die.outline for die in dice])
    return np.asarray(cv2.dilate(drawn, np.ones((reach, reach), np.uint8)), np.uint8)


def _drawn(like: Mask, outlines: Sequence[NDArray[np.floating]], scale: float = 0.5) -> Mask:
    """Outlines of the whole picture filled in a mask of half its size, or of another scale."""
    mask = np.zeros_like(like)
    for outline in outlines:
        cv2.fillConvexPoly(mask, np.round((outline - 0.5) * (16 * scale)).astype(np.int32), 255, cv2.LINE_8, 4)
    return mask
