"""Answers doubts in a known tray by a net that sees each place at the size that a die has there, beside its bare floor.

A doubtful place is answered by a flat die that it reads there, a doubt about a face by the same value. It also looks
where something changed that no face explains.
"""

import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Final

import numpy as np

from tablekeeper.vision.faces.candidates import Candidate, Picture, exposure_of
from tablekeeper.vision.faces.contradict import find_burnt, find_contradictions
from tablekeeper.vision.faces.decide import Face, doubt_at
from tablekeeper.vision.reading import GLARE, LEFT_OVER_PIPS, NO_FACE, ODD_SIZE, TOO_SMALL, Doubt
from tablekeeper.vision.trays.calibration import Calibration
from tablekeeper.vision.trays.changes import Changes
from tablekeeper.vision.trays.leaning.opinion import Opinion, glance_at, look_at, look_at_one
from tablekeeper.vision.trays.leaning.portrait import Place, find_places
from tablekeeper.vision.trays.learning.recall import count_of_nets, face_at, lies_on
from tablekeeper.vision.trays.unexplained import box_around, find_remains, share_of
from tablekeeper.vision.trays.ways import MISSES_NONE

OF_A_PLACE: Final = frozenset({NO_FACE, ODD_SIZE, LEFT_OVER_PIPS, TOO_SMALL})  # answered by a face that is found there
OF_A_FACE: Final = frozenset({NO_FACE, GLARE})  # answered by the same value, if nothing else is wrong
MOST_PLACES: Final = 8
NEAREST: Final = 0.85  # edges between the middles of two dice
SURE: Final = 0.93  # chance of a value that answers a doubt
FLAT: Final = -1.0  # logit that a die leans, below which it answers one
BARE, CHANGED = 0.95, 0.2  # chance that no face is there, and share of a die's place, for nothing to lie there
NONE_BESIDE: Final = -2.0  # logit that another die lies beside one; of 868 right throws four have more
SEEN, SEEN_SMALL = 0.7, 0.45  # chance of a value from which a place that nothing else doubts is one
SIDES_PX: Final = 24.0  # of a face: the sides of smaller dice are a pixel or two, and look like no face
STEPS: Final = (0.25, 0.25, 0.125)  # edges by which the middle of a face is looked for to all sides, in turn
AROUND: Final = ((1, 0), (-1, 0), (0, 1), (0, -1))
HARDLY: Final = 0.9  # chance of no face at all places, from which none is looked for any longer
OVER_PIPS: Final = 1.3  # of the lattice's unit: the edge of a face whose rim is not known


@dataclass(frozen=True)
class Found:
    """What the net sees at a place."""

    x: float
    y: float
    said: Opinion


