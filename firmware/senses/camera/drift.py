"""Watches whether light, focus or place of the camera have drifted since the tray was calibrated."""

from __future__ import annotations

from collections.abc import Sequence

from tablekeeper.firmware.senses.inbox import Ailing
from tablekeeper.firmware.senses.reasons import say_reason
from tablekeeper.hardware.health import Reason
from tablekeeper.vision import Calibration
from tablekeeper.vision.picture import Picture
from tablekeeper.vision.reading import MOVED_CAMERA, Doubt, Reading, conclude
from tablekeeper.vision.trays.calibration import halve
from tablekeeper.vision.trays.camera.light import MOVED_PX, Check, camera_shift_px, check_light
from tablekeeper.vision.trays.tray_reader import read_tray

EVERY_S = 15.0
"""Light creeps; looking costs a few milliseconds."""
SURE_AFTER = 2
"""Looks that must agree, so that a sleeve over the tray is no drift."""

MOVED = Reason("camera_moved", "the camera or the tray moved: set the camera up again")


class DriftWatch:
    """Looks now and then at a still tray that nobody waits for."""

    def __init__(self, calibration: Calibration) -> None:
        self.calibration = calibration
        self._looked_at_s = float("-inf")
        self._reported = ""
        self._found: list[str] = []

    def doubt(self, picture: Picture, reading: Reading) -> Reading:
        """A reading of dice by a camera that was knocked aside is not sure, whatever it says."""
        known = self.calibration
        if known.fits(picture) and camera_shift_px(halve(picture), known) > MOVED_PX:
            return conclude(reading.dice, (*reading.doubts, Doubt(MOVED_CAMERA)))
        if not reading.sure and self._looks_moved(picture):
            return conclude(reading.dice, (*reading.doubts, Doubt(MOVED_CAMERA)))
        return reading

    def _looks_moved(self, picture: Picture) -> bool:
        """Whether so much differs from the empty tray that the camera must have been knocked aside, however far."""
        return any(doubt.reason == MOVED_CAMERA for doubt in read_tray(picture, self.calibration).doubts)

    def look(self, picture: Picture, at_s: float) -> Ailing | None:
        """The report, when it changed."""
        if at_s - self._looked_at_s < EVERY_S:
            return None
        self._looked_at_s = at_s
        checks = check_light(picture, self.calibration)
        self._found = [*self._found, _advise(checks)][-SURE_AFTER:]
        return self._news()

    def note_moved(self) -> Ailing | None:
        """The reader itself says so: nothing in the picture is where it was."""
        self._found = [MOVED] * SURE_AFTER
        return self._news()

    def _news(self) -> Ailing | None:
        now = self._found[-1]
        if len(self._found) < SURE_AFTER or now == self._reported or any(found != now for found in self._found):
            return None
        self._reported = now
        return Ailing("light", "doubtful" if now else "ready", say_reason(now))


def _advise(checks: Sequence[Check]) -> str:
    """What to do first; a camera that moved also changes the light."""
    reasons = [check.reason for check in checks]
    if MOVED_CAMERA in reasons:
        return MOVED
    return Reason("light_" + checks[0].reason.replace("-", "_"), checks[0].advice) if checks else ""
