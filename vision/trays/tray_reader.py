"""Reads a calibrated tray: pips at the known size where something lies, and every change explained by flat dice."""

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace

import cv2
import numpy as np

from tablekeeper.vision.colours import name_colour, nearest_sample
from tablekeeper.vision.faces.candidates import Candidate, Picture, find_candidates_at, read_crops
from tablekeeper.vision.faces.pips import CLOSE, LEVELS, Count
from tablekeeper.vision.reading import CROWDED, HAND, MOVED_CAMERA, NO_FACE, Box, Die, Doubt, Reading, conclude
from tablekeeper.vision.trays.area import counts_at
from tablekeeper.vision.trays.calibration import Calibration
from tablekeeper.vision.trays.changes import Changes, Spot, find_changes, find_spots
from tablekeeper.vision.trays.leaning.explain import explain, find_leftover
from tablekeeper.vision.trays.leaning.flat import Flat, count_as_flat, outline_of_flat

LEAST_QUALITY = 0.65
LEAST_VACANT = 0.75
LEAST_EVEN = 0.7
AGREED_QUALITY, AGREED_EVEN = 0.25, 0.8  # of a count that a net confirms
AGREED_CHANCE = 0.6
DEEP = (0.66,)  # share of the contrast that the pips of a translucent die's upper face have, and its far side has not
DEEP_CLARITY, DEEP_VACANT, DEEP_EVEN = 0.4, 0.45, 0.9
NET_EDGE_PX = 22.0  # the detector looks at the tray shrunk to this size of a die: enough to find it, quick to compute
SIZE_TOLERANCE = 1.3
NEAR = 0.8  # edges around what is left within which the detector may see the middle of its upper face
WHOLE = 0.6  # of a flat die's outline: a smaller change is a piece of a die of the floor's colour
OFF_CENTRE = 0.05  # edges from where a face was looked for, from which it must be looked at again
MOST_TOGETHER = 6  # dice that are looked for in one connected change
SAME_PLACE = 0.2  # edges within which two faces are one; farther, but not far enough for two dice, one must be wrong
NEAREST = 0.85  # edges between the middles of two dice that both lie flat
MENDED = 0.6  # edges over which pieces of a dark die are joined
HAND_FACES = (14.0, 3.0)  # faces from which a change is a hand; the same where it comes in from outside
MOVED_SHARE = 0.36  # of the picture that changed: the camera or the tray was moved, or the light
NOWHERE = (0.0, 0.0)


@dataclass(frozen=True)
class Place:
    """Where a face may be."""

    x: float
    y: float


def read_tray(picture: Picture, calibration: Calibration, changes: Changes | None = None) -> Reading:
    """Read a calibrated tray, by its changes."""
    if not calibration.fits(picture):
        return conclude((), (Doubt(MOVED_CAMERA),))
    edge = calibration.edge_px or 1.0
    changes = changes or find_changes(picture, calibration)
    spots = find_spots(changes.solid, calibration)
    if sum(spot.area for spot in spots) > MOVED_SHARE * calibration.width_px * calibration.height_px:
        return conclude((), (Doubt(MOVED_CAMERA),))
    large = [spot for spot in spots if spot.area > min(HAND_FACES) * edge**2]
    hands = [spot for spot in large if spot.area > _hand_faces(spot, calibration) * edge**2]
    if hands:
        return conclude((), tuple(Doubt(HAND, spot.box) for spot in hands))
    dice = _find_dice(picture, calibration, changes, spots)
    dice, doubts = explain(picture, changes, dice, calibration)
    return conclude(tuple(_die(die, calibration) for die in dice), tuple(doubts))


def _find_dice(picture: Picture, calibration: Calibration, changes: Changes, spots: list[Spot]) -> list[Flat]:
    """Look where something lies; then where pieces are left; then let the detector look."""
    places = [place for spot in spots for place in _split(spot, calibration)]
    dice = _read_places(picture, calibration, places, [], trusted=True)
    for look in (_mend, _detect):
        left = find_leftover(changes, dice, calibration)
        if not left:
            break
        dice = _read_places(picture, calibration, look(picture, calibration, left), dice, trusted=False)
    return dice


