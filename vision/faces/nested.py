"""Doubts pips that are dice: two dice in a tray may lie like the pips of a 2, one in its middle like a 1."""

from collections.abc import Sequence
from typing import Final

import numpy as np

from tablekeeper.vision.faces.candidates import Candidate, Picture, find_candidates_around
from tablekeeper.vision.faces.decide import Face, doubt_at, is_unbacked
from tablekeeper.vision.faces.layouts import LAYOUTS
from tablekeeper.vision.faces.pips import Count
from tablekeeper.vision.reading import NO_FACE, Doubt

LEAST_PX: Final = 12.0  # of a pip: a smaller die is hardly legible
SEEN_AT_PX: Final = 32.0  # of a pip, as the detector looks at it
REACH: Final = 2.0  # diameters that it sees to each side
SAME_PLACE: Final = 0.5  # diameters
SIZES: Final = (0.6, 1.6)  # of the diameter
FAINTEST: Final = 0.05
LEAST_HEAT: Final = 0.45  # mean over the pips; the pips of photographed 1s and 2s have at most 0.38


def find_nested(picture: Picture, accepted: Sequence[Face]) -> list[Doubt]:
    """Doubts of faces whose pips look like dice, where no face has more pips than clutter shows by chance."""
    if not is_unbacked(accepted):
        return []
    return [
        doubt_at(NO_FACE, face.candidate)
        for face in accepted
        if face.count and _heat_of_pips(picture, face, face.count) >= LEAST_HEAT
    ]


def _heat_of_pips(picture: Picture, face: Face, count: Count) -> float:
    """How much the detector sees dice in a face's pips."""
    diameter = 2 * count.radius * face.candidate.edge
    if diameter < LEAST_PX:
        return 0.0
    axis = count.spacing * face.candidate.edge * np.exp(1j * count.turn)
    pips = [complex(*slot) * axis for slot in LAYOUTS[count.value]]
    return float(np.mean([_heat_at(picture, count.x + pip.real, count.y + pip.imag, diameter) for pip in pips]))


def _heat_at(picture: Picture, x: float, y: float, diameter: float) -> float:
    place = Candidate(x, y, diameter, (0.0, 0.0), 1.0, np.zeros(6, np.float32), readable=True)
    return max(
        (
            found.heat
            for found in find_candidates_around(picture, place, REACH, SEEN_AT_PX, FAINTEST)
            if found.readable
            and np.hypot(found.x - x, found.y - y) < SAME_PLACE * diameter
            and SIZES[0] < found.edge / diameter < SIZES[1]
        ),
        default=0.0,
    )
