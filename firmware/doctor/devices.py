"""The devices: camera and light, pins, screen, sound."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from firmware.config import Settings
from firmware.doctor.findings import Finding, fine
from firmware.doctor.machine import is_pi
from firmware.doctor.probes import Probes
from hardware.errors import DriverMissingError, HardwareError
from vision import CalibrationError
from vision.calibration import Calibration
from vision.light import check_light
from vision.settle import sharpness

CALIBRATION = "calibration.toml"
SHARP_ENOUGH = 5.0
"""Without a calibration to compare with: the simulated tray has 111 in focus, 3 to 1 blurred over 2 to 8 pixels, real
photographs of dice 7 to 290. Never measured on a camera over a tray."""
BY_TOUCH = "without it the dice are typed in; the game goes on"


def look_at_camera(probes: Probes, home: Path, settings: Settings) -> Iterator[Finding]:
    """Whether a picture comes, whether it is sharp, and whether the light is good."""
    if settings.camera.backend == "none":
        yield fine("camera", "switched off in the settings")
        return
    try:
        picture = probes.take_picture(settings.camera)
    except HardwareError as fault:
        if not is_pi(probes):
            mend = "choose one in config.toml: [camera] kind = 'webcam', or backend = 'simulated' or 'none'"
        elif isinstance(fault, DriverMissingError):
            mend = "sudo apt install python3-picamera2; then make setup anew"
        else:
            mend = "push the cable home at both ends (power off first); rpicam-hello --list-cameras must show it"
        yield Finding("camera", "bad" if is_pi(probes) else "look", str(fault), BY_TOUCH, mend)
        return
    calibration, fault_found = load_calibration(home)
    sharp = sharpness(picture)
    told = f"a picture of {picture.shape[1]} x {picture.shape[0]}, sharpness {sharp:.0f}"
    blurred = sharp < SHARP_ENOUGH if calibration is None else sharp < 0.45 * calibration.sharpness
    if blurred:
        yield Finding("camera", "look", told, "pips drown in blur", "clean the lens, focus again, calibrate")
    else:
        yield fine("camera", told)
    if fault_found:
        yield Finding("tray", "bad", fault_found, "nothing is read with a broken calibration", "calibrate in the menu")
    else:
        yield from _look_at_tray(picture, calibration)


def _look_at_tray(picture: Any, calibration: Calibration | None) -> Iterator[Finding]:
    checks = check_light(picture, calibration)
    for check in checks:
        yield Finding("light", "look", check.reason.replace("_", " "), "more dice have to be asked for", check.advice)
    if not checks:
        yield fine("light", "bright enough, no glare")
    if calibration is None:
        yield Finding("tray", "look", "not calibrated", "readings are surer with it", "calibrate in the menu")
    elif not calibration.fits(picture):
        found = f"calibrated at {calibration.width_px} x {calibration.height_px}"
        yield Finding("tray", "look", found, "the camera has another size now", "calibrate in the menu")
    else:
        yield fine("tray", f"calibrated, the owner's dice in {len(calibration.samples)} colours")


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
        yield fine("pins", f"not used: the box is {settings.box.backend!r} in the settings")
        return
    why = "without them cocoons are slid by touch; the game goes on"
    try:
        yield fine("pins", f"reached through {probes.open_pins()}")
    except HardwareError as fault:
        if is_pi(probes):
            yield Finding("pins", "bad", str(fault), why, "sudo apt install python3-lgpio; sudo usermod -aG gpio $USER")
        else:
            yield Finding("pins", "look", "no pins on this computer", why, "tablekeeper --set box.backend=none")


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
    told = f"{', '.join(ways) or 'none'} can be reached, the settings say {wanted!r}"
    if wanted == "dummy" or (wanted == "auto" and ways) or wanted in ways:
        yield fine("screen", told)
        return
    mend = "start it from the desktop, or on the console as a member of the groups video, render and input"
    yield Finding("screen", "look", told, "without a screen it plays at the terminal", mend)


def look_at_sound(probes: Probes, home: Path, settings: Settings) -> Iterator[Finding]:
    """Whether anything can sound."""
    cards = [line for line in (probes.read_text("/proc/asound/cards") or "").splitlines() if "]:" in line]
    runtime = probes.environment.get("XDG_RUNTIME_DIR", "")
    served = bool(runtime) and any(
        probes.exists(os.path.join(runtime, name)) for name in ("pipewire-0", os.path.join("pulse", "native"))
    )
    if settings.table.sound == "off":
        yield fine("sound", "switched off in the settings")
    elif cards or served:
        found = f"{len(cards)} sound cards" + (" and a sound server" if served else "")
        yield fine("sound", found)
    else:
        mend = "plug in a speaker and choose it by: sudo raspi-config (System, Audio)"
        yield Finding("sound", "look", "no sound card", "everything is also shown, sounds are a comfort", mend)