def _split(spot: Spot, calibration: Calibration) -> list[Place]:
    """The middles of the upper faces in one change, if it is made of flat dice."""
    one = cv2.contourArea(outline_of_flat(calibration, spot.x, spot.y, 0.0))
    if spot.area < WHOLE * one:
        return []
    many = min(round(spot.area / one), MOST_TOGETHER)
    middles = [(spot.x, spot.y)] if many < 2 else _cluster(spot, many)
    return [_above(calibration, x, y) for x, y in middles]


def _above(calibration: Calibration, x: float, y: float) -> Place:
    """The middle of the upper face, where (x, y) is the middle of the outline."""
    share = calibration.rise / 2 * float(calibration.stance.nearness(np.array([[x, y]]))[0])
    return Place(x + (x - calibration.below[0]) * share, y + (y - calibration.below[1]) * share)


def _cluster(spot: Spot, many: int) -> list[tuple[float, float]]:
    left, top, width, height = (side // 2 for side in spot.box)
    mask = np.zeros((height + 2, width + 2), np.uint8)
    shifted = np.round((spot.outline - 0.5) / 2 - (left, top)).astype(np.int32)
    cv2.fillPoly(mask, [shifted], 255)
    points = cv2.findNonZero(mask).reshape(-1, 2).astype(np.float32)[::3]
    stop = (cv2.TERM_CRITERIA_MAX_ITER + cv2.TERM_CRITERIA_EPS, 20, 0.3)
    cv2.setRNGSeed(1)
    _, _, middles = cv2.kmeans(points, many, np.empty((0, 0), np.int32), stop, 3, cv2.KMEANS_PP_CENTERS)
    return [(float(x + left) * 2 + 0.5, float(y + top) * 2 + 0.5) for x, y in middles]


def _mend(_: Picture, calibration: Calibration, left: list[Spot]) -> list[Place]:
    """Pieces that lie together may be one die of the floor's colour: its pips and its shining rim."""
    edge = calibration.edge_px or 1.0
    half = (calibration.height_px // 2, calibration.width_px // 2)
    mask = np.zeros(half, np.uint8)
    for spot in left:
        cv2.fillPoly(mask, [np.round((spot.outline - 0.5) / 2).astype(np.int32)], 255)
    reach = max(3, round(MENDED * edge / 2)) | 1
    mask = np.asarray(cv2.morphologyEx(mask, cv2.MORPH_CLOSE, np.ones((reach, reach), np.uint8)), np.uint8)
    return [_above(calibration, spot.x, spot.y) for spot in find_spots(mask, calibration)]


def _detect(picture: Picture, calibration: Calibration, left: list[Spot]) -> list[Place]:
    """Where the detector sees upper faces of the right size near what is left."""
    edge = calibration.edge_px or 1.0
    points = np.concatenate([spot.outline for spot in left])
    corners = [(float(x), float(y)) for x, y in (points.min(0) - NEAR * edge, points.max(0) + NEAR * edge)]
    return [
        Place(found.x, found.y)
        for found in find_candidates_at(picture, NET_EDGE_PX / edge, corners)
        if found.readable
        and edge / SIZE_TOLERANCE < found.edge < edge * SIZE_TOLERANCE
        and any(cv2.pointPolygonTest(spot.outline, (found.x, found.y), True) > -NEAR * edge for spot in left)
    ]


def _read_places(
    picture: Picture, calibration: Calibration, places: Sequence[Place], known: list[Flat], *, trusted: bool
) -> list[Flat]:
    """The known dice and those at the places; where a place is a guess, the crop net must see each face too."""
    edge = calibration.edge_px or 1.0
    counts = [
        count
        for place in places
        if counts_at(calibration, place.x, place.y)
        and (count := _count_at(picture, place, calibration)) is not None
        and _is_own(count, calibration)
    ]
    clean = [count for count in counts if trusted and _clean(count)]
    others = [count for count in counts if not (trusted and _clean(count))]
    dice = list(known)
    for count, confidence in (
        *((count, 0.5 + 0.5 * count.quality) for count in sorted(clean, key=lambda c: -c.quality)),
        *_confirmed(picture, others, edge),
    ):
        away = [math.hypot(die.count.x - count.x, die.count.y - count.y) / edge for die in dice]
        if all(distance > NEAREST for distance in away):
            die = Flat.of(picture, count, confidence, calibration)
            dice.append(replace(die, doubt=NO_FACE) if _is_torn(count, counts, edge) else die)
            continue
        dice = [
            replace(die, doubt=CROWDED) if SAME_PLACE < distance <= NEAREST else die
            for die, distance in zip(dice, away, strict=True)
        ]
    return dice


def _is_torn(count: Count, counts: list[Count], edge: float) -> bool:
    """Whether a lone pip lies beside another one: of a die of the floor's colour no more may be seen than its pips."""
    return count.value == 1 and any(
        other.value == 1 and SAME_PLACE * edge < math.hypot(other.x - count.x, other.y - count.y) < NEAREST * edge
        for other in counts
    )


def _count_at(picture: Picture, place: Place, calibration: Calibration) -> Count | None:
    """The face at a place; off its middle some pips could be left out, so it must stand a second look there."""
    edge = calibration.edge_px or 1.0
    levels: tuple[float, ...] = LEVELS
    first = count_as_flat(picture, place.x, place.y, calibration)
    if first is not None and not first.dark and not (_clean(first) and _is_own(first, calibration)):
        deep = count_as_flat(picture, place.x, place.y, calibration, DEEP)
        first, levels = (deep, DEEP) if deep is not None else (first, levels)
    if first is None or math.hypot(first.x - place.x, first.y - place.y) < OFF_CENTRE * edge:
        return first
    again = count_as_flat(picture, first.x, first.y, calibration, levels)
    if again is None or again.value != first.value:
        return None
    return again if math.hypot(again.x - first.x, again.y - first.y) < OFF_CENTRE * edge else None


def _is_own(count: Count, calibration: Calibration) -> bool:
    """Whether the owner's dice have such a face: where they are not Asian, two near pips are a part of one."""
    return calibration.close_pips or count.value not in (2, 3) or count.spacing >= CLOSE


def _confirmed(picture: Picture, counts: list[Count], edge: float) -> list[tuple[Count, float]]:
    """Faint counts (a translucent die's far side shines through) that the crop net sees too, with its confidence."""
    even = [count for count in counts if count.quality >= AGREED_QUALITY and count.even >= AGREED_EVEN]
    places = [Candidate(c.x, c.y, edge, NOWHERE, 1.0, np.zeros(6, np.float32), readable=True) for c in even]
    chances = read_crops(picture, places)
    return [
        (count, float(chance[count.value]))
        for count, chance in zip(even, chances, strict=True)
        if chance[count.value] >= AGREED_CHANCE
    ]


def _clean(count: Count) -> bool:
    """Whether the pips alone are trusted: a clear layout of equally deep pips, and nothing where none belong."""
    if count.quality >= LEAST_QUALITY and count.vacant >= LEAST_VACANT and count.even >= LEAST_EVEN:
        return True
    # light pips of the far side shine through, half as deep, and only where it has some;
    # never the close-lying 2 and 3, or two pips of a 4 would make one
    through = not count.dark and count.vacant >= DEEP_VACANT and count.beside >= LEAST_VACANT
    return through and count.spacing >= CLOSE and count.clarity >= DEEP_CLARITY and count.even >= DEEP_EVEN


def _hand_faces(spot: Spot, calibration: Calibration) -> float:
    left, top, width, height = spot.box
    at_border = (
        left <= 2 or top <= 2 or left + width >= calibration.width_px - 2 or top + height >= calibration.height_px - 2
    )
    return HAND_FACES[1] if at_border else HAND_FACES[0]


def _die(die: Flat, calibration: Calibration) -> Die:
    count = die.count
    body = nearest_sample(count.body, calibration.samples) if calibration.samples else name_colour(count.body)
    box = _box(count.x, count.y, calibration.edge_px or 1.0)
    return Die(count.value, round(die.confidence, 3), body, name_colour(count.ink), box, die.doubt)


def _box(x: float, y: float, size: float) -> Box:
    return round(x - size / 2), round(y - size / 2), max(1, round(size)), max(1, round(size))
