"""Reads a tray as a stranger would, and weighs that with what is known of it: its floor, its area, its dice."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

import cv2
import numpy as np
from numpy.typing import NDArray

from tablekeeper.vision.faces.candidates import Candidate, Picture
from tablekeeper.vision.faces.decide import Face
from tablekeeper.vision.faces.pips import CLOSE, Count
from tablekeeper.vision.reader import find_dice, weigh
from tablekeeper.vision.reading import LEANING, NO_FACE, ODD_SIZE, Box, Die, Doubt, Reading
from tablekeeper.vision.trays.area import counts_at
from tablekeeper.vision.trays.calibration import Calibration
from tablekeeper.vision.trays.changes import Changes, find_changes
from tablekeeper.vision.trays.explain import leans, leans_plainly
from tablekeeper.vision.trays.flat import Flat, axes_of, count_as_flat, find_turn
from tablekeeper.vision.trays.recall import recall
from tablekeeper.vision.trays.ways import LEANING_CHECK

Mask = NDArray[np.uint8]

COVER: Final = 1.3  # edges of the square that a flat die may change: its upper face, and some of its sides
ROOM: Final = 0.25  # edges: the radius of the largest circle in changes that no face explains, and that are no shadow
MOST_SPECKS: Final = 0.5  # of a face's square: the same for changes too thin for such a circle...
MOST_SHADE: Final = 0.5  # of a face's square, shadows too: more is read once more as a stranger would
MOST_ON_EMPTY: Final = 0.4  # ...and, shadows too, where no face was seen at all
SUPPORT: Final = 0.01  # of a place: where less has changed, it is the floor itself that looks like a die
A_DIE: Final = 0.1  # of a face: less than the pips of any but a 1 of the floor's own colour
WATCHED: Final = 0.95  # of a face: there a left-over would be noticed
LEAST_EDGE: Final = 0.04  # of the picture's height: while no dice were seen, they may be so small
LATTICES: Final = (0.75, 1.33)  # of the size of their pips' lattice, the same
SIZES: Final = (0.7, 1.45)  # of the dice's size, between which a face may be one of them


@dataclass(frozen=True)
class TrayEvidence:
    """What is known of a tray tells the stranger's reader where to look, and when it has seen all there is."""

    picture: Picture
    changed: Changes
    known: Calibration

    def may_lie(self, place: Candidate) -> bool:
        """Whether anything changed there, or nobody knows."""
        return _is_supported(_box_around(place.x, place.y, place.edge), self.changed)

    def explained_by(self, faces: Sequence[Face]) -> bool:
        """Whether faces of the dice's size explain every change of a floor that is known, beyond its area as well."""
        if not self.known.edge_px or not all(is_own(face, self.changed, self.known) for face in faces):
            return False
        everywhere = replace(self.changed, watched=self.known.floor.known)
        return self.known.is_whole and not find_unexplained(self.picture, faces, everywhere, self.known)


def read_with_knowledge(picture: Picture, changed: Changes, known: Calibration) -> Reading:
    """Read as a stranger would, without what the floor itself shows, and with a doubt where something is left over."""
    faces, doubts = find_dice(picture, evidence=TrayEvidence(picture, changed, known))
    return weigh_with_knowledge(picture, faces, doubts, changed, known)


def weigh_with_knowledge(
    picture: Picture, faces: Sequence[Face], found: Sequence[Doubt], changed: Changes, known: Calibration
) -> Reading:
    """What a stranger's reader found, weighed with what is known of the tray."""
    doubts = list(found)
    own = [face for face in faces if is_own(face, changed, known)]
    doubts += [Doubt(ODD_SIZE, box_of(face)) for face in own if not has_size(face, known)]
    doubts = [doubt for doubt in doubts if doubt.box is None or _is_supported(_die_at(doubt.box, known), changed)]
    own, doubts = recall(picture, own, doubts, known)
    doubts += find_unexplained(picture, own, changed, known)
    if not doubts and known.edge_px:
        doubts = find_leaning(picture, own, changed, known)
    return weigh(picture, own, doubts)


