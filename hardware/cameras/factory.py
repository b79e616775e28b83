"""Makes the camera that a config names, in one place for the program, the doctor and the tools."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from tablekeeper.hardware.cameras.camera import Camera
from tablekeeper.hardware.cameras.picamera import PiCamera, PiCameraSettings
from tablekeeper.hardware.cameras.pictures import Pictures
from tablekeeper.hardware.cameras.webcam import Webcam, WebcamSettings
from tablekeeper.hardware.clock import Clock
from tablekeeper.hardware.errors import ConfigError


@dataclass(frozen=True)
class CameraConfig:
    """Which camera, and how it is run. A folder of pictures keeps the size that its pictures have."""

    kind: str = "picamera"
    index: int = 0
    size_px: tuple[int, int] = (1280, 960)
    pictures: str = ""
    mains_hz: float = 50


def _pi(clock: Clock, config: CameraConfig) -> Camera:
    return PiCamera(clock, PiCameraSettings(config.index, config.size_px, mains_hz=config.mains_hz))


def _webcam(clock: Clock, config: CameraConfig) -> Camera:
    return Webcam(clock, WebcamSettings(config.index, config.size_px))


def _pictures(clock: Clock, config: CameraConfig) -> Camera:
    return Pictures(clock, Path(config.pictures))


KINDS: dict[str, Callable[[Clock, CameraConfig], Camera]] = {"picamera": _pi, "webcam": _webcam, "pictures": _pictures}


def make_camera(clock: Clock, config: CameraConfig) -> Camera:
    """The camera, not yet opened."""
    if config.kind not in KINDS:
        raise ConfigError(
            "Cannot make a camera: found the kind {kind!r}; expected {known}", kind=config.kind, known=", ".join(KINDS)
        )
    return KINDS[config.kind](clock, config)
