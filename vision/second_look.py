"""Looks again, closer, at places that the first look left in doubt: a die grows clearer, clutter falls apart."""

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from vision.candidates import Candidate, Picture, find_candidates_around, read_crops
from vision.decide import Face, Rule, find_doubtful, with_count
from vision.leftover import Explained, find_leftover
from vision.pips import count_pips_unsized
from vision.reading import LEFT_OVER_PIPS, Doubt

CLOSE_EDGE_PX = 48.0  # size of a face in the second look
REACH = 2.0  # face edges that it shows to each side
MOST_LOOKS = 8
SAME_PLACE = 0.5  # edges
PIP_REACH = 0.7  # edges from a face's middle to a pip of it
SAME_SIZE = 2.2
PIP_SIZE = 1.18  # greatest ratio of a left-over spot to pips that it is just like: then no net need see its die
LEAST_EDGE_PX = 24.0  # of a face whose pips are larger than the specks of a table


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


def find_overlooked(picture: Picture, accepted: Sequence[Face]) -> list[Doubt]:
    """Pips that no accepted face explains, where a closer look shows something like a die; many of them at once."""
    explained = [Explained(f.candidate.x, f.candidate.y, f.candidate.edge, f.count) for f in accepted if f.count]
    spots = find_leftover(picture, explained)
    edge = float(np.median([face.edge for face in explained])) if explained else 1.0
    doubts = []
    for number, (x, y, radius) in enumerate(spots):
        if number >= MOST_LOOKS or _is_like_a_pip(radius, explained) or sees_a_die(picture, x, y, edge):
            side = max(1, round(2 * radius))
            doubts.append(Doubt(LEFT_OVER_PIPS, (round(x - radius), round(y - radius), side, side)))
    return doubts


def _is_like_a_pip(radius: float, explained: Sequence[Explained]) -> bool:
    """Whether a spot is large enough to tell and as large as the pips of an accepted face."""
    return any(
        face.edge >= LEAST_EDGE_PX and 1 / PIP_SIZE < radius / (face.count.radius * face.edge) < PIP_SIZE
        for face in explained
    )


def sees_a_die(picture: Picture, x: float, y: float, edge: float) -> bool:
    """Whether a closer look shows anything like a die whose pip could lie at (x, y)."""
    place = Candidate(x, y, edge, (0.0, 0.0), 1.0, np.zeros(6, np.float32), readable=True)
    return any(
        np.hypot(found.x - x, found.y - y) < PIP_REACH * max(found.edge, edge)
        for found in find_candidates_around(picture, place, REACH, CLOSE_EDGE_PX)
        if 1 / SAME_SIZE < found.edge / edge < SAME_SIZE
    )


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
