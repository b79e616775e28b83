"""An empty tray as it was read last, so that it is read again only when something may have come into it."""

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from tablekeeper.vision.picture import Picture

LOOK_SIZE = (160, 120)
GLANCE_S = 0.5
"""Between two comparisons: a sensitive comparison may find news in every frame, and reading takes long."""
READ_S = 5.0
"""An empty tray is read so often whatever the comparison says."""
NOISES = 4.0
"""A difference of so many times the tray's noise is news. Noise alone gives half of that, and a die of 5 mm in the
felt's own colour three times as much; the motion gate takes such a die for flicker, as it counts pixels."""


def small_look(picture: Picture) -> NDArray[np.uint8]:
    """A small copy in colour, in which noise is evened out."""
    return np.asarray(cv2.blur(cv2.resize(picture, LOOK_SIZE, interpolation=cv2.INTER_NEAREST), (3, 3)), np.uint8)


@dataclass
class EmptyTray:
    """When the tray was last read as empty, and how it looked."""

    look: NDArray[np.uint8]
    read_at_s: float
    compared_at_s: float

    def is_unchanged(self, picture: Picture, at_s: float, noise: float) -> bool:
        """Whether nothing can have come into the tray that is worth a reading."""
        if at_s - self.compared_at_s < GLANCE_S:
            return True
        if at_s - self.read_at_s >= READ_S:
            return False
        self.compared_at_s = at_s
        return bool(cv2.absdiff(small_look(picture), self.look).max() <= NOISES * noise)
