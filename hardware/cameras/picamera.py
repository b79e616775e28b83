"""The Raspberry Pi's own cameras through picamera2: focus, exposure and colours settle once and are then held."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Protocol, TypeVar

import cv2
import numpy as np
from numpy.typing import NDArray

from tablekeeper.hardware.cameras.camera import Opened
from tablekeeper.hardware.cameras.exposure import Lock, lock_for, mismatch
from tablekeeper.hardware.cameras.frame import ChannelOrder, Frame, Pixels
from tablekeeper.hardware.clock import Clock
from tablekeeper.hardware.errors import ConfigError, DriverMissingError
from tablekeeper.hardware.health import Health, HealthLog, Reason

_SETTLE_S = 4.0
_FOCUS_S = 6.0
_RETRY_S = 2.0
_SILENT_S = 2.0
_DROPPED_BEFORE_DOUBT = 30
# libcamera names channels from the highest byte down, so "RGB888" lies in memory as blue, green, red
_ORDERS: dict[str, ChannelOrder] = {"RGB888": "bgr", "BGR888": "rgb"}
# what a missing cable, a busy camera or a vanished sensor raises out of picamera2 and libcamera
_TROUBLE = (RuntimeError, OSError, TimeoutError, IndexError)

Metadata = Mapping[str, Any]
"""Settings and measurements by libcamera's names: numbers, words and tuples of them."""
Taken_co = TypeVar("Taken_co", covariant=True)


class Job(Protocol[Taken_co]):
    """Something that the camera has begun."""

    def get_result(self, timeout: float | None = None) -> Taken_co:
        """What came of it."""


@dataclass(frozen=True)
class PiCameraSettings:
    """How to run the camera. `known` is a lock from an earlier evening: nothing has to settle then."""

    index: int = 0
    size_px: tuple[int, int] = (1280, 960)
    pixel_format: str = "RGB888"
    mains_hz: float = 50
    max_gain: float = 6.0
    known: Lock | None = None


class Request(Protocol):
    """A picture with what the camera says of it."""

    def get_metadata(self) -> Metadata:
        """What the camera says of it."""

    def make_array(self, name: str) -> NDArray[np.uint8]:
        """Its bytes."""

    def release(self) -> None:
        """Give its memory back."""


class Picamera(Protocol):
    """What is used of picamera2."""

    camera_controls: Mapping[str, object]

    def create_video_configuration(self, *, main: Mapping[str, object], buffer_count: int) -> object:
        """A layout of its streams."""

    def configure(self, layout: object, /) -> None:
        """Take such a layout."""

    def camera_configuration(self) -> Mapping[str, Metadata]:
        """The layout that it really has."""

    def start(self) -> None:
        """Stream."""

    def stop(self) -> None:
        """Stream no more."""

    def close(self) -> None:
        """Give the camera back."""

    def set_controls(self, controls: Mapping[str, object]) -> None:
        """Change settings."""

    def capture_metadata(self, *, wait: bool) -> Job[Metadata]:
        """Begin to take a picture of which only the metadata is wanted."""

    def capture_request(self, *, wait: bool) -> Job[Request]:
        """Begin to take a picture."""

    def wait(self, job: Job[Taken_co], *, timeout: float) -> Taken_co:
        """What such a job took."""

    def cancel_all_and_flush(self) -> None:
        """Give up all jobs."""


def _picamera2(index: int) -> Picamera:
    """The real library's camera object; imported here because it exists on a Pi only."""
    try:
        from picamera2 import Picamera2
    except ImportError as error:
        raise DriverMissingError(
            "Cannot open the Pi camera: found no picamera2 ({error}); expected it installed: sudo apt "
            "install python3-picamera2, "
            "and a virtual environment made with --system-site-packages",
            error=error,
        ) from error
    camera: Picamera = Picamera2(index)
    return camera