@dataclass
class Desk:
    """What is known about one picture of a tray while its doubts are answered."""

    picture: Picture
    changed: Changes
    known: Calibration
    fits: Callable[[Face], bool]  # whether a face may be one of the tray's dice
    faces: list[Face]
    looked: int = 0
    confirmed: dict[int, bool] = field(default_factory=dict)  # by the face's identity, as are
    places: dict[int, Place] = field(default_factory=dict)

    def answers(self, doubt: Doubt) -> bool:
        """Whether the net answers this doubt; a face that it finds there is added."""
        if doubt.box is None:
            return False
        x, y = doubt.box[0] + doubt.box[2] / 2, doubt.box[1] + doubt.box[3] / 2
        face = face_at(self.faces, x, y)
        if face is not None:
            return doubt.reason in OF_A_FACE and self._confirms(face)
        return doubt.reason in OF_A_PLACE and self._settles(x, y)

    def find_middle(self, x: float, y: float) -> Found | None:
        """The place near this one where a value is seen most plainly; None where there is hardly a face anywhere."""
        edge = self.known.stance.edge_at(x, y)
        seen = {(x, y): self._ask((x, y), glance_at)}
        for step in STEPS:
            for right, down in AROUND:
                place = (x + right * step * edge, y + down * step * edge)
                if place not in seen:
                    seen[place] = self._ask(place, glance_at)
            if min(said.chances[0] for said in seen.values()) > HARDLY:
                return None
            x, y = max(seen, key=lambda place: seen[place].chances[1:].max())
        return Found(x, y, self.look(x, y))

    def look(self, x: float, y: float, face: Face | None = None) -> Opinion:
        """What the net says of a place, or of the face there."""
        return self._ask((x, y), look_at_one, face)

    def _ask(self, place: tuple[float, float], look: Callable[..., Opinion], face: Face | None = None) -> Opinion:
        (here,) = find_places(self.picture, [place], self.known)
        others = [self._place_of(other) for other in self.faces if other is not face]
        return look(self.picture, here, others, self.changed, self.known)

    def _place_of(self, face: Face) -> Place:
        """Where a face lies, and how its die is turned."""
        if id(face) not in self.places:
            (self.places[id(face)],) = find_places(self.picture, [middle_of(face)], self.known)
        return self.places[id(face)]

    def _confirms(self, face: Face) -> bool:
        if id(face) not in self.confirmed:
            self.confirmed[id(face)] = self._is_seen_again(face)
        return self.confirmed[id(face)]

    def _is_seen_again(self, face: Face) -> bool:
        """Whether the net sees an accepted face just so, and nothing about it speaks against it."""
        count = face.count
        if count is None or not self._may_look():
            return False
        against = find_contradictions(self.picture, self.faces)
        against += find_burnt(self.picture, self.faces, exposure_of(self.picture))
        boxes = [doubt.box for doubt in against if doubt.box is not None]
        if any(face_at([face], x + w / 2, y + h / 2) for x, y, w, h in boxes):
            return False
        said = self.look(count.x, count.y, face)
        return said.value == count.value and self._is_plain(said)

    def _settles(self, x: float, y: float) -> bool:
        """Whether the net says what lies at a place where no face was accepted: nothing, or a flat die."""
        if not self._may_look():
            return False
        found = self.find_middle(x, y)
        return self._is_bare(x, y) if found is None or found.said.value == 0 else self._finds(found)

    def _is_bare(self, x: float, y: float) -> bool:
        """Whether nothing lies there: the net sees no face, and hardly anything changed."""
        box = box_around(x, y, self.known.stance.edge_at(x, y))
        return share_of(self.changed.any, box) < CHANGED and bool(self.look(x, y).chances[0] >= BARE)

    def _finds(self, found: Found) -> bool:
        """Whether a flat die is read there, which is then added."""
        if not self._is_plain(found.said):
            return False
        face = self._face_of(found)
        if not self.fits(face) or not self._has_room(face) or find_contradictions(self.picture, [face]):
            return False
        self.confirmed[id(face)] = True
        self.faces.append(face)
        return True

    def _is_plain(self, said: Opinion) -> bool:
        """Whether the net is sure of its value, and that the die lies as flat as the owner's flat ones."""
        most = max(FLAT, self.known.oddest.leaning) if self.known.oddest else FLAT
        return bool(said.chances[said.value] >= SURE) and said.odd.leaning < most

    def _may_look(self) -> bool:
        self.looked += 1
        return self.looked <= MOST_PLACES

    def _face_of(self, found: Found) -> Face:
        """The face of a die whose pips nobody counted."""
        x, y, said = found.x, found.y, found.said
        unit = self.known.lattice_px or self.known.stance.edge_at(x, y) / OVER_PIPS
        chances = said.chances.astype(np.float32)
        place = Candidate(x, y, OVER_PIPS * unit, (0.0, 0.0), 1.0, chances[1:], readable=True)
        return Face(place, chances, count_of_nets(self.picture, x, y, said.value, unit))

    def _has_room(self, face: Face) -> bool:
        """Whether no other die lies too near."""
        place = face.candidate
        nearest = NEAREST * self.known.stance.edge_at(place.x, place.y)
        return all(math.dist(middle_of(other), (place.x, place.y)) >= nearest for other in self.faces)


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
    added = desk.faces[len(faces) :]
    return desk.faces, [doubt for doubt in left if not lies_on(doubt, added)]


def find_unread(picture: Picture, faces: Sequence[Face], changed: Changes, known: Calibration) -> list[Doubt]:
    """Faces beside which another die may lie that nobody read: asked strictly, where doubts were answered."""
    places = find_places(picture, [middle_of(face) for face in faces], known)
    seen = look_at(picture, places, changed, known)
    return [
        doubt_at(NO_FACE, face.candidate)
        for face, said in zip(faces, seen, strict=True)
        if said.odd.unread > NONE_BESIDE
    ]


def find_overlooked(picture: Picture, faces: Sequence[Face], changed: Changes, known: Calibration) -> list[Doubt]:
    """Places where something changed, be it like a shadow, and the net sees a die, though nothing else does."""
    if known.oddest is None or not known.edge_px:
        return []
    desk = Desk(picture, changed, known, lambda _: True, list(faces))
    return [Doubt(NO_FACE, box_around(x, y, known.edge_px)) for x, y in _overlooked(desk)]


def _overlooked(desk: Desk) -> Iterator[tuple[float, float]]:
    for place in find_remains(desk.picture, desk.faces, desk.changed, desk.known):
        found = desk.find_middle(*place)
        if found is None:
            continue
        least = SEEN if desk.known.stance.edge_at(found.x, found.y) >= SIDES_PX else SEEN_SMALL
        if found.said.chances[1:].max() >= least and face_at(desk.faces, found.x, found.y) is None:
            yield found.x, found.y


def middle_of(face: Face) -> tuple[float, float]:
    """The middle of its pips, where they were counted."""
    return (face.count.x, face.count.y) if face.count else (face.candidate.x, face.candidate.y)