def find_unexplained(picture: Picture, faces: Sequence[Face], changed: Changes, known: Calibration) -> list[Doubt]:
    """Changes that no face explains and that have room for a die: its sides, glints and shadows are thin and few."""
    edge = known.edge_px or float(np.median([face.candidate.edge for face in faces] or [LEAST_EDGE * known.height_px]))
    cover = cv2.bitwise_or(_cover(picture, faces, changed.any.shape, known), cv2.bitwise_not(changed.watched))
    return _left_over(changed, cover, edge, known, any_face=len(faces) > 0)


def leaves_nothing(picture: Picture, dice: Sequence[Die], changed: Changes, known: Calibration) -> bool:
    """Whether dice of the known size explain every change, by the same rule."""
    edge = known.edge_px or 1.0
    cover = np.asarray(cv2.bitwise_not(changed.watched), np.uint8)
    for die in dice:
        x, y = die.box[0] + die.box[2] / 2, die.box[1] + die.box[3] / 2
        _cover_die(cover, x, y, find_turn(picture, x, y, edge), edge)
    if _densest(cv2.subtract(changed.any, cover), edge / 2)[2] > MOST_SHADE:
        return False
    return not _left_over(changed, cover, edge, known, any_face=len(dice) > 0)


def _left_over(
    changed: Changes, cover: NDArray[Any], edge: float, known: Calibration, *, any_face: bool
) -> list[Doubt]:
    """The first place in the changes that is not covered and has room for a die."""
    for mask, room in ((changed.solid, ROOM), (changed.any, known.shade_room)):
        x, y, radius = _largest_circle(cv2.subtract(mask, cover))
        if radius > room * edge / 2:
            return [Doubt(NO_FACE, _box_around(2 * x, 2 * y, 4 * radius))]
    mask, most = (changed.solid, MOST_SPECKS) if any_face else (changed.any, MOST_ON_EMPTY)
    x, y, share = _densest(cv2.subtract(mask, cover), edge / 2)
    return [Doubt(NO_FACE, _box_around(2 * x, 2 * y, edge))] if share > most else []


def measure_shade(picture: Picture, faces: Sequence[Face], known: Calibration) -> float:
    """The radius of the largest circle, in edges, that fits into what these faces leave unexplained: their shadows."""
    changed = find_changes(picture, known)
    cover = cv2.bitwise_or(_cover(picture, faces, changed.any.shape, known), cv2.bitwise_not(changed.watched))
    return 2 * _largest_circle(cv2.subtract(changed.any, cover))[2] / (known.edge_px or 1.0)


def find_leaning(picture: Picture, faces: Sequence[Face], changed: Changes, known: Calibration) -> list[Doubt]:
    """Dice that do not look as flat ones do; where that check is not trusted, only those that are plainly raised."""
    is_leaning = leans if LEANING_CHECK in known.trusted else leans_plainly
    dice = [_as_flat(picture, face, face.count, known) for face in faces if face.count]
    return [
        Doubt(LEANING, _box_around(die.count.x, die.count.y, known.edge_px or 1.0))
        for die in dice
        if is_leaning(picture, changed, die, dice, known)
    ]


def _as_flat(picture: Picture, face: Face, count: Count, known: Calibration) -> Flat:
    """A face as a flat die of the known size, counted at that size if its pips say the same there."""
    again = count_as_flat(picture, count.x, count.y, known)
    return Flat.of(picture, again if again and again.value == count.value else count, face.belief, known)


def _box_around(x: float, y: float, side: float) -> Box:
    return round(x - side / 2), round(y - side / 2), max(1, round(side)), max(1, round(side))