class PiCamera(Opened):
    """A Camera Module on the Pi's own connector."""

    def __init__(
        self,
        clock: Clock,
        settings: PiCameraSettings = PiCameraSettings(),
        make: Callable[[int], Picamera] = _picamera2,
    ) -> None:
        self.clock, self.settings, self._make = clock, settings, make
        self.log = HealthLog()
        self.lock: Lock | None = None
        self.dropped = 0
        self._device: Picamera | None = None
        self._job: Job[Request] | None = None
        self._heard_s = 0.0
        self._retry_at_s = 0.0

    @property
    def health(self) -> Health:
        """How the camera is."""
        return self.log.present

    def open(self) -> None:
        """Start streaming, then hold focus, exposure and colours; a camera that does not answer is `lost`."""
        self.log.set("starting", "the camera is settling", self.clock.now())
        self._start()

    def close(self) -> None:
        """Stop and give the camera back."""
        self._drop_device()
        self.log.set("closed", "", self.clock.now())

    def frame(self, timeout_s: float) -> Frame | None:
        """The next frame that fits the lock."""
        until_s = self.clock.now() + timeout_s
        if self._device is None and not self._come_back(timeout_s):
            return None
        while (left_s := until_s - self.clock.now()) > 0:
            try:
                pixels, order, metadata = self._capture(left_s)
            except TimeoutError:  # late is not lost
                if self.clock.now() - self._heard_s >= _SILENT_S - 1e-9:
                    self._lose(
                        Reason(
                            "camera_late",
                            "the camera has given no picture for {seconds} s; check its ribbon cable",
                            seconds=f"{_SILENT_S:g}",
                        )
                    )
                return None
            except _TROUBLE as error:
                self._lose(
                    Reason(
                        "camera_silent",
                        "the camera gives no pictures ({error}); check its ribbon cable",
                        error=type(error).__name__,
                    )
                )
                return None
            wrong = mismatch(metadata, self.lock) if self.lock else ""
            if not wrong:
                self.dropped = 0
                self.log.set("ready", "", self.clock.now())
                return Frame(pixels, order, self.clock.now(), metadata)
            self.dropped += 1
            if self.dropped >= _DROPPED_BEFORE_DOUBT:
                self.log.set(
                    "doubtful",
                    Reason("camera_drifts", "the camera does not keep its settings: {wrong}", wrong=wrong),
                    self.clock.now(),
                )
        return None

    def _start(self) -> None:
        try:
            self._device = self._make(self.settings.index)
            layout = self._device.create_video_configuration(
                main={"size": self.settings.size_px, "format": self.settings.pixel_format}, buffer_count=4
            )
            self._device.configure(layout)
            self._device.start()
            self.lock = self._hold()
            self._heard_s = self.clock.now()
        except (DriverMissingError, ConfigError):
            self._drop_device()
            raise
        except _TROUBLE as error:
            self._lose(
                Reason(
                    "camera_stays_off",
                    "camera {index} does not start ({error}); check the cable and rpicam-hello",
                    index=self.settings.index,
                    error=str(error),
                )
            )

    @property
    def _camera(self) -> Picamera:
        """The camera, while there is one."""
        assert self._device is not None
        return self._device

    def _hold(self) -> Lock | None:
        """Let the camera find its settings, then hold them. A camera without such controls is used as it is."""
        controls = set(self._camera.camera_controls)
        lock = self.settings.known
        if lock is None and {"AeEnable", "AnalogueGain"} <= controls:
            lens = self._focus() if "LensPosition" in controls else None
            lock = lock_for(self._settled(), self.settings.mains_hz, lens, self.settings.max_gain)
        if lock is None:
            return None
        wanted: dict[str, object] = {"AeEnable": False, "ExposureTime": lock.exposure_us, "AnalogueGain": lock.gain}
        if "ColourGains" in controls:
            wanted |= {"AwbEnable": False, "ColourGains": lock.colour_gains}
        if lock.lens_dioptres is not None and "LensPosition" in controls:
            wanted |= {"AfMode": 0, "LensPosition": lock.lens_dioptres}  # 0: manual
        self._camera.set_controls({name: value for name, value in wanted.items() if name in controls})
        return lock

    def _focus(self) -> float:
        """Sweep the lens once and say where it stopped; picamera2 leaves it where it is unless asked."""
        self._camera.set_controls({"AfMode": 1, "AfTrigger": 0})  # 1: auto; 0: start
        until_s = self.clock.now() + _FOCUS_S
        metadata: Metadata = {}
        while self.clock.now() < until_s:
            metadata = self._metadata(1.0)
            if metadata.get("AfState") in (2, 3):  # focused, failed
                break
        if metadata.get("AfState") != 2:
            self.log.set(
                "doubtful",
                Reason("camera_unfocused", "the lens found no sharp picture; put a die into the tray"),
                self.clock.now(),
            )
        return float(metadata.get("LensPosition", 1.0))

    def _settled(self) -> Mapping[str, object]:
        """Metadata of a frame whose automatic exposure and colours have stopped moving."""
        until_s = self.clock.now() + _SETTLE_S
        before = self._metadata(1.0)
        steady = 0
        while self.clock.now() < until_s and steady < 5:
            after = self._metadata(1.0)
            moved = abs(
                after["ExposureTime"] * after["AnalogueGain"] / before["ExposureTime"] / before["AnalogueGain"] - 1
            )
            steady = steady + 1 if moved < 0.02 else 0
            before = after
        return before

    def _metadata(self, timeout_s: float) -> Metadata:
        job = self._camera.capture_metadata(wait=False)
        return self._camera.wait(job, timeout=timeout_s)

    def _capture(self, timeout_s: float) -> tuple[Pixels, ChannelOrder, Mapping[str, object]]:
        """A picture that does not come in time is awaited further by the next call, so that none is left unreleased."""
        self._job = self._job or self._camera.capture_request(wait=False)
        request = self._camera.wait(self._job, timeout=timeout_s)
        self._job, self._heard_s = None, self.clock.now()
        try:
            metadata = dict(request.get_metadata())
            main = self._camera.camera_configuration()["main"]
            pixels, order = to_pixels(request.make_array("main"), main["format"], tuple(main["size"]))
        finally:
            request.release()
        return pixels, order, metadata

    def _come_back(self, timeout_s: float) -> bool:
        """Try to start again, but not at every call."""
        if self.health.state == "closed" or self.clock.now() < self._retry_at_s:
            self.clock.sleep(timeout_s)
            return False
        self._start()
        return self._device is not None

    def _lose(self, why: str) -> None:
        self._drop_device()
        self._retry_at_s = self.clock.now() + _RETRY_S
        self.log.set("lost", why, self.clock.now())

    def _drop_device(self) -> None:
        device, self._device, self._job = self._device, None, None
        if device is not None:
            with contextlib.suppress(*_TROUBLE):
                device.cancel_all_and_flush()  # behind a picture that never comes, stop would wait for ever
            with contextlib.suppress(*_TROUBLE):  # a camera that is gone cannot be stopped politely
                device.stop()
            with contextlib.suppress(*_TROUBLE):
                device.close()


def to_pixels(array: NDArray[np.uint8], pixel_format: str, size_px: tuple[int, int]) -> tuple[Pixels, ChannelOrder]:
    """A frame's three bytes a pixel, from what libcamera's format names promise."""
    width, height = size_px
    if pixel_format in _ORDERS:
        return np.ascontiguousarray(array[:height, :width]), _ORDERS[pixel_format]
    if pixel_format == "NV12":
        picture = cv2.cvtColor(np.ascontiguousarray(array[: height * 3 // 2, :width]), cv2.COLOR_YUV2BGR_NV12)
        return np.asarray(picture, dtype=np.uint8), "bgr"
    raise ConfigError(
        "Cannot read a frame: found the pixel format {pixel_format!r}; expected one of {known}",
        pixel_format=pixel_format,
        known=", ".join([*_ORDERS, "NV12"]),
    )
