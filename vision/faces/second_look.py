"""Looks again, closer, at places that the first look left in doubt: a die grows clearer, clutter falls apart."""

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from statistics import median

import cv2
import numpy as np

from tablekeeper.vision.faces.candidates import Candidate, Copies, Picture, find_candidates_around, read_crops
from tablekeeper.vision.faces.decide import FEW, TOGETHER, Face, Rule, find_doubtful, with_count
from tablekeeper.vision.faces.leftover import Explained, find_leftover
from tablekeeper.vision.faces.pips import CLEAN, count_glossy_pips, count_pips_unsized
from tablekeeper.vision.reading import LEFT_OVER_PIPS, Doubt

CLOSE_EDGE_PX = 48.0  # size of a face in the second look
REACH = 2.0  # face edges that it shows to each side
MOST_LOOKS = 8
LEAST_CONFIRMED = 2  # of all looks at a place that must confirm the same pips
SAME_PLACE = 0.5  # edges
SAME_SIZE = 2.2
MIRRORED = REACH + 2 * SAME_SIZE  # face edges around a place that nets look at
PIP_REACH = 0.7  # edges from a face's middle to a pip of it
PIP_SIZE = 1.18  # greatest ratio of a left-over spot to pips that it is just like: then no net need see its die
LEAST_EDGE_PX = 24.0  # of a face whose pips are larger than the specks of a table


@dataclass(frozen=True)
class View:
    """How a closer look shows a place."""

    edge_px: float  # size of a face
    mirrored: bool


STRAIGHT = View(CLOSE_EDGE_PX, mirrored=False)
# A mirrored die is as good a die, at any slant: the nets' chance errors differ, what they really see stays.
MORE_VIEWS = (View(48.0, mirrored=True), View(36.0, mirrored=False), View(36.0, mirrored=True))


def look_again(picture: Picture, faces: list[Face], rule: Rule) -> list[Face]:
    """The same places; where the first look left a doubt, what closer ones say of them: one, then where needed more."""
    looks = {id(face): (face, look_closer(picture, face.candidate)) for face in _most_likely(faces, rule)}
    closer = {key: _both(first, second, rule) for key, (first, second) in looks.items()}
    before = {id(face): looks[key] for key, face in closer.items()}
    faces = [closer.get(id(face), face) for face in faces]
    for face in _most_likely(faces, rule):  # also what lay in a face that the closer look saw smaller, or elsewhere
        more = [look_closer(picture, face.candidate, view) for view in MORE_VIEWS]
        closer[id(face)] = _all((*before.get(id(face), (face,)), *more), rule)
    return [closer.get(id(face), face) for face in faces]


def _most_likely(faces: list[Face], rule: Rule) -> list[Face]:
    """The doubtful places that are worth the time of a closer look."""
    return sorted(find_doubtful(faces, rule), key=lambda face: -face.score)[:MOST_LOOKS]


def look_closer(picture: Picture, place: Candidate, view: View = STRAIGHT) -> Face | None:
    """The best upper face in this very place, seen at a size at which the nets are at their best."""
    part = _mirror(picture, place) if view.mirrored else _Part(picture)
    at = part.enter(place)
    near = [
        found
        for found in find_candidates_around(part.seen, at, REACH, view.edge_px)
        if found.readable
        and math.hypot(found.x - at.x, found.y - at.y) < SAME_PLACE * at.edge
        and 1 / SAME_SIZE < found.edge / at.edge < SAME_SIZE
    ]
    faces = [Face(found, chance, None) for found, chance in zip(near, read_crops(part.seen, near), strict=True)]
    if not faces:
        return None
    best = max(faces, key=lambda face: face.score)
    found = part.leave(best.candidate)
    count = count_pips_unsized(picture, found.x, found.y, found.edge, found.stretch)
    if count is None or count.quality < CLEAN or count.value != best.seen:
        glossy = count_glossy_pips(picture, found.x, found.y, found.edge, found.stretch)
        count = glossy if glossy is not None and glossy.value == best.seen else count
    return replace(best, candidate=found, count=count)


@dataclass(frozen=True)
class _Part:
    """A part of a picture, perhaps with its left side on the right."""

    seen: Picture
    left: int = 0
    top: int = 0
    mirrored: bool = False

    def enter(self, place: Candidate) -> Candidate:
        """A place of the picture as it lies in the part."""
        return self._turned(replace(place, x=place.x - self.left, y=place.y - self.top))

    def leave(self, place: Candidate) -> Candidate:
        """A place of the part as it lies in the picture."""
        found = self._turned(place)
        return replace(found, x=found.x + self.left, y=found.y + self.top)

    def _turned(self, place: Candidate) -> Candidate:
        if not self.mirrored:
            return place
        return replace(place, x=self.seen.shape[1] - place.x, stretch=(place.stretch[0], -place.stretch[1]))


