"""Doubts accepted 2s that a second crop net, which also knows sockets and plugs, takes for something else."""

from collections.abc import Iterator, Sequence
from typing import Final

import cv2
import numpy as np

from tablekeeper.vision.faces.candidates import CROP_PX, Picture, cut
from tablekeeper.vision.faces.decide import Face
from tablekeeper.vision.network import load_network
from tablekeeper.vision.reading import NO_FACE, Doubt

ASKED: Final = 2  # counted pips: pips alone distinguish other faces from things
ALIKE: Final = 7  # of the net's answers none, 1 to 6, something else
VIEWS: Final = 4
ALIKE_FROM: Final = 0.72  # mean chance over all views; of 245 photographed and simulated 2s one has 0.71, two 0.6


def find_look_alikes(picture: Picture, accepted: Sequence[Face]) -> list[Doubt]:
    """Doubts of accepted 2s that look more like something else."""
    doubts = []
    for face in accepted:
        if face.count is not None and face.count.value == ASKED and looks_like_another(picture, face):
            edge = face.candidate.edge
            left, top = face.candidate.x - edge / 2, face.candidate.y - edge / 2
            doubts.append(Doubt(NO_FACE, (round(left), round(top), round(edge), round(edge))))
    return doubts


def looks_like_another(picture: Picture, face: Face) -> bool:
    """Whether a face is rather something else, by the mean chance over all views; most are decided by two of them."""
    left = VIEWS * (1 - ALIKE_FROM)  # of what the views may give to a die
    for chance in chances_of_another(picture, face):
        left -= 1 - chance
        if left < 0:
            return False
    return True


def chances_of_another(picture: Picture, face: Face) -> Iterator[float]:
    """The chance that a face is something else, by each of the views that show the same thing."""
    crop = cut(picture, face.candidate.x, face.candidate.y, 2 * face.candidate.edge, size=CROP_PX)
    yield _chance(crop)
    yield _chance(np.asarray(cv2.flip(crop, 1), np.uint8))
    yield _chance(np.asarray(cv2.flip(crop, 0), np.uint8))
    yield _chance(np.ascontiguousarray(np.rot90(crop)))


def _chance(view: Picture) -> float:
    logits = load_network("alike").run(view)
    chances = np.exp(logits - logits.max())
    return float(chances[ALIKE] / chances.sum())
