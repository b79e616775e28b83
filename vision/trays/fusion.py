"""Reads a tray as a stranger would, and weighs that with what is known of it: its floor, its area, its dice."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

import cv2
import numpy as np
from numpy.typing import NDArray

from tablekeeper.vision.faces.candidates import Picture
from tablekeeper.vision.faces.decide import Face
from tablekeeper.vision.faces.pips import CLOSE, Count, count_pips
from tablekeeper.vision.reader import find_dice, weigh
from tablekeeper.vision.reading import LEANING, NO_FACE, ODD_SIZE, Box, Doubt, Reading
from tablekeeper.vision.trays.calibration import Calibration, halve
from tablekeeper.vision.trays.changes import find_changes
from tablekeeper.vision.trays.explain import leans
from tablekeeper.vision.trays.flat import Flat, axes_of, find_turn
from tablekeeper.vision.trays.lighting import fit_light
from tablekeeper.vision.trays.recall import recall
from tablekeeper.vision.trays.shadow import more_than_shadow
from tablekeeper.vision.trays.ways import LEANING_CHECK

Mask = NDArray[np.uint8]

COVER: Final = 1.3  # edges of the square that a flat die may change: its upper face, and some of its sides
ROOM: Final = 0.25  # edges: the radius of the largest circle in changes that no face explains, and that are no shadow
NOWHERE: Final = (0.0, 0.0)  # a flat die's face is not slanted
SUPPORT: Final = 0.01  # of a place: where less has changed, it is the floor itself that looks like a die
A_DIE: Final = 0.1  # of a face: less than the pips of any but a 1 of the floor's own colour
WATCHED: Final = 0.95  # of a face: there a left-over would be noticed
LEAST_EDGE: Final = 0.04  # of the picture's height: while no dice were seen, they may be so small
LATTICES: Final = (0.75, 1.33)  # of the size of their pips' lattice, the same
SIZES: Final = (0.7, 1.45)  # of the dice's size, between which a face may be one of them


@dataclass(frozen=True)
class Changed:
    """Where a picture is not the empty floor, at half size."""

    any: Mask
    solid: Mask  # without what may be a shadow
    unknown: Mask  # where the floor was not seen yet
    watched: Mask  # the area in which every change must be explained


def read_with_knowledge(picture: Picture, known: Calibration) -> Reading:
    """Read as a stranger would, without what the floor itself shows, and with a doubt where something is left over."""
    return weigh_with_knowledge(picture, *find_dice(picture), known)


def weigh_with_knowledge(
    picture: Picture, faces: Sequence[Face], found: Sequence[Doubt], known: Calibration
) -> Reading:
    """What a stranger's reader found, weighed with what is known of the tray."""
    changed, doubts = find_changed(picture, known), list(found)
    own = [face for face in faces if _is_one(face, changed, known)]
    doubts += [Doubt(ODD_SIZE, box_of(face)) for face in own if not _has_size(face, known)]
    doubts = [doubt for doubt in doubts if doubt.box is None or _is_supported(doubt.box, changed)]
    own, doubts = recall(picture, own, doubts, known)
    doubts += find_unexplained(picture, own, changed, known)
    if not doubts and LEANING_CHECK in known.trusted:
        doubts = find_leaning(picture, own, known)
    return weigh(picture, own, doubts)


def find_changed(picture: Picture, known: Calibration) -> Changed:
    """What is not the empty floor once the light is taken out."""
    small = halve(picture)
    area, seen = area_mask(known), known.floor.known
    watched = np.asarray(cv2.bitwise_and(area, seen), np.uint8)
    level = fit_light(small, known.floor.middle, watched).take_out(small)
    away = known.floor.differs(level)
    solid = np.zeros_like(away)
    here = np.flatnonzero(away.ravel() > 0)
    if len(here):
        light, ground = (part.reshape(-1, 3).take(here, 0)[:, None] for part in (level, known.floor.middle))
        coloured, black, _, _ = more_than_shadow(
            light, ground, known.noise, darkest=known.darkest_shadow, tint=known.shadow_tint
        )
        solid.ravel()[here] = (coloured | black)[:, 0]
    return Changed(np.asarray(away, np.uint8), solid, np.asarray(cv2.bitwise_not(seen), np.uint8), watched)


def find_unexplained(picture: Picture, faces: Sequence[Face], changed: Changed, known: Calibration) -> list[Doubt]:
    """Changes that no face explains and that have room for a die: its sides, glints and shadows are thin."""
    edge = known.edge_px or float(np.median([face.candidate.edge for face in faces] or [LEAST_EDGE * known.height_px]))
    cover = cv2.bitwise_or(_cover(picture, faces, changed.any.shape, known), cv2.bitwise_not(changed.watched))
    doubts = []
    for mask, room in ((changed.solid, ROOM), (changed.any, known.shade_room)):
        x, y, radius = _largest_circle(cv2.subtract(mask, cover))
        if radius > room * edge / 2:
            doubts.append(Doubt(NO_FACE, _box_around(2 * x, 2 * y, 4 * radius)))
    return doubts[:1]


