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
from tablekeeper.vision.faces.hands import CERTAIN, SUSPECTED, find_hand, lie_on_it
from tablekeeper.vision.reading import HAND, NO_FACE, Box, Doubt

Floats = NDArray[np.float32]
Mask = NDArray[np.bool_]

NET: Final = "watch"
HANDS: Final = 14  # the map that says where a hand is
CLOSER_PX: Final = 448  # long side at which a hand must be seen as well, also in a smaller picture
LEAST_HEAT: Final = 0.25  # that both nets together give to what may be a die where no face was accepted...
LEAST_HEAT_BESIDE: Final = 0.5  # ...and beside accepted ones, of their size
LEAST_BEST: Final = -0.92  # logit of this net in the face that it sees best; of 900 right pictures one has -0.86...
LEAST_BEST_HEAT: Final = 0.4  # ...and heat of the reading net in its best one; one of those has 0.45
MIDDLE: Final = 0.35  # edges around a face's middle in which a net may see it
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
    copies = copies or copies_of(picture)
    long_side = _long_side(picture, accepted)
    seen = look(picture, long_side, copies)
    faint = find_faint(seen, accepted, places)  # before the net sees anything else
    unseen = find_unseen(seen, accepted)
    hand = _find_hand(picture, seen, long_side, copies, accepted)
    return unseen + faint if hand is None else [Doubt(HAND, _bounds(hand, seen.back))]


def _find_hand(
    picture: Picture, seen: Watched, long_side: int, copies: Copies, accepted: Sequence[Face]
) -> Mask | None:
    """A hand that is seen twice: from afar, and closer where that shows anything like one."""
    small = copies(long_side)
    if find_hand(seen.maps[HANDS], small, SUSPECTED) is None:
        return None
    closer = look(picture, CLOSER_PX, copies).maps[HANDS]
    logits = np.asarray(cv2.resize(closer, seen.maps[HANDS].shape[::-1], interpolation=cv2.INTER_AREA), np.float32)
    hands = (find_hand(logits, small, limits) for limits in CERTAIN)
    hand = next((hand for hand in hands if hand is not None), None)
    return None if hand is None or lie_on_it(logits, seen.back, accepted) else hand


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


def find_unseen(seen: Watched, accepted: Sequence[Face]) -> list[Doubt]:
    """Doubts of all accepted faces where one of the nets sees a die in none of them."""
    if not accepted:
        return []
    best = max(_logit_in(seen, face.candidate) for face in accepted)
    if best >= LEAST_BEST and max(face.candidate.heat for face in accepted) >= LEAST_BEST_HEAT:
        return []
    return [Doubt(NO_FACE, _box(face.candidate)) for face in accepted]


def _logit_in(seen: Watched, place: Candidate) -> float:
    """How strongly this net sees a die about the middle of a place."""
    cell = STRIDE * seen.back
    reach = max(1.0, MIDDLE * place.edge / cell)
    rows, columns = (
        slice(max(0, math.floor(at / cell - 0.5 - reach)), math.ceil(at / cell - 0.5 + reach) + 1)
        for at in (place.y, place.x)
    )
    return float(seen.maps[0][rows, columns].max(initial=-math.inf))


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