def _mirror(picture: Picture, place: Candidate) -> _Part:
    """All of a picture that a closer look at a place can show, mirrored: to mirror a large one whole takes long."""
    half = MIRRORED * place.edge
    left, top = (max(0, int(middle - half)) for middle in (place.x, place.y))
    around = picture[top : int(place.y + half) + 1, left : int(place.x + half) + 1]
    return _Part(np.asarray(cv2.flip(around, 1), np.uint8), left, top, mirrored=True)


def find_overlooked(picture: Picture, accepted: Sequence[Face], copies: Copies | None = None) -> list[Doubt]:
    """Pips that no accepted face explains, where a closer look shows something like a die; many of them at once."""
    explained = [Explained(f.candidate.x, f.candidate.y, f.candidate.edge, f.count) for f in accepted if f.count]
    spots = find_leftover(picture, explained, copies)
    edge = median(face.edge for face in explained) if explained else 1.0
    doubts = []
    for number, (x, y, radius) in enumerate(spots):
        if number >= MOST_LOOKS or _is_like_a_pip(radius, explained) or sees_a_die(picture, x, y, edge):
            side = max(1, round(2 * radius))
            doubts.append(Doubt(LEFT_OVER_PIPS, (round(x - radius), round(y - radius), side, side)))
    return doubts


def _is_like_a_pip(radius: float, explained: Sequence[Explained]) -> bool:
    """Whether a spot is large enough to judge and as large as the pips of an accepted face."""
    return any(
        face.edge >= LEAST_EDGE_PX and 1 / PIP_SIZE < radius / (face.count.radius * face.edge) < PIP_SIZE
        for face in explained
    )


def sees_a_die(picture: Picture, x: float, y: float, edge: float) -> bool:
    """Whether a closer look shows anything like a die whose pip could lie at (x, y)."""
    place = Candidate(x, y, edge, (0.0, 0.0), 1.0, np.zeros(6, np.float32), readable=True)
    return any(
        math.hypot(found.x - x, found.y - y) < PIP_REACH * max(found.edge, edge)
        for found in find_candidates_around(picture, place, REACH, CLOSE_EDGE_PX)
        if 1 / SAME_SIZE < found.edge / edge < SAME_SIZE
    )


def _both(first: Face, second: Face | None, rule: Rule) -> Face:
    """The face of the look that nets and pips agree on, with the other look's score beside it."""
    if second is None:
        return replace(first, other_scores=(0.0,))
    one, other = (second, first) if _weight(second, rule) >= _weight(first, rule) else (first, second)
    differ = one.count is not None and other.count is not None and one.count.value != other.count.value
    if differ and _weight(one, rule) == _weight(other, rule) > 0:
        one = with_count(one, None)  # equally good and not the same: nobody knows
    return replace(one, other_scores=(other.score,))


def _all(looks: Sequence[Face | None], rule: Rule) -> Face:
    """What many looks at a place say: a value that more than one confirms and no equally good one contradicts."""
    faces = [look for look in looks if look is not None]
    best = max(faces, key=lambda look: (_weight(look, rule), look.score))
    scores = [look.score for look in faces if look is not best] + [0.0] * (len(looks) - len(faces))
    if best.confirmed(rule) and not _is_agreed(best, faces, rule):
        best = with_count(best, None)
    return replace(best, other_scores=tuple(scores))


def _is_agreed(best: Face, faces: Sequence[Face], rule: Rule) -> bool:
    """Whether the looks confirm the value of the best one, and all nets together see it where its pips are few."""
    value = best.count.value if best.count else 0
    confirmed = [(look.count.value, _weight(look, rule)) for look in faces if look.count and look.confirmed(rule)]
    if any(other != value and weight == _weight(best, rule) for other, weight in confirmed):
        return False
    if sum(other == value for other, _ in confirmed) < LEAST_CONFIRMED:
        return False
    return value > FEW or float(np.mean([face.chance_of(value) for face in faces])) >= TOGETHER


def _weight(face: Face, rule: Rule) -> int:
    """How much speaks for the counted pips: nothing, themselves, one net, both nets."""
    return face.confirmed(rule) + (face.confirmed(rule) and face.agreed) * (2 - face.split)
