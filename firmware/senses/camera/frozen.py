"""Notices a camera that hangs: a sensor always has some noise, so the very same picture twice is no news."""

from __future__ import annotations

import numpy as np

from tablekeeper.hardware.cameras.frame import Frame, Pixels
from tablekeeper.hardware.health import Reason

FROZEN_S = 1.5
FROZEN_FRAMES = 5
"""So long, and so often, the same picture is no chance but a camera that hangs."""
REOPEN_S = 10.0
"""Between two attempts to start such a camera anew."""
ROWS = 60
WHY = Reason(
    "camera_frozen",
    "the camera gives the same picture again and again; see that nothing covers it, or plug it in again",
)


class Frozen:
    """Compares each frame with the one before, to the last byte."""

    def __init__(self) -> None:
        self._last: Frame | None = None
        self._since_s = 0.0
        self._repeated = 0
        self._reopened_at_s = 0.0
        self.now = False
        """Whether the camera hangs."""

    def repeats(self, frame: Frame) -> bool:
        """Whether this is the same picture once more; another file of a folder is another picture."""
        last, self._last = self._last, frame
        same = (
            last is not None
            and last.metadata.get("source") == frame.metadata.get("source")
            and _are_equal(last.pixels, frame.pixels)
        )
        if not same:
            self._since_s = self._reopened_at_s = frame.taken_at_s
        self._repeated = self._repeated + 1 if same else 0
        self.now = self._repeated >= FROZEN_FRAMES and frame.taken_at_s - self._since_s >= FROZEN_S
        return same

    def is_due(self, now_s: float) -> bool:
        """Whether to try and start the camera anew, the first time at once."""
        due = self.now and (self._reopened_at_s == self._since_s or now_s - self._reopened_at_s >= REOPEN_S)
        if due:
            self._reopened_at_s = now_s
        return due


def _are_equal(one: Pixels, other: Pixels) -> bool:
    """To the last byte; a few rows distinguish most pictures, and cost next to nothing."""
    return np.array_equal(one[::ROWS], other[::ROWS]) and np.array_equal(one, other)
