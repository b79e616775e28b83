"""Everything that hands can try, at the terminal and in the order of work: camera and light, sound, box, knob."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager
from pathlib import Path
from typing import NamedTuple

from tablekeeper.faults import words_of
from tablekeeper.firmware.checks.findings import Finding, fine, found, mend, why
from tablekeeper.firmware.doctor.controls import try_sound, walk_controls
from tablekeeper.firmware.doctor.hands import walk_box
from tablekeeper.firmware.doctor.mounting import AIMS
from tablekeeper.firmware.doctor.steps import Hands, walk
from tablekeeper.firmware.errors import BadInput
from tablekeeper.firmware.settings.config import BoxSettings, CameraSettings, Settings
from tablekeeper.hardware.cameras.camera import Camera
from tablekeeper.hardware.errors import HardwareError
from tablekeeper.hardware.header.gpio import PinFactory
from tablekeeper.hardware.header.pins import DEFAULT_PINS, load_pins
from tablekeeper.vision.picture import Picture

FRAME_S = 0.5
"""How long one picture is waited for."""


class Opens(NamedTuple):
    """How the devices of this table are reached."""

    camera: Callable[[CameraSettings], AbstractContextManager[Camera]]
    pins: Callable[[str], PinFactory]
    sound: Callable[[], bool]
    """Plays a few notes; whether they sound."""


def walk_all(settings: Settings, hands: Hands, opens: Opens) -> Iterator[Finding]:
    """Each thing that this table has, one after the other; what it has not got is not asked for."""
    if settings.camera.backend != "none":
        yield from walk_mounting(settings.camera, hands, opens.camera)
    if settings.table.sound != "off":
        yield walk(try_sound(opens.sound), hands)
    if settings.box.backend == "real":
        yield from walk_pins(settings.box, hands, opens.pins)
    else:
        yield fine("pins", found("pins_not_used", backend=repr(settings.box.backend)))


def walk_mounting(
    settings: CameraSettings, hands: Hands, open_camera: Callable[[CameraSettings], AbstractContextManager[Camera]]
) -> Iterator[Finding]:
    """The tray in sight, the light, the focus."""
    try:
        with open_camera(settings) as camera:

            def look() -> Picture | None:
                frame = camera.frame(FRAME_S)
                return None if frame is None else frame.bgr()

            for try_aim in AIMS.values():
                yield walk(try_aim(look, hands.now), hands)
    except HardwareError as fault:
        yield Finding(
            "camera", "look", found("camera_silent", words_of(fault)), why("camera_silent"), mend("camera_cable")
        )


def walk_pins(settings: BoxSettings, hands: Hands, open_pins: Callable[[str], PinFactory]) -> Iterator[Finding]:
    """The box, then everything else of the header that is fitted."""
    factory: PinFactory | None = None

    def open_factory() -> PinFactory:
        nonlocal factory
        factory = open_pins(settings.gpio)
        return factory

    try:
        yield walk_box(settings, hands, open_factory)
    except BadInput as fault:
        yield Finding("box", "bad", found("box_closed", words_of(fault)), why("pins"), mend("pins_none"))
    if factory is not None:
        yield from walk_controls(load_pins(Path(settings.pins) if settings.pins else DEFAULT_PINS), factory, hands)
