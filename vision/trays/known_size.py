"""Answers doubts in a known tray by looks at the size that its dice have there.

A stranger's reader has to find out how large dice are, and anything may look like one. Where the size is known, four
looks at that size whose nets see one value say more; the pips must say the same, or a second crop net.
"""

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from typing import Final

import numpy as np

from tablekeeper.vision.faces.candidates import Candidate, Picture, exposure_of
from tablekeeper.vision.faces.contradict import find_burnt, find_contradictions
from tablekeeper.vision.faces.decide import Face, doubt_at
from tablekeeper.vision.faces.look_alikes import is_seen_as
from tablekeeper.vision.faces.second_look import MORE_VIEWS, STRAIGHT, look_closer
from tablekeeper.vision.reading import GLARE, LEFT_OVER_PIPS, NO_FACE, ODD_SIZE, TOO_SMALL, Doubt
from tablekeeper.vision.trays.calibration import Calibration, Logits
from tablekeeper.vision.trays.changes import Changes
from tablekeeper.vision.trays.leaning.lean import look_at
from tablekeeper.vision.trays.leaning.portrait import find_places
from tablekeeper.vision.trays.learning.recall import count_of_nets

OF_A_PLACE: Final = frozenset({NO_FACE, ODD_SIZE, LEFT_OVER_PIPS, TOO_SMALL})  # answered by a face that is found there
OF_A_FACE: Final = frozenset({NO_FACE, GLARE})  # answered by looks that see the face just so, if nothing else is wrong
MOST_PLACES: Final = 8
LEAST_COUNTED: Final = 3  # of four looks that count the value which all nets see; none may count another
SEEN_OTHERWISE: Final = 0.4  # quality from which pips that were counted otherwise speak against what the nets see
ON_FACE: Final = 0.6  # edges from a face's middle within which a doubt is about it
NEAREST: Final = 0.85  # edges between the middles of two dice
FLAT: Final = 0.0  # logit of the leaning net below which a face may be added...
PLAINLY_FLAT: Final = -2.0  # ...and where its pips could not be counted
NONE_BESIDE: Final = -2.0  # logit that another die lies beside one; of 400 right throws with answers none has over -3
OVER_PIPS: Final = 1.3  # of the lattice's unit: the edge of a face whose rim is not known


@dataclass
class Desk:
    """What is known about one picture of a tray while its doubts are answered."""

    picture: Picture
    changed: Changes
    known: Calibration
    fits: Callable[[Face], bool]  # whether a face may be one of the tray's dice
    faces: list[Face]
    looked: int = 0
    confirmed: dict[int, bool] = field(default_factory=dict)  # by the face's number

    def answers(self, doubt: Doubt) -> bool:
        """Whether looks at the known size answer this doubt; a face that they find there is added."""
        if doubt.box is None:
            return False
        x, y = doubt.box[0] + doubt.box[2] / 2, doubt.box[1] + doubt.box[3] / 2
        number = next((k for k, face in enumerate(self.faces) if _away(face, x, y) < ON_FACE), None)
        if number is not None:
            return doubt.reason in OF_A_FACE and self._confirms(number)
        return doubt.reason in OF_A_PLACE and self._finds(x, y)

    def _confirms(self, number: int) -> bool:
        if number not in self.confirmed:
            self.confirmed[number] = self._is_seen_again(self.faces[number])
        return self.confirmed[number]

    def _is_seen_again(self, face: Face) -> bool:
        """Whether looks at the known size see an accepted face just so, and nothing about it speaks against it."""
        count = face.count
        if count is None or not self._may_look():
            return False
        against = find_contradictions(self.picture, self.faces)
        against += find_burnt(self.picture, self.faces, exposure_of(self.picture))
        boxes = [doubt.box for doubt in against if doubt.box is not None]
        if any(_away(face, x + w / 2, y + h / 2) < ON_FACE for x, y, w, h in boxes):
            return False
        again = read_at(self.picture, count.x, count.y, self.known)
        return again is not None and again.count is not None and again.count.value == count.value

    def _finds(self, x: float, y: float) -> bool:
        """Whether a flat die is read at a place where none was accepted."""
        if not self._may_look():
            return False
        first = look_closer(self.picture, _place(x, y, self.known))
        if first is None:
            return False
        face = read_at(self.picture, *_middle(first), self.known, by_nets=True)
        if face is None or not self._has_room(face) or not self.fits(face):
            return False
        if find_contradictions(self.picture, [face]):
            return False
        self.confirmed[len(self.faces)] = True
        self.faces.append(face)
        return True

    def _may_look(self) -> bool:
        self.looked += 1
        return self.looked <= MOST_PLACES

    def _has_room(self, face: Face) -> bool:
        """Whether no other die lies too near, and the face is that of a flat one."""
        place = face.candidate
        nearest = NEAREST * self.known.stance.edge_at(place.x, place.y)
        if any(math.dist(_middle(other), (place.x, place.y)) < nearest for other in self.faces):
            return False
        return self._ask([face, *self.faces])[0].leaning < (FLAT if is_counted(face) else PLAINLY_FLAT)

    def _ask(self, faces: Sequence[Face]) -> list[Logits]:
        places = find_places(self.picture, [_middle(face) for face in faces], self.known)
        return look_at(self.picture, places, self.changed, self.known)


