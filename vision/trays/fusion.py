"""Reads a tray as a stranger would, and weighs that with what is known of it: its floor, its area, its dice."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from tablekeeper.vision.faces.candidates import Candidate, Picture, Point
from tablekeeper.vision.faces.decide import Face
from tablekeeper.vision.faces.pips import CLOSE, Count
from tablekeeper.vision.reader import find_dice, weigh
from tablekeeper.vision.reading import HAND, LEANING, NO_FACE, ODD_SIZE, Box, Doubt, Reading
from tablekeeper.vision.trays.area import counts_at
from tablekeeper.vision.trays.calibration import Calibration
from tablekeeper.vision.trays.changes import Changes
from tablekeeper.vision.trays.known_size import answer, find_overlooked, find_unread
from tablekeeper.vision.trays.leaning.explain import is_plainly_flat, leans, leans_plainly
from tablekeeper.vision.trays.leaning.flat import Flat, count_as_flat
from tablekeeper.vision.trays.learning.recall import recall
from tablekeeper.vision.trays.unexplained import (
    box_around,
    box_of,
    find_beyond,
    find_unexplained,
    share_of,
    show_plainly,
)
from tablekeeper.vision.trays.ways import FLOOR_SHOWS, LEANING_CHECK, MISSES_NONE

Mask = NDArray[np.uint8]

SUPPORT: Final = 0.01  # of a place: where less has changed, it is the floor itself that looks like a die
A_DIE: Final = 0.1  # of a face: less than the pips of any but a 1 of the floor's own colour
WATCHED: Final = 0.95  # of a face: there a left-over would be noticed
LATTICES: Final = (0.75, 1.33)  # of the size of their pips' lattice, the same
ROUNDED_PX: Final = 4  # that boxes are wider in a mask of half the picture's size
OF_A_FACE: Final = frozenset({NO_FACE, ODD_SIZE})
LARGEST: Final = 2.0  # of the dice's size: what looks like a larger die is none; what changed there is left over
MOST_LEFT_OVER: Final = 6  # changes that no face explains, looked at one after the other
SIZES: Final = (0.7, 1.45)  # of the dice's size, between which a face may be one of them


@dataclass
class TrayEvidence:
    """What is known of a tray tells the stranger's reader where to look, and when it has seen all there is."""

    picture: Picture
    changed: Changes
    known: Calibration
    answered: bool = False  # whether a look at the known size has answered a doubt

    def may_lie(self, place: Candidate) -> bool:
        """Whether it lies in the area, and anything changed there, or nobody knows."""
        box = box_around(place.x, place.y, place.edge)
        return counts_at(self.known, place.x, place.y) and _is_supported(box, self.changed, self.known)

    def where(self) -> tuple[Point, ...] | None:
        """The corners of all that changed and of what nobody knows, with room for dice that reach into it."""
        if not self.known.edge_px or FLOOR_SHOWS not in self.known.trusted:
            return None
        left, top, width, height = cv2.boundingRect(cv2.bitwise_or(self.changed.any, self.changed.unknown))
        room = LARGEST * self.known.edge_px / 2 + ROUNDED_PX
        upper, lower = (2 * left - room, 2 * top - room), (2 * (left + width) + room, 2 * (top + height) + room)
        return (upper, lower) if width else ()

    def explained_by(self, faces: Sequence[Face]) -> bool:
        """Whether faces of the dice's size explain every change of a floor that is known, beyond its area as well."""
        if FLOOR_SHOWS not in self.known.trusted:
            return False
        if not self.known.edge_px or not all(is_own(face, self.changed, self.known) for face in faces):
            return False
        if not show_plainly([box_of(face) for face in faces], self.changed):
            return False
        everywhere = replace(self.changed, watched=self.known.floor.known)
        return self.known.is_whole and not find_unexplained(self.picture, faces, everywhere, self.known)

    def weigh(self, faces: Sequence[Face], doubts: Sequence[Doubt]) -> tuple[list[Face], list[Doubt]]:
        """The faces that may be the tray's dice, also those that people's corrections or closer looks find there."""
        known, picture = self.known, self.picture
        own = [face for face in faces if is_own(face, self.changed, known)]
        found = [one for one in doubts if one.box is None or _may_be_a_die(one, one.box, self.changed, known)]
        found += [Doubt(ODD_SIZE, box_of(face)) for face in own if not has_size(face, known)]
        own, found = recall(picture, own, found, known)
        return self.answer(own, found)

    def answer(self, faces: Sequence[Face], doubts: Sequence[Doubt]) -> tuple[list[Face], list[Doubt]]:
        """What looks at the known size make of these."""
        found, left = answer(self.picture, faces, doubts, self.changed, self.known, self.is_one)
        self.answered |= len(left) < len(doubts)
        return found, left

    def is_one(self, face: Face) -> bool:
        """Whether a face may be one of the tray's dice."""
        return has_size(face, self.known) and is_own(face, self.changed, self.known)


