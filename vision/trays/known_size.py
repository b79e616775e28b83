"""Answers doubts in a known tray by looks at the size that its dice have there.

A doubtful place is answered by a flat die that is read there, a doubt about a face by looks that see it just so.
"""

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Final

from tablekeeper.vision.faces.candidates import Picture, exposure_of
from tablekeeper.vision.faces.contradict import find_burnt, find_contradictions
from tablekeeper.vision.faces.decide import Face, doubt_at
from tablekeeper.vision.faces.second_look import look_closer
from tablekeeper.vision.reading import GLARE, LEFT_OVER_PIPS, NO_FACE, ODD_SIZE, TOO_SMALL, Doubt
from tablekeeper.vision.trays.calibration import Calibration
from tablekeeper.vision.trays.changes import Changes
from tablekeeper.vision.trays.leaning.lean import look_at
from tablekeeper.vision.trays.leaning.portrait import find_places
from tablekeeper.vision.trays.learning.recall import face_at
from tablekeeper.vision.trays.sized_looks import look_alike, middle_of, place_at, read_by_nets, read_by_pips
from tablekeeper.vision.trays.ways import MISSES_NONE

OF_A_PLACE: Final = frozenset({NO_FACE, ODD_SIZE, LEFT_OVER_PIPS, TOO_SMALL})  # answered by a face that is found there
OF_A_FACE: Final = frozenset({NO_FACE, GLARE})  # answered by looks that see the face just so, if nothing else is wrong
MOST_PLACES: Final = 8
NEAREST: Final = 0.85  # edges between the middles of two dice
FLAT: Final = 0.0  # logit of the leaning net below which a face may be added...
PLAINLY_FLAT: Final = -2.0  # ...and where its pips could not be counted
NONE_BESIDE: Final = -2.0  # logit that another die lies beside one; of 400 right throws with answers none has over -3


@dataclass
class Desk:
    """What is known about one picture of a tray while its doubts are answered."""

    picture: Picture
    changed: Changes
    known: Calibration
    fits: Callable[[Face], bool]  # whether a face may be one of the tray's dice
    faces: list[Face]
    looked: int = 0
    confirmed: dict[int, bool] = field(default_factory=dict)  # by the face's identity

    def answers(self, doubt: Doubt) -> bool:
        """Whether looks at the known size answer this doubt; a face that they find there is added."""
        if doubt.box is None:
            return False
        x, y = doubt.box[0] + doubt.box[2] / 2, doubt.box[1] + doubt.box[3] / 2
        face = face_at(self.faces, x, y)
        if face is not None:
            return doubt.reason in OF_A_FACE and self._confirms(face)
        return doubt.reason in OF_A_PLACE and self._finds(x, y)

    def _confirms(self, face: Face) -> bool:
        if id(face) not in self.confirmed:
            self.confirmed[id(face)] = self._is_seen_again(face)
        return self.confirmed[id(face)]

    def _is_seen_again(self, face: Face) -> bool:
        """Whether looks at the known size see an accepted face just so, and nothing about it speaks against it."""
        count = face.count
        if count is None or not self._may_look():
            return False
        against = find_contradictions(self.picture, self.faces)
        against += find_burnt(self.picture, self.faces, exposure_of(self.picture))
        boxes = [doubt.box for doubt in against if doubt.box is not None]
        if any(face_at([face], x + w / 2, y + h / 2) for x, y, w, h in boxes):
            return False
        again = read_by_pips(look_alike(self.picture, count.x, count.y, self.known))
        return again is not None and again.count is not None and again.count.value == count.value

    def _finds(self, x: float, y: float) -> bool:
        """Whether a flat die is read at a place where none was accepted."""
        if not self._may_look():
            return False
        first = look_closer(self.picture, place_at(x, y, self.known))
        if first is None:
            return False
        looks, most = look_alike(self.picture, *middle_of(first), self.known), FLAT
        face = read_by_pips(looks)
        if face is None:
            face, most = read_by_nets(self.picture, looks, self.known), PLAINLY_FLAT
        if face is None or not self.fits(face) or not self._has_room(face) or not self._is_flat(face, most):
            return False
        if find_contradictions(self.picture, [face]):
            return False
        self.confirmed[id(face)] = True
        self.faces.append(face)
        return True

    def _may_look(self) -> bool:
        self.looked += 1
        return self.looked <= MOST_PLACES

    def _has_room(self, face: Face) -> bool:
        """Whether no other die lies too near."""
        place = face.candidate
        nearest = NEAREST * self.known.stance.edge_at(place.x, place.y)
        return all(math.dist(middle_of(other), (place.x, place.y)) >= nearest for other in self.faces)

    def _is_flat(self, face: Face, most: float) -> bool:
        """Whether the leaning net sees a flat die."""
        places = find_places(self.picture, [middle_of(one) for one in (face, *self.faces)], self.known)
        return look_at(self.picture, places, self.changed, self.known)[0].leaning < most


def answer(
    picture: Picture,
    faces: Sequence[Face],
    doubts: Sequence[Doubt],
    changed: Changes,
    known: Calibration,
    fits: Callable[[Face], bool],
) -> tuple[list[Face], list[Doubt]]:
    """The faces with those that were found at doubtful places, and the doubts that are left.

    Only where an unread die would be noticed by what it changes: a doubt is often all that shows another die.
    """
    if known.oddest is None or not known.edge_px or MISSES_NONE not in known.trusted:
        return list(faces), list(doubts)
    desk = Desk(picture, changed, known, fits, list(faces))
    left = [doubt for doubt in doubts if not desk.answers(doubt)]
    return desk.faces, left


def find_unread(picture: Picture, faces: Sequence[Face], changed: Changes, known: Calibration) -> list[Doubt]:
    """Faces beside which another die may lie that nobody read: asked strictly, where doubts were answered."""
    places = find_places(picture, [middle_of(face) for face in faces], known)
    seen = look_at(picture, places, changed, known)
    return [
        doubt_at(NO_FACE, face.candidate) for face, said in zip(faces, seen, strict=True) if said.unread > NONE_BESIDE
    ]
