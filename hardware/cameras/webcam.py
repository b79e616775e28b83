"""USB cameras through OpenCV and V4L2, read by a thread so that a hanging camera hangs nobody else."""

from __future__ import annotations

import threading
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

import cv2
import numpy as np

from tablekeeper.hardware.cameras.camera import Opened
from tablekeeper.hardware.cameras.frame import Frame
from tablekeeper.hardware.clock import Clock
from tablekeeper.hardware.errors import CameraError
from tablekeeper.hardware.health import Health, HealthLog, Reason

if TYPE_CHECKING:
    from cv2.typing import MatLike

_RETRY_S = 1.0


@dataclass(frozen=True)
class WebcamSettings:
    """Which camera, and what is held: an exposure of None leaves it automatic."""

    index: int = 0
    size_px: tuple[int, int] = (1280, 720)
    exposure: float | None = None
    focus: float | None = None
    white_kelvin: float | None = None


class Capture(Protocol):
    """What is used of OpenCV's capture."""

    def isOpened(self) -> bool:  # noqa: N802 (OpenCV's name)
        """Whether there is a camera."""

    def read(self) -> tuple[bool, MatLike | None]:
        """Whether a picture came, and the picture."""

    def set(self, propId: int, value: float) -> bool:  # noqa: N803 (OpenCV's name)
        """Change a setting, where the camera has it."""

    def release(self) -> None:
        """Give the camera back."""


def _capture(index: int) -> Capture | None:
    """OpenCV's capture, or None where there is no such device: OpenCV itself would fill the terminal with warnings."""
    return cv2.VideoCapture(index, cv2.CAP_V4L2) if Path(f"/dev/video{index}").exists() else None


class Webcam(Opened):
    """A camera at /dev/video<index>."""

    def __init__(
        self,
        clock: Clock,
        settings: WebcamSettings = WebcamSettings(),
        make: Callable[[int], Capture | None] = _capture,
    ) -> None:
        self.clock, self.settings, self._make = clock, settings, make
        self.log = HealthLog()
        self._device: Capture | None = None
        self._news = threading.Condition()
        self._newest: Frame | None = None
        self._stop = threading.Event()
        self._thread: threading.Thread | None = None

    @property
    def health(self) -> Health:
        """How the camera is."""
        return self.log.present

    def open(self) -> None:
        """Find the camera and start reading; a camera index that is not there is an error."""
        self.log.set("starting", "the camera is starting", self.clock.now())
        if not self._connect():
            self.log.set("closed", "", self.clock.now())
            raise CameraError(
                "Cannot open the USB camera: found none at index {index!r}; v4l2-ctl --list-devices shows which "
                "there are",
                index=self.settings.index,
            )
        self._stop.clear()
        self._thread = threading.Thread(target=self._read_on, name=f"webcam-{self.settings.index}", daemon=True)
        self._thread.start()

    def close(self) -> None:
        """Stop the thread and give the camera back."""
        self._stop.set()
        if self._thread is not None:
            self._thread.join(timeout=5.0)
            self._thread = None
        self._disconnect()
        self._newest = None
        self.log.set("closed", "", self.clock.now())

    def frame(self, timeout_s: float) -> Frame | None:
        """The newest frame, unless it was handed out already."""
        with self._news:
            self._news.wait_for(lambda: self._newest is not None, timeout_s)
            newest, self._newest = self._newest, None
            return newest

    def read_once(self) -> bool:
        """Take one picture from the camera, or notice that it is gone; whether there was one."""
        if self._device is None and not self._connect():
            return False
        assert self._device is not None
        found, pixels = self._device.read()
        now_s = self.clock.now()
        if not found or pixels is None:
            self._disconnect()
            self.log.set(
                "lost",
                Reason(
                    "webcam_silent", "USB camera {index} gives no pictures; check its plug", index=self.settings.index
                ),
                now_s,
            )
            return False
        with self._news:
            self._newest = Frame(np.asarray(pixels, dtype=np.uint8), "bgr", now_s, {"source": "v4l2"})
            self._news.notify_all()
        self.log.set("ready", "", now_s)
        return True

    def _read_on(self) -> None:
        while not self._stop.is_set():
            if not self.read_once():
                self._stop.wait(_RETRY_S)

    def _connect(self) -> bool:
        device = self._make(self.settings.index)
        if device is None:
            return False
        if not device.isOpened():
            device.release()
            return False
        device.set(cv2.CAP_PROP_FOURCC, cv2.VideoWriter.fourcc(*"MJPG"))
        device.set(cv2.CAP_PROP_FRAME_WIDTH, self.settings.size_px[0])
        device.set(cv2.CAP_PROP_FRAME_HEIGHT, self.settings.size_px[1])
        device.set(cv2.CAP_PROP_BUFFERSIZE, 1)
        if self.settings.exposure is not None:
            device.set(cv2.CAP_PROP_AUTO_EXPOSURE, 1)  # 1 is "manual" for V4L2, whatever other systems say
            device.set(cv2.CAP_PROP_EXPOSURE, self.settings.exposure)
        if self.settings.focus is not None:
            device.set(cv2.CAP_PROP_AUTOFOCUS, 0)
            device.set(cv2.CAP_PROP_FOCUS, self.settings.focus)
        if self.settings.white_kelvin is not None:
            device.set(cv2.CAP_PROP_AUTO_WB, 0)
            device.set(cv2.CAP_PROP_WB_TEMPERATURE, self.settings.white_kelvin)
        self._device = device
        return True

    def _disconnect(self) -> None:
        device, self._device = self._device, None
        if device is not None:
            device.release()
