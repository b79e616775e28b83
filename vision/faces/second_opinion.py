"""Asks a net of its own whether the faces that would be read surely are dice at all.

The net sees more around a face than the crop net does: a card's corners, a socket's plate, a domino's other half.
"""

from collections.abc import Sequence
from statistics import mean
from typing import Final

import cv2
import numpy as np

from tablekeeper.vision.faces.candidates import Picture, cut
from tablekeeper.vision.faces.decide import Face, doubt_at
from tablekeeper.vision.network import load_network
from tablekeeper.vision.reading import NO_FACE, Doubt

EDGES: Final = 3.0  # of a face that the net sees
SIZE_PX: Final = 48
NO_DIE: Final = 1  # of the net's answers: whether a die leans, whether it is none
ONE_FROM: Final = 2.1  # logit from which one face is doubted...
ALL_FROM: Final = 1.1  # ...and the mean from which all are: things without dice mostly lie among their like


def find_no_dice(picture: Picture, accepted: Sequence[Face]) -> list[Doubt]:
    """Doubts of accepted faces that look like something else."""
    if not accepted:
        return []
    logits = [ask(picture, face) for face in accepted]
    least = ONE_FROM if mean(logits) < ALL_FROM else min(logits)
    return [doubt_at(NO_FACE, face.candidate) for face, logit in zip(accepted, logits, strict=True) if logit >= least]


def ask(picture: Picture, face: Face) -> float:
    """The net's logit that a face is no die's: the mean of what it says of the face and of its mirror image."""
    place, net = face.candidate, load_network("doubter")
    crop = cut(picture, place.x, place.y, EDGES * place.edge, size=SIZE_PX)
    return mean(float(net.run(view)[NO_DIE]) for view in (crop, np.asarray(cv2.flip(crop, 1), np.uint8)))
