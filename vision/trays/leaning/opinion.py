"""Asks a small net about dice of a known tray: whether they lie flat, what they show, what lies beside them."""

from collections.abc import Sequence
from typing import Final, NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

from tablekeeper.vision.faces.candidates import Picture
from tablekeeper.vision.network import load_network
from tablekeeper.vision.trays.calibration import Calibration, Logits
from tablekeeper.vision.trays.changes import Changes
from tablekeeper.vision.trays.leaning.portrait import Pixels, Place, draw_portrait

NET: Final = "portrait"
CLEAR, CLEAR_CHANCE = -2.0, 0.95  # logits of both oddities, and chance of a value, of a die that is plainly flat


class Opinion(NamedTuple):
    """What the net says of a die."""

    odd: Logits
    chances: NDArray[np.float64]
    """That no upper face is there, then of each value from 1 to 6."""

    @classmethod
    def of(cls, *portraits: Pixels) -> "Opinion":
        """What it says on average of views of the same die."""
        net = load_network(NET)
        said = np.asarray(np.mean([net.run(one) for one in portraits], 0, np.float64))
        shares = np.exp(said[2:] - said[2:].max())
        return cls(Logits(float(said[0]), float(said[1])), shares / shares.sum())

    @property
    def is_clear(self) -> bool:
        """Whether a mirror image changes nothing."""
        return max(self.odd) < CLEAR and self.chances[self.value] > CLEAR_CHANCE

    @property
    def value(self) -> int:
        """What the upper face shows, most likely; 0 where there is none."""
        return int(self.chances.argmax())


def look_at(picture: Picture, places: Sequence[Place], changes: Changes, known: Calibration) -> list[Opinion]:
    """What the net says of each die."""
    return [
        look_at_one(picture, place, [other for other in places if other is not place], changes, known)
        for place in places
    ]


def look_at_one(
    picture: Picture, place: Place, others: Sequence[Place], changes: Changes, known: Calibration
) -> Opinion:
    """What the net says of one die beside others, if it is not clear on average with its portrait's mirror image."""
    portrait = draw_portrait(picture, place, others, known, changes)
    first = Opinion.of(portrait)
    return first if first.is_clear else Opinion.of(portrait, np.asarray(cv2.flip(portrait, 1), np.uint8))


def glance_at(picture: Picture, place: Place, others: Sequence[Place], changes: Changes, known: Calibration) -> Opinion:
    """The same of its portrait alone, in half the time."""
    return Opinion.of(draw_portrait(picture, place, others, known, changes))