def _largest_circle(mask: NDArray[Any]) -> tuple[float, float, float]:
    """Middle and radius of the largest circle that fits into a mask."""
    away = cv2.distanceTransform(cv2.copyMakeBorder(mask, 1, 1, 1, 1, cv2.BORDER_CONSTANT), cv2.DIST_L2, 5)
    _, radius, _, (x, y) = cv2.minMaxLoc(away)
    return x - 1.0, y - 1.0, float(radius)


def _densest(mask: NDArray[Any], side: float) -> tuple[float, float, float]:
    """The middle of the square that a mask covers most of, and how much: a die like its floor shows many specks."""
    size = max(3, round(side))
    share = cv2.blur((mask > 0).astype(np.float32), (size, size), borderType=cv2.BORDER_CONSTANT)
    _, most, _, (x, y) = cv2.minMaxLoc(share)
    return float(x), float(y), float(most)


def _cover(picture: Picture, faces: Sequence[Face], shape: tuple[int, ...], known: Calibration) -> Mask:
    """What the dice of these faces may change, at half size."""
    mask = np.zeros(shape, np.uint8)
    for face in faces:
        edge = known.edge_px or face.candidate.edge
        x, y = (face.count.x, face.count.y) if face.count else (face.candidate.x, face.candidate.y)
        turn = face.count.turn if face.count and face.count.value > 1 else find_turn(picture, x, y, edge)
        _cover_die(mask, x, y, turn, edge)
    return mask


def _cover_die(mask: NDArray[Any], x: float, y: float, turn: float, edge: float) -> None:
    """Fill the square that one die may change, at half size."""
    corners = np.array([(-1, -1), (1, -1), (1, 1), (-1, 1)], np.float32) @ axes_of(turn).T * (COVER * edge / 2)
    cv2.fillConvexPoly(mask, np.round((corners + np.array([x, y], np.float32)) / 2).astype(np.int32), 255)


def is_own(face: Face, changed: Changes, known: Calibration) -> bool:
    """Whether something lies where a face was seen, and may be one of the dice by its size.

    What is refused for its size leaves a change behind: that may only be where such changes are noticed.
    """
    if not counts_at(known, face.candidate.x, face.candidate.y):
        return False
    if not has_size(face, known) and _share(changed.watched, box_of(face)) >= WATCHED:
        return False
    return _is_supported(box_of(face), changed)


def has_size(face: Face, known: Calibration) -> bool:
    """Whether a face may be one of the dice by its size: its pips tell it far better than its rim, where they can."""
    count, unit_px = face.count, known.lattice_px
    if unit_px and count is not None and count.value > 1 and (count.spacing >= CLOSE or not known.may_be_close):
        return bool(LATTICES[0] <= 4 * count.spacing * face.candidate.edge / unit_px <= LATTICES[1])
    return not known.edge_px or SIZES[0] <= face.candidate.edge / known.edge_px <= SIZES[1]


def box_of(face: Face) -> Box:
    """The square around a face as it was found."""
    return _box_around(face.candidate.x, face.candidate.y, face.candidate.edge)


def _die_at(box: Box, known: Calibration) -> Box:
    """The box of a die that a smaller box, a pip's, may belong to."""
    x, y, width, height = box
    return _box_around(x + width / 2, y + height / 2, max(width, height, known.edge_px or 0.0))


def is_there(box: Box, changed: Changes) -> bool:
    """Whether so much has changed in a face's place that a die lies there."""
    return _share(changed.any, box) >= A_DIE


def _is_supported(box: Box, changed: Changes) -> bool:
    """Whether something may lie there: something changed, or nobody knows."""
    return max(_share(changed.any, box), _share(changed.unknown, box)) >= SUPPORT


def _share(mask: Mask, box: Box) -> float:
    """How much of a box (of the whole picture) a half-size mask covers."""
    x, y, width, height = (side // 2 for side in box)
    part = mask[max(y, 0) : y + max(height, 1) + 1, max(x, 0) : x + max(width, 1) + 1]
    return cv2.countNonZero(part) / max(part.size, 1)
