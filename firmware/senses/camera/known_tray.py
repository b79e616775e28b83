"""The tray's calibration on the disk, and the reader that knows this tray."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path

from tablekeeper.faults import words_of
from tablekeeper.firmware.settings.bounded import read_bounded
from tablekeeper.firmware.settings.whole_file import write_whole
from tablekeeper.hardware.cameras.camera import Camera
from tablekeeper.vision import Calibration, CalibrationError, read
from tablekeeper.vision.picture import Picture
from tablekeeper.vision.reading import Reading

CALIBRATION = "calibration.toml"
FRAME_TIMEOUT_S = 2.0

Reader = Callable[[Picture, Mapping[str, int] | None], Reading]


MOST_BYTES = 40_000_000
"""A calibration holds pictures of the tray."""


def load_calibration(home: Path) -> tuple[Calibration | None, str]:
    """The tray's calibration, if there is a good one, and what is wrong with it, if there is a bad one."""
    path = home / CALIBRATION
    if not path.exists():
        return None, ""
    try:
        return Calibration.from_toml(read_bounded(path, MOST_BYTES)), ""
    except (OSError, UnicodeDecodeError, CalibrationError) as fault:
        return None, words_of(fault)


def write_calibration(home: Path, known: Calibration) -> None:
    """Put the calibration in its place, whole or not at all."""
    home.mkdir(parents=True, exist_ok=True)
    write_whole(home / CALIBRATION, known.to_toml())


def take_pictures(camera: Camera, count: int) -> list[Picture]:
    """So many pictures, one after the other."""
    frames = (camera.frame(FRAME_TIMEOUT_S) for _ in range(count))
    return [frame.bgr() for frame in frames if frame is not None]


def reader_with(calibration: Calibration | None) -> Reader:
    """What the eye calls: read a picture, expecting these dice."""

    def look(picture: Picture, expect: Mapping[str, int] | None) -> Reading:
        return read(picture, expect, calibration)

    return look
