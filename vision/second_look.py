"""Looks again, closer, at places that the first look left in doubt: a die grows clearer, clutter falls apart."""

from dataclasses import replace

import numpy as np

from vision.candidates import Candidate, Picture, find_candidates_around, read_crops
from vision.decide import Face, Rule, find_doubtful, with_count
from vision.pips import count_pips_unsized

CLOSE_EDGE_PX = 48.0  # size of a face in the second look
REACH = 2.0  # face edges that it shows to each side
MOST_LOOKS = 8
SAME_PLACE = 0.5  # edges
SAME_SIZE = 1.7


def look_again(picture: Picture, faces: list[Face], rule: Rule) -> list[Face]:
    """The same places; where the first look left a doubt, what the second one says of them."""
    doubtful = sorted(find_doubtful(faces, rule), key=lambda face: -face.score)[:MOST_LOOKS]
    looked = {id(face): _both(face, look_closer(picture, face.candidate), rule) for face in doubtful}
    return [looked.get(id(face), face) for face in faces]


def look_closer(picture: Picture, place: Candidate) -> Face | None:
    """The best upper face in this very place, seen at a size at which the nets are at their best."""
    near = [
        found
        for found in find_candidates_around(picture, place, REACH, CLOSE_EDGE_PX)
        if found.readable
        and np.hypot(found.x - place.x, found.y - place.y) < SAME_PLACE * place.edge
        and 1 / SAME_SIZE < found.edge / place.edge < SAME_SIZE
    ]
    chances = read_crops(picture, near)
    faces = [Face(found, chance, None) for found, chance in zip(near, chances, strict=True)]
    if not faces:
        return None
    best = max(faces, key=lambda face: face.score)
    found = best.candidate
    return with_count(best, count_pips_unsized(picture, found.x, found.y, found.edge, found.stretch))


def _both(first: Face, second: Face | None, rule: Rule) -> Face:
    """The face of the look that nets and pips agree on, with the other look's score beside it."""
    if second is None:
        return replace(first, other_score=0.0)
    one, other = (second, first) if _weight(second, rule) >= _weight(first, rule) else (first, second)
    differ = one.count is not None and other.count is not None and one.count.value != other.count.value
    if differ and _weight(one, rule) == _weight(other, rule) > 0:
        one = with_count(one, None)  # equally good and not the same: nobody knows
    return replace(one, other_score=other.score)


def _weight(face: Face, rule: Rule) -> int:
    """How much speaks for the counted pips: nothing, themselves, one net, both nets."""
    return face.confirmed(rule) + (face.confirmed(rule) and face.agreed) * (2 - face.split)
