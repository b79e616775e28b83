"""What the words of a command or a caller name: a picture, a folder, a video, or a camera."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from tablekeeper.firmware.dice.presets import ANY, Preset
from tablekeeper.firmware.dice.roll import DiceRoll
from tablekeeper.firmware.dice.watching import Expect, Report, read_pictures, watch_film
from tablekeeper.firmware.errors import BadInput
from tablekeeper.firmware.settings.config import CameraSettings
from tablekeeper.firmware.settings.hardware import CAMERAS, camera_config
from tablekeeper.hardware.cameras.camera import Camera
from tablekeeper.hardware.cameras.factory import CameraConfig, make_camera
from tablekeeper.hardware.cameras.pictures import PICTURE_KINDS, VIDEO_KINDS, Pictures, rate_of
from tablekeeper.hardware.clock import FastClock, RealClock

LIVE = ("pi", "webcam")


def watch_path(path: Path, expect: Expect, report: Report, preset: Preset = ANY) -> Iterator[DiceRoll]:
    """The rolls of a picture, of a folder of pictures, or of a video."""
    if not path.exists():
        raise BadInput(
            "Cannot read dice from {path}: found nothing there; expected a picture, a folder or a video", path=path
        )
    if path.is_dir():
        pictures = sorted(place for place in path.iterdir() if place.suffix.lower() in PICTURE_KINDS)
        if not pictures:
            raise BadInput(
                "Cannot read dice from {path}: found no pictures in it; expected {known}",
                path=path,
                known=", ".join(PICTURE_KINDS),
            )
        return read_pictures(pictures, expect, report, preset)
    if path.suffix.lower() in VIDEO_KINDS:
        return watch_film(Pictures(FastClock(), path, frames_per_s=rate_of(path)), expect, preset=preset)
    return read_pictures([path], expect, report, preset)


def is_camera(words: str) -> bool:
    """Whether words name a camera, and no file."""
    return words.partition(":")[0] in LIVE


def choose_camera(words: str, settings: CameraSettings) -> Camera:
    """The camera that words such as `webcam:1` name; without words that of the settings."""
    if not words:
        if settings.backend != "real":
            raise BadInput(
                "Cannot read dice: found no camera in the settings (camera.backend is {backend!r}); expected "
                "--camera webcam, --camera pi, or a picture, folder or video",
                backend=settings.backend,
            )
        return make_camera(RealClock(), camera_config(settings))
    kind, _, index = words.partition(":")
    if not is_camera(words) or (index and not (index.isascii() and index.isdigit() and len(index) < 4)):
        raise BadInput("Cannot read dice: found the camera {words!r}; expected pi, webcam or webcam:1", words=words)
    size_px = (settings.width_px, settings.height_px)
    return make_camera(
        RealClock(), CameraConfig(CAMERAS[kind], int(index or settings.index), size_px, "", settings.mains_hz)
    )
