"""Doubts 1s and 2s that a second crop net, which also knows sockets and plugs, takes for something else."""

from collections.abc import Iterator, Sequence
from typing import Final

import cv2
import numpy as np

from tablekeeper.vision.faces.candidates import CROP_PX, Candidate, Picture, cut
from tablekeeper.vision.faces.decide import Face, is_unbacked
from tablekeeper.vision.network import load_network
from tablekeeper.vision.reading import NO_FACE, Doubt

ASKED: Final = (2,)  # counted pips: pips alone distinguish other faces from things...
ASKED_UNBACKED: Final = (1, 2)  # ...and where no face of the picture has more, also a 1: eyes, bolts, flowers
ALIKE: Final = 7  # of the net's answers none, 1 to 6, something else
VIEWS: Final = 4
ALIKE_FROM: Final = 0.72  # mean chance over all views; of 245 photographed and simulated 2s one has 0.71, two 0.6
ALIKE_UNBACKED: Final = 0.45  # the same where no face has more pips; of 130 photographed 1s and 2s none has over 0.34


def find_look_alikes(picture: Picture, accepted: Sequence[Face]) -> list[Doubt]:
    """Doubts of accepted faces of few pips that look more like something else."""
    asked, least = (ASKED_UNBACKED, ALIKE_UNBACKED) if is_unbacked(accepted) else (ASKED, ALIKE_FROM)
    doubts = []
    for face in accepted:
        if face.count is not None and face.count.value in asked and looks_like_another(picture, face, least):
            edge = face.candidate.edge
            left, top = face.candidate.x - edge / 2, face.candidate.y - edge / 2
            doubts.append(Doubt(NO_FACE, (round(left), round(top), round(edge), round(edge))))
    return doubts


def looks_like_another(picture: Picture, face: Face, least: float = ALIKE_FROM) -> bool:
    """Whether a face is rather something else, by the mean chance over all views; most are decided by two of them."""
    left = VIEWS * (1 - least)  # of what the views may give to a die
    for chance in chances_of_another(picture, face):
        left -= 1 - chance
        if left < 0:
            return False
    return True


def chances_of_another(picture: Picture, face: Face) -> Iterator[float]:
    """The chance that a face is something else, by each of the views that show the same thing."""
    return (_chance(view) for view in _views(picture, face.candidate))


def _views(picture: Picture, place: Candidate) -> Iterator[Picture]:
    """The same thing as seen from four sides."""
    crop = cut(picture, place.x, place.y, 2 * place.edge, size=CROP_PX)
    yield crop
    yield np.asarray(cv2.flip(crop, 1), np.uint8)
    yield np.asarray(cv2.flip(crop, 0), np.uint8)
    yield np.ascontiguousarray(np.rot90(crop))


def _chance(view: Picture) -> float:
    logits = load_network("alike").run(view)
    chances = np.exp(logits - logits.max())
    return float(chances[ALIKE] / chances.sum())
