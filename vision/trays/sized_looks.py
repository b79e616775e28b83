"""Looks at a place of a known tray at the size that its dice have there.

A stranger's reader has to find out how large dice are, and anything may look like one. Where the size is known, four
looks at that size whose nets see one value say more; the pips must say the same, or a second crop net.
"""

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

import numpy as np

from tablekeeper.vision.faces.candidates import Candidate, Picture
from tablekeeper.vision.faces.conditions import is_burnt
from tablekeeper.vision.faces.decide import Face
from tablekeeper.vision.faces.look_alikes import is_seen_as
from tablekeeper.vision.faces.second_look import MORE_VIEWS, STRAIGHT, look_closer
from tablekeeper.vision.trays.calibration import Calibration
from tablekeeper.vision.trays.learning.recall import count_of_nets
from tablekeeper.vision.trays.unexplained import box_around

LEAST_COUNTED: Final = 3  # of four looks that count the value which all nets see; none may count another
SEEN_OTHERWISE: Final = 0.4  # quality from which pips that were counted otherwise speak against what the nets see
CLEAR_CHANCE: Final = 0.5  # of the value beside the others, in each look
LEAST_OF_A_FACE: Final = 0.05  # chance of any face: of less, its parts say nothing
OVER_PIPS: Final = 1.3  # of the lattice's unit: the edge of a face whose rim is not known


def look_alike(picture: Picture, x: float, y: float, known: Calibration) -> list[Face]:
    """Four looks at a place at the known size, whose nets see one value; none where they do not."""
    place = place_at(x, y, known)
    looks: list[Face] = []
    for view in (STRAIGHT, *MORE_VIEWS):
        look = look_closer(picture, place, view)
        if look is None or (looks and _value(look) != _value(looks[0])):
            return []
        looks.append(look)
    return looks


def read_by_pips(looks: Sequence[Face]) -> Face | None:
    """The face whose pips are counted as the nets see it, by nearly all looks and otherwise by none."""
    counted = [look for look in looks if look.count is not None]
    if len(counted) < LEAST_COUNTED or any(look.count and look.count.value != _value(look) for look in counted):
        return None
    best = max(counted, key=lambda look: look.count.quality if look.count else 0.0)
    x, y = middle_of(best)
    others = tuple(look.score for look in looks if look is not best)
    return replace(best, candidate=replace(best.candidate, x=x, y=y), other_scores=others)


def read_by_nets(picture: Picture, looks: Sequence[Face], known: Calibration) -> Face | None:
    """The face that a second crop net sees as the first does, where no look counts clear pips otherwise.

    Light burns pips out, so none is read in its glare.
    """
    if not looks:
        return None
    value = _value(looks[0])
    if min(look.chances[value] / max(1 - look.chances[0], LEAST_OF_A_FACE) for look in looks) < CLEAR_CHANCE:
        return None
    counts = [look.count for look in looks if look.count is not None]
    if any(count.value != value and count.quality >= SEEN_OTHERWISE for count in counts):
        return None
    x = float(np.median([look.candidate.x for look in looks]))
    y = float(np.median([look.candidate.y for look in looks]))
    here = place_at(x, y, known)
    if is_burnt(picture, box_around(x, y, here.edge)) or not is_seen_as(picture, here, value):
        return None
    unit = known.lattice_px or here.edge / OVER_PIPS
    best = max(looks, key=lambda look: look.score)
    others = tuple(look.score for look in looks if look is not best)
    place = replace(best.candidate, x=x, y=y, edge=OVER_PIPS * unit)
    return replace(best, candidate=place, count=count_of_nets(picture, x, y, value, unit), other_scores=others)


def _value(look: Face) -> int:
    """What the crop net sees."""
    return int(look.chances[1:].argmax()) + 1


def middle_of(face: Face) -> tuple[float, float]:
    """The middle of its pips, where they were counted."""
    return (face.count.x, face.count.y) if face.count else (face.candidate.x, face.candidate.y)


def place_at(x: float, y: float, known: Calibration) -> Candidate:
    """A place of the size that a die has there."""
    return Candidate(x, y, known.stance.edge_at(x, y), (0.0, 0.0), 1.0, np.full(6, 1 / 6, np.float32), readable=True)
