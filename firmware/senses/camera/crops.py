"""One die as the screen shows it: its piece of the picture beside its value."""

from __future__ import annotations

import numpy as np

from tablekeeper.display.pages import DieCrop
from tablekeeper.display.pages import Picture as ShownPicture
from tablekeeper.firmware.senses.arbiter import colour_of
from tablekeeper.vision.picture import Picture
from tablekeeper.vision.reading import Die

MARGIN = 0.3
"""Around the die, in sizes of it."""


def crop(die: Die, picture: Picture | None) -> DieCrop:
    """A die with its piece of the picture, where there is one."""
    piece = None
    if picture is not None:
        x, y, w, h = die.box
        margin = round(MARGIN * max(w, h))
        rows = slice(max(0, y - margin), y + h + margin)
        columns = slice(max(0, x - margin), x + w + margin)
        piece = ShownPicture(np.ascontiguousarray(picture[rows, columns, ::-1]))
    return DieCrop(die.value, colour_of(die), die.confidence, die.doubt, piece)