def read_with_knowledge(picture: Picture, changed: Changes, known: Calibration) -> Reading:
    """Read as a stranger would, without what the floor itself shows, and with a doubt where something is left over."""
    evidence = TrayEvidence(picture, changed, known)
    return _conclude(evidence, *find_dice(picture, evidence=evidence))


def weigh_with_knowledge(
    picture: Picture, faces: Sequence[Face], found: Sequence[Doubt], changed: Changes, known: Calibration
) -> Reading:
    """What a stranger's reader found, weighed with what is known of the tray."""
    evidence = TrayEvidence(picture, changed, known)
    return _conclude(evidence, *evidence.weigh(faces, found))


def _conclude(evidence: TrayEvidence, faces: Sequence[Face], doubts: Sequence[Doubt]) -> Reading:
    """A reading, doubtful where changes are left over that are no dice, or where a die leans."""
    picture, changed, known = evidence.picture, evidence.changed, evidence.known
    for _ in range(MOST_LEFT_OVER):
        many, unexplained = len(faces), find_unexplained(picture, faces, changed, known)
        unexplained = unexplained or find_beyond(picture, faces, changed, known)
        if not (unexplained or doubts):
            unexplained = find_overlooked(picture, faces, changed, known)
        faces, left = evidence.answer(faces, unexplained)
        if len(faces) == many:
            break
    doubts = [*doubts, *left]
    if not doubts and evidence.answered:
        doubts = find_unread(picture, faces, changed, known)
    if not doubts and known.edge_px:
        doubts = find_leaning(picture, faces, changed, known)
    return weigh(picture, faces, doubts)


def find_leaning(picture: Picture, faces: Sequence[Face], changed: Changes, known: Calibration) -> list[Doubt]:
    """Dice that do not look as flat ones do; where that check is not trusted, only those that are plainly raised."""
    is_leaning = leans if LEANING_CHECK in known.trusted else leans_plainly
    dice = [_as_flat(picture, face, face.count, known) for face in faces if face.count]
    return [
        Doubt(LEANING, box_around(die.count.x, die.count.y, known.edge_px or 1.0))
        for die in dice
        if is_leaning(picture, changed, die, dice, known) and not is_plainly_flat(picture, die, dice, changed, known)
    ]


def _as_flat(picture: Picture, face: Face, count: Count, known: Calibration) -> Flat:
    """A face as a flat die of the known size, counted at that size if its pips say the same there."""
    again = count_as_flat(picture, count.x, count.y, known)
    return Flat.of(picture, again if again and again.value == count.value else count, face.belief, known)


def is_own(face: Face, changed: Changes, known: Calibration) -> bool:
    """Whether something lies where a face was seen, and may be one of the dice by its size.

    What is refused for its size leaves a change behind: that may only be where such changes are noticed.
    """
    if not counts_at(known, face.candidate.x, face.candidate.y):
        return False
    if known.edge_px and face.candidate.edge > LARGEST * known.edge_px and MISSES_NONE in known.trusted:
        return False
    is_noticed = FLOOR_SHOWS in known.trusted and share_of(changed.watched, box_of(face)) >= WATCHED
    if is_noticed and not has_size(face, known):
        return False
    return _is_supported(box_of(face), changed, known)


def has_size(face: Face, known: Calibration) -> bool:
    """Whether a face may be one of the dice by its size: its pips tell it far better than its rim, where they can."""
    count, unit_px = face.count, known.lattice_px
    if unit_px and count is not None and count.value > 1 and (count.spacing >= CLOSE or not known.may_be_close):
        return bool(LATTICES[0] <= 4 * count.spacing * face.candidate.edge / unit_px <= LATTICES[1])
    return not known.edge_px or SIZES[0] <= face.candidate.edge / known.edge_px <= SIZES[1]


def _may_be_a_die(doubt: Doubt, box: Box, changed: Changes, known: Calibration) -> bool:
    """Whether something may lie where a doubt is, and it is not far larger than the dice: a tray's rim, a cup.

    What lies beyond an area that somebody drew is no doubt, but for a hand, which may reach into it.
    """
    if doubt.reason != HAND and not counts_at(known, box[0] + box[2] / 2, box[1] + box[3] / 2):
        return False
    if known.edge_px and doubt.reason in OF_A_FACE and max(box[2:]) > LARGEST * known.edge_px:
        return False
    return _is_supported(_die_at(box, known), changed, known)


def _die_at(box: Box, known: Calibration) -> Box:
    """The box of a die that a smaller box, a pip's, may belong to."""
    x, y, width, height = box
    return box_around(x + width / 2, y + height / 2, max(width, height, known.edge_px or 0.0))


def is_there(box: Box, changed: Changes) -> bool:
    """Whether so much has changed in a face's place that a die lies there."""
    return share_of(changed.any, box) >= A_DIE


def _is_supported(box: Box, changed: Changes, known: Calibration) -> bool:
    """Whether something may lie there: something changed, or nobody knows, or this floor does not show dice anyway."""
    if FLOOR_SHOWS not in known.trusted:
        return True
    return max(share_of(changed.any, box), share_of(changed.unknown, box)) >= SUPPORT
