"""Reading dice from another program: `from tablekeeper import read, watch`."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from tablekeeper.firmware.dice.roll import DiceRoll
from tablekeeper.vision import load_picture
from tablekeeper.vision import read as read_picture
from tablekeeper.vision.reader import check_expectation
from tablekeeper.vision.reading import Reading

__all__ = ["DiceRoll", "Reading", "read", "watch"]


def read(picture: str | os.PathLike[str] | Any, expect: Mapping[str, int] | None = None) -> Reading:
    """The dice in a picture file, or in an array (height x width x 3 bytes: blue, green, red).

    `expect` names the dice that should lie there (`{"red": 2}`). It can make a reading unsure, never change a value.
    """
    if isinstance(picture, str | os.PathLike):
        picture = load_picture(picture)
    return read_picture(picture, expect)


def watch(source: str | os.PathLike[str], expect: Mapping[str, int] | None = None) -> Iterator[DiceRoll]:
    """Every roll once, when it has come to rest: of a picture, a folder, a video, or a camera (`webcam`, `pi`).

    A camera is watched until you stop asking. Whatever cannot be opened raises a VisionError, a HardwareError or a
    BadInput, each with one sentence.
    """
    # not at the top: pictures alone need no camera drivers
    from tablekeeper.firmware.dice.sources import choose_camera, is_camera, watch_path
    from tablekeeper.firmware.dice.watching import watch_camera
    from tablekeeper.firmware.settings.config import CameraSettings

    check_expectation(expect)
    if isinstance(source, str) and is_camera(source):
        return watch_camera(choose_camera(source, CameraSettings()), expect)
    return watch_path(Path(source), expect, _refuse)


def _refuse(why: str) -> None:
    from tablekeeper.firmware.errors import BadInput

    raise BadInput(why)
