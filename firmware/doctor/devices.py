"""The devices: camera and light, pins, screen, sound."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from tablekeeper.firmware.doctor.findings import Finding, State, fine, found, mend, why
from tablekeeper.firmware.doctor.machine import is_pi
from tablekeeper.firmware.doctor.probes import Probes
from tablekeeper.firmware.settings.config import Settings
from tablekeeper.hardware.errors import DriverMissingError, HardwareError
from tablekeeper.vision import CalibrationError
from tablekeeper.vision.settle import sharpness
from tablekeeper.vision.trays.calibration import Calibration
from tablekeeper.vision.trays.light import check_light

CALIBRATION = "calibration.toml"
SHARP_ENOUGH = 5.0
"""Without a calibration to compare with: the simulated tray has 111 in focus, 3 to 1 blurred over 2 to 8 pixels, real
photographs of dice 7 to 290. Never measured on a camera over a tray."""


def look_at_camera(probes: Probes, home: Path, settings: Settings) -> Iterator[Finding]:
    """Whether a picture comes, whether it is sharp, and whether the light is good."""
    if settings.camera.backend == "none":
        yield fine("camera", found("switched_off"))
        return
    try:
        picture = probes.take_picture(settings.camera)
    except HardwareError as fault:
        if not is_pi(probes):
            mends = mend("camera_choose")
        elif isinstance(fault, DriverMissingError):
            mends = mend("camera_driver")
        else:
            mends = mend("camera_cable")
        state: State = "bad" if is_pi(probes) else "look"
        yield Finding("camera", state, found("camera_silent", str(fault)), why("camera_silent"), mends)
        return
    calibration, fault_found = load_calibration(home)
    sharp = sharpness(picture)
    told = found("camera_sees", width=picture.shape[1], height=picture.shape[0], sharpness=round(sharp))
    blurred = sharp < SHARP_ENOUGH if calibration is None else sharp < 0.45 * calibration.sharpness
    if blurred:
        yield Finding("camera", "look", told, why("camera_blurred"), mend("camera_blurred"))
    else:
        yield fine("camera", told)
    if fault_found:
        yield Finding("tray", "bad", found("tray_broken", fault_found), why("tray_broken"), mend("calibrate"))
    else:
        yield from _look_at_tray(picture, calibration)


def _look_at_tray(picture: Any, calibration: Calibration | None) -> Iterator[Finding]:
    checks = check_light(picture, calibration)
    for check in checks:
        key = f"light_{check.reason.replace('-', '_')}"
        yield Finding("light", "look", found(key), why("light"), mend(key, check.advice))
    if not checks:
        yield fine("light", found("light_well"))
    if calibration is None:
        yield Finding("tray", "look", found("tray_not_calibrated"), why("tray_not_calibrated"), mend("calibrate"))
    elif not calibration.fits(picture):
        told = found("tray_of_another_size", width=calibration.width_px, height=calibration.height_px)
        yield Finding("tray", "look", told, why("tray_of_another_size"), mend("calibrate"))
    else:
        yield fine("tray", found("tray_calibrated", count=len(calibration.samples)))


def load_calibration(home: Path) -> tuple[Calibration | None, str]:
    """The tray's calibration, if there is a good one, and what is wrong with it, if there is a bad one."""
    path = home / CALIBRATION
    if not path.exists():
        return None, ""
    try:
        return Calibration.from_toml(path.read_text(encoding="utf-8")), ""
    except (OSError, UnicodeDecodeError, CalibrationError) as fault:
        return None, str(fault)


def look_at_pins(probes: Probes, home: Path, settings: Settings) -> Iterator[Finding]:
    """Whether the pins can be reached; whether sensors answer needs hands (hands.py)."""
    if settings.box.backend != "real":
        yield fine("pins", found("pins_not_used", backend=repr(settings.box.backend)))
        return
    try:
        yield fine("pins", found("pins_reached", library=probes.open_pins(settings.box.gpio)))
    except HardwareError as fault:
        if is_pi(probes):
            yield Finding("pins", "bad", found("pins_not_reached", str(fault)), why("pins"), mend("pins_driver"))
        else:
            yield Finding("pins", "look", found("pins_none"), why("pins"), mend("pins_none"))


def look_at_screen(probes: Probes, home: Path, settings: Settings) -> Iterator[Finding]:
    """Which way to a screen there is."""
    wanted = settings.screen.driver
    ways = []
    if probes.environment.get("WAYLAND_DISPLAY"):
        ways.append("wayland")
    if probes.environment.get("DISPLAY"):
        ways.append("x11")
    if probes.exists("/dev/dri/card0") or probes.exists("/dev/dri/card1"):
        ways.append("kmsdrm")
    told = found("screen_ways" if ways else "screen_no_way", ways=", ".join(ways), wanted=repr(wanted))
    if wanted == "dummy" or (wanted == "auto" and ways) or wanted in ways:
        yield fine("screen", told)
        return
    yield Finding("screen", "look", told, why("screen"), mend("screen"))


def look_at_sound(probes: Probes, home: Path, settings: Settings) -> Iterator[Finding]:
    """Whether anything can sound."""
    cards = [line for line in (probes.read_text("/proc/asound/cards") or "").splitlines() if "]:" in line]
    runtime = probes.environment.get("XDG_RUNTIME_DIR", "")
    served = bool(runtime) and any(
        probes.exists(os.path.join(runtime, name)) for name in ("pipewire-0", os.path.join("pulse", "native"))
    )
    if settings.table.sound == "off":
        yield fine("sound", found("switched_off"))
    elif cards or served:
        yield fine("sound", found("sound_served" if served else "sound_cards", count=len(cards)))
    else:
        yield Finding("sound", "look", found("sound_none"), why("sound"), mend("sound"))
