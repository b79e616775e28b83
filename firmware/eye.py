"""The eye: looks at the tray through a camera and says what came to rest. A worker; it knows no game."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from firmware.drift import DriftWatch
from firmware.inbox import Ailing, Inbox, Seen, Stirring
from firmware.tray import Reader, reader_with
from hardware.camera import Camera
from hardware.frame import Frame
from vision import Calibration
from vision.reading import Reading
from vision.settle import Phase, Settle

FRAME_TIMEOUT_S = 0.5
IDLE_GLANCE_S = 0.5
"""Between two looks while no dice are asked for: enough to notice a roll that comes too early."""


STEADY = 3.0
"""Grey levels that a still tray may flicker at least: a calibration measures the mean, not the worst."""


class Eye:
    """Camera, settling and reading as one device that tells the inbox."""

    def __init__(self, camera: Camera, inbox: Inbox, read: Reader | None = None, *, noise: float = STEADY) -> None:
        self.camera = camera
        self.inbox = inbox
        self.expected: Mapping[str, int] | None = None
        self.latest: Frame | None = None
        """The newest frame, for whoever sets up the camera."""
        self.paused = False
        """Whether frames are only shown: while the camera is set up, dice in the tray are no answers."""
        self.on_picture: Callable[[Any, float], None] = lambda picture, at_s: None
        """Told each picture that was looked at for dice, and when it was taken."""
        self._read = read or reader_with(None)
        self._drift: DriftWatch | None = None
        self._settle = Settle(self._look, noise=noise)
        self._phase: Phase | None = None
        self._health = ""
        self._glanced_at_s = float("-inf")

    def learn(self, calibration: Calibration | None) -> None:
        """From now on read with what was learned of this tray, and watch whether it drifts."""
        self._read = reader_with(calibration)
        self._drift = None if calibration is None else DriftWatch(calibration)
        if calibration is not None:
            self._settle.noise = max(STEADY, calibration.noise)

    def ask(self, dice: Mapping[str, int] | None) -> None:
        """Say which dice are awaited, by colour and count; None when none are."""
        if dice != self.expected:
            self.expected = dice
            self._settle.ask(sum(dice.values()) if dice else None)

    def step(self) -> None:
        """Take one frame and tell what it changed; returns after a timeout at the latest."""
        try:
            self._step()
        except BaseException:
            self._health = ""  # whoever supervises tells that the camera is lost, so its health is news again
            raise

    def _step(self) -> None:
        frame = self.camera.frame(FRAME_TIMEOUT_S)
        self._tell_health()
        if frame is None:
            return
        self.latest = frame
        if self.paused:
            return
        if self.expected is None:
            if frame.taken_at_s - self._glanced_at_s < IDLE_GLANCE_S:
                return
            self._glanced_at_s = frame.taken_at_s
        self._watch(frame.bgr(), frame.taken_at_s)

    def _watch(self, picture: Any, at_s: float) -> None:
        if self.expected is not None:
            self.on_picture(picture, at_s)
        verdict = self._settle.watch(picture, at_s)
        if verdict.reading is not None:
            self.inbox.put(Seen(verdict.reading, picture, at_s))
        if verdict.phase is not self._phase:
            self._phase = verdict.phase
            self.inbox.put(Stirring(verdict.phase.value))
        if self._drift is not None and self.expected is None and verdict.phase is not Phase.MOVING:
            drifted = self._drift.look(picture, at_s)
            if drifted is not None:
                self.inbox.put(drifted)

    def _look(self, picture: Any) -> Reading:
        return self._read(picture, self.expected)

    def _tell_health(self) -> None:
        health = self.camera.health
        if health.state != self._health:
            self._health = health.state
            self.inbox.put(Ailing("camera", health.state, health.why))
