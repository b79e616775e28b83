"""Looks once more at what would be read surely, with a second detector that was also taught hands and hidden dice."""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from statistics import median
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from tablekeeper.vision.faces.candidates import (
    STRIDE,
    Candidate,
    Copies,
    Picture,
    copies_of,
    decode,
    merge,
    near_side,
    run_detector,
)
from tablekeeper.vision.faces.decide import Face, lies_in
from tablekeeper.vision.reading import HAND, NO_FACE, Box, Doubt

Floats = NDArray[np.float32]
Mask = NDArray[np.bool_]

NET: Final = "watch"
HANDS: Final = 14  # the map that says where a hand is
HAND_FROM: Final = 2.0  # logit of a place that a hand covers
LEAST_HAND: Final = 0.01  # of the picture: less is a knot in the wood
ON_A_HAND: Final = 0.5  # of the surroundings of a face that lies on a palm
AROUND: Final = np.array([(np.cos(a), np.sin(a)) for a in np.arange(16) * (np.pi / 8)])  # edges from a face's middle
LEAST_HEAT: Final = 0.25  # that both nets together give to what may be a die where no face was accepted...
LEAST_HEAT_BESIDE: Final = 0.5  # ...and beside accepted ones, of their size
NOT_SEEN: Final = 0.05  # heat of a place at which the reading net saw nothing
SAME_PLACE: Final = 0.6  # edges
SIZES: Final = (0.6, 1.6)  # beside the accepted faces' size
BESIDE_PX, ALONE_PX = 320, 512  # long side beside small faces, and where no face was read; closer looks saw no more
LARGE_PX: Final = 14.0  # edge of faces, as seen from afar, from which others like them are seen from there


@dataclass(frozen=True)
class Watched:
    """What the watching net says of a picture at one size."""

    maps: Floats
    back: float  # from its pixels to the picture's


def find_hidden(
    picture: Picture, accepted: Sequence[Face], places: Sequence[Candidate], copies: Copies | None = None
) -> list[Doubt]:
    """Doubts about a picture that nothing else doubts: a hand that may hide dice, and dice that are hard to see.

    `places` are where the reading net saw anything like a die, however faintly.
    """
    seen = look(picture, _long_side(picture, accepted), copies)
    hand = find_hand(seen.maps[HANDS])
    if hand is not None and not _lie_on(hand, seen.back, accepted):
        return [Doubt(HAND, _bounds(hand, seen.back))]
    return find_faint(seen, accepted, places)


def _long_side(picture: Picture, accepted: Sequence[Face]) -> int:
    """How large the picture is looked at: the smaller the dice in it are, the larger."""
    near, longest = near_side(picture), max(picture.shape[:2])
    if not accepted:
        return min(ALONE_PX, near)
    are_large = min(face.candidate.edge for face in accepted) * (near // 2) >= LARGE_PX * longest
    return near // 2 if are_large else min(BESIDE_PX, near)


def look(picture: Picture, long_side: int, copies: Copies | None = None) -> Watched:
    """The picture as the watching net sees it; without what was added to its right and below."""
    small = (copies or copies_of(picture))(long_side)
    rows, columns = (-(-side // STRIDE) for side in small.shape[:2])
    return Watched(run_detector(small, NET)[:, :rows, :columns], max(picture.shape[:2]) / long_side)


def find_hand(logits: Floats) -> Mask | None:
    """The largest part of a picture that a hand covers, if it is large enough to hide dice."""
    _, labels, stats, _ = cv2.connectedComponentsWithStats((logits > HAND_FROM).astype(np.uint8))
    areas = stats[1:, cv2.CC_STAT_AREA]
    if not len(areas) or areas.max() < LEAST_HAND * logits.size:
        return None
    return np.asarray(labels == 1 + int(areas.argmax()))


def _lie_on(hand: Mask, back: float, accepted: Sequence[Face]) -> bool:
    """Whether there are faces and all lie on the hand: a palm that shows dice hides none."""
    return bool(accepted) and all(_share_around(hand, back, face.candidate) >= ON_A_HAND for face in accepted)


def _share_around(hand: Mask, back: float, place: Candidate) -> float:
    cells = ((np.array([place.x, place.y]) + AROUND * place.edge) / (STRIDE * back)).astype(int)
    columns, rows = (np.clip(cells[:, axis], 0, side - 1) for axis, side in ((0, hand.shape[1]), (1, hand.shape[0])))
    return float(hand[rows, columns].mean())


def find_faint(seen: Watched, accepted: Sequence[Face], places: Sequence[Candidate]) -> list[Doubt]:
    """Doubts about places outside the accepted faces that both nets together see as dice, however faintly."""
    least = LEAST_HEAT_BESIDE if accepted else LEAST_HEAT
    found = [place for place in merge(decode(seen.maps, seen.back, least**2)) if not lies_in(place, accepted)]
    return [
        Doubt(NO_FACE, _box(place))
        for place in found
        if _is_like(place, accepted) and math.sqrt(place.heat * _heat_at(place, places)) >= least
    ]


def _heat_at(place: Candidate, others: Sequence[Candidate]) -> float:
    """How strongly the reading net saw a die in this place."""
    near = [
        other.heat
        for other in others
        if math.hypot(other.x - place.x, other.y - place.y) < SAME_PLACE * max(other.edge, place.edge)
    ]
    return max(near, default=NOT_SEEN)


def _is_like(place: Candidate, accepted: Sequence[Face]) -> bool:
    """Whether a place has about the accepted faces' size."""
    if not accepted:
        return True
    usual = median(face.candidate.edge for face in accepted)
    return SIZES[0] < place.edge / usual < SIZES[1]


def _bounds(mask: Mask, back: float) -> Box:
    left, top, width, height = (round(float(side) * STRIDE * back) for side in cv2.boundingRect(mask.astype(np.uint8)))
    return left, top, width, height


def _box(place: Candidate) -> Box:
    half = place.edge / 2
    return round(place.x - half), round(place.y - half), max(1, round(place.edge)), max(1, round(place.edge))