def answer(
    picture: Picture,
    faces: Sequence[Face],
    doubts: Sequence[Doubt],
    changed: Changes,
    known: Calibration,
    fits: Callable[[Face], bool],
) -> tuple[list[Face], list[Doubt]]:
    """The faces with those that were found at doubtful places, and the doubts that are left."""
    if known.oddest is None or not known.edge_px:
        return list(faces), list(doubts)
    desk = Desk(picture, changed, known, fits, list(faces))
    left = [doubt for doubt in doubts if not desk.answers(doubt)]
    return desk.faces, left


def find_unread(picture: Picture, faces: Sequence[Face], changed: Changes, known: Calibration) -> list[Doubt]:
    """Faces beside which another die may lie that nobody read: asked strictly, where doubts were answered."""
    places = find_places(picture, [_middle(face) for face in faces], known)
    seen = look_at(picture, places, changed, known)
    return [
        doubt_at(NO_FACE, face.candidate) for face, said in zip(faces, seen, strict=True) if said.unread > NONE_BESIDE
    ]


def read_at(picture: Picture, x: float, y: float, known: Calibration, *, by_nets: bool = False) -> Face | None:
    """The face that four looks at the known size see here alike; also one that only the nets read, if that is asked."""
    place = _place(x, y, known)
    looks: list[Face] = []
    for view in (STRAIGHT, *MORE_VIEWS):
        look = look_closer(picture, place, view)
        if look is None or (looks and _value(look) != _value(looks[0])):
            return None
        looks.append(look)
    value = _value(looks[0])
    counted = [look for look in looks if look.count is not None]
    if len(counted) >= LEAST_COUNTED and all(look.count and look.count.value == value for look in counted):
        best = max(counted, key=lambda look: look.count.quality if look.count else 0.0)
        others = tuple(look.score for look in looks if look is not best)
        (at_x, at_y) = _middle(best)
        return replace(best, candidate=replace(best.candidate, x=at_x, y=at_y), other_scores=others)
    others = [look.count.quality for look in counted if look.count and look.count.value != value]
    if by_nets and max(others, default=0.0) < SEEN_OTHERWISE and is_seen_as(picture, place, value):
        return _of_nets(picture, looks, value, known)
    return None


def is_counted(face: Face) -> bool:
    """Whether a face's pips were counted, not only read by nets."""
    return face.count is not None and face.count.misfit > 0


def _of_nets(picture: Picture, looks: Sequence[Face], value: int, known: Calibration) -> Face:
    """A face that only the nets could read."""
    x, y = (
        float(np.median(along)) for along in zip(*((look.candidate.x, look.candidate.y) for look in looks), strict=True)
    )
    unit = known.lattice_px or known.stance.edge_at(x, y) / OVER_PIPS
    best = max(looks, key=lambda look: look.score)
    place = replace(best.candidate, x=x, y=y, edge=OVER_PIPS * unit)
    others = tuple(look.score for look in looks if look is not best)
    return replace(best, candidate=place, count=count_of_nets(picture, x, y, value, unit), other_scores=others)


def _value(look: Face) -> int:
    """What the crop net sees."""
    return int(look.chances[1:].argmax()) + 1


def _middle(face: Face) -> tuple[float, float]:
    return (face.count.x, face.count.y) if face.count else (face.candidate.x, face.candidate.y)


def _away(face: Face, x: float, y: float) -> float:
    """How many edges of a face a point is from its middle."""
    return math.hypot(face.candidate.x - x, face.candidate.y - y) / face.candidate.edge


def _place(x: float, y: float, known: Calibration) -> Candidate:
    """A place of the size that a die has there."""
    return Candidate(x, y, known.stance.edge_at(x, y), (0.0, 0.0), 1.0, np.full(6, 1 / 6, np.float32), readable=True)
