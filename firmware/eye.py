"""The eye: looks at the tray through a camera and says what came to rest. A worker; it knows no game."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from firmware.inbox import Ailing, Inbox, Seen, Stirring
from hardware.camera import Camera
from vision.reading import Reading
from vision.settle import Phase, Settle

FRAME_TIMEOUT_S = 0.5
IDLE_GLANCE_S = 0.5
"""Between two looks while no dice are asked for: enough to notice a roll that comes too early."""


class Eye:
    """Camera, settling and reading as one device that tells the inbox."""

    def __init__(
        self,
        camera: Camera,
        inbox: Inbox,
        read: Callable[[Any, Mapping[str, int] | None], Reading],
        *,
        noise: float = 3.0,
    ) -> None:
        self.camera = camera
        self.inbox = inbox
        self.expected: Mapping[str, int] | None = None
        self._read = read
        self._settle = Settle(self._look, noise=noise)
        self._phase: Phase | None = None
        self._health = ""
        self._glanced_at_s = float("-inf")

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
        if self.expected is None:
            if frame.taken_at_s - self._glanced_at_s < IDLE_GLANCE_S:
                return
            self._glanced_at_s = frame.taken_at_s
        picture = frame.bgr()
        verdict = self._settle.watch(picture, frame.taken_at_s)
        if verdict.reading is not None:
            self.inbox.put(Seen(verdict.reading, picture, frame.taken_at_s))
        if verdict.phase is not self._phase:
            self._phase = verdict.phase
            self.inbox.put(Stirring(verdict.phase.value))

    def _look(self, picture: Any) -> Reading:
        return self._read(picture, self.expected)

    def _tell_health(self) -> None:
        health = self.camera.health
        if health.state != self._health:
            self._health = health.state
            self.inbox.put(Ailing("camera", health.state, health.why))