def measure_shade(picture: Picture, faces: Sequence[Face], known: Calibration) -> float:
    """The radius of the largest circle, in edges, that fits into what these faces leave unexplained: their shadows."""
    changed = find_changed(picture, known)
    cover = cv2.bitwise_or(_cover(picture, faces, changed.any.shape, known), cv2.bitwise_not(changed.watched))
    return 2 * _largest_circle(cv2.subtract(changed.any, cover))[2] / (known.edge_px or 1.0)


def find_leaning(picture: Picture, faces: Sequence[Face], known: Calibration) -> list[Doubt]:
    """Dice that could lean on something and do not look as flat ones do."""
    changes = find_changes(picture, known)
    dice = [_as_flat(picture, face, face.count, known) for face in faces if face.count]
    return [
        Doubt(LEANING, _box_around(die.count.x, die.count.y, known.edge_px or 1.0))
        for die in dice
        if leans(picture, changes, die, dice, known)
    ]


def _as_flat(picture: Picture, face: Face, count: Count, known: Calibration) -> Flat:
    """A face as a flat die of the known size, counted at that size if its pips say the same there."""
    again = count_pips(picture, count.x, count.y, known.edge_px or face.candidate.edge, NOWHERE)
    return Flat.of(picture, again if again and again.value == count.value else count, face.belief, known)


def _box_around(x: float, y: float, side: float) -> Box:
    return round(x - side / 2), round(y - side / 2), max(1, round(side)), max(1, round(side))


def _largest_circle(mask: NDArray[Any]) -> tuple[float, float, float]:
    """Middle and radius of the largest circle that fits into a mask."""
    away = cv2.distanceTransform(cv2.copyMakeBorder(mask, 1, 1, 1, 1, cv2.BORDER_CONSTANT), cv2.DIST_L2, 5)
    _, radius, _, (x, y) = cv2.minMaxLoc(away)
    return x - 1.0, y - 1.0, float(radius)


def _cover(picture: Picture, faces: Sequence[Face], shape: tuple[int, ...], known: Calibration) -> Mask:
    """What the dice of these faces may change, at half size."""
    mask = np.zeros(shape, np.uint8)
    for face in faces:
        edge = known.edge_px or face.candidate.edge
        x, y = (face.count.x, face.count.y) if face.count else (face.candidate.x, face.candidate.y)
        turn = face.count.turn if face.count and face.count.value > 1 else find_turn(picture, x, y, edge)
        corners = np.array([(-1, -1), (1, -1), (1, 1), (-1, 1)], np.float32) @ axes_of(turn).T * (COVER * edge / 2)
        cv2.fillConvexPoly(mask, np.round((corners + np.array([x, y], np.float32)) / 2).astype(np.int32), 255)
    return mask


def _is_one(face: Face, changed: Changed, known: Calibration) -> bool:
    """Whether something lies where a face was seen, and may be one of the dice by its size.

    What is refused for its size leaves a change behind: that may only be where such changes are noticed.
    """
    if not _has_size(face, known) and _share(changed.watched, box_of(face)) >= WATCHED:
        return False
    return _is_supported(box_of(face), changed)


def _has_size(face: Face, known: Calibration) -> bool:
    """Whether a face's size fits one of the dice: visible pips give it far better than its rim."""
    count = face.count
    if known.faces is not None and count is not None and count.value > 1 and count.spacing >= CLOSE:
        return bool(LATTICES[0] <= 4 * count.spacing * face.candidate.edge / known.faces.unit_px <= LATTICES[1])
    return not known.edge_px or SIZES[0] <= face.candidate.edge / known.edge_px <= SIZES[1]


def box_of(face: Face) -> Box:
    """The square around a face as it was found."""
    return _box_around(face.candidate.x, face.candidate.y, face.candidate.edge)


def is_there(box: Box, changed: Changed) -> bool:
    """Whether so much has changed in a face's place that a die lies there."""
    return _share(changed.any, box) >= A_DIE


def _is_supported(box: Box, changed: Changed) -> bool:
    """Whether something may lie there: something changed, or nobody knows."""
    return max(_share(changed.any, box), _share(changed.unknown, box)) >= SUPPORT


def _share(mask: Mask, box: Box) -> float:
    """How much of a box (of the whole picture) a half-size mask covers."""
    x, y, width, height = (side // 2 for side in box)
    part = mask[max(y, 0) : y + max(height, 1) + 1, max(x, 0) : x + max(width, 1) + 1]
    return cv2.countNonZero(part) / max(part.size, 1)


def area_mask(known: Calibration) -> Mask:
    """Where changes count: around all places where dice came to rest; everywhere while none is known."""
    shape = known.background.shape[:2]
    if not known.resting:
        return np.full(shape, 255, np.uint8)
    mask = np.zeros(shape, np.uint8)
    cv2.fillConvexPoly(mask, np.round(np.array(known.resting) / 2).astype(np.int32), 255)
    return mask
