"""Watches whether light, focus or place of the camera have drifted since the tray was calibrated."""

from __future__ import annotations

from typing import Any

from firmware.inbox import Ailing
from vision import Calibration
from vision.light import check_light

EVERY_S = 15.0
"""Light creeps; looking costs a few milliseconds."""
SURE_AFTER = 2
"""Looks that must agree, so that a sleeve over the tray is no drift."""


class DriftWatch:
    """Looks now and then at a still tray that nobody waits for."""

    def __init__(self, calibration: Calibration) -> None:
        self.calibration = calibration
        self._looked_at_s = float("-inf")
        self._told = ""
        self._found: list[str] = []

    def look(self, picture: Any, at_s: float) -> Ailing | None:
        """What to tell, when it changed."""
        if at_s - self._looked_at_s < EVERY_S:
            return None
        self._looked_at_s = at_s
        checks = check_light(picture, self.calibration)
        self._found = [*self._found, checks[0].advice if checks else ""][-SURE_AFTER:]
        now = self._found[-1]
        if len(self._found) < SURE_AFTER or now == self._told or any(found != now for found in self._found):
            return None
        self._told = now
        return Ailing("light", "doubtful" if now else "ready", now)
