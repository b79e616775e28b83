"""What the doctor looks at in the camera: its picture, the light, and what is known of the tray."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from tablekeeper.faults import words_of
from tablekeeper.firmware.checks.findings import Finding, State, fine, found, mend, why
from tablekeeper.firmware.checks.probes import Probes
from tablekeeper.firmware.senses.camera.known_tray import load_calibration
from tablekeeper.firmware.settings.config import Settings
from tablekeeper.hardware.errors import DriverMissingError, HardwareError
from tablekeeper.vision.picture import Picture
from tablekeeper.vision.settle import sharpness
from tablekeeper.vision.trays.calibration import Calibration
from tablekeeper.vision.trays.camera.light import check_light

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
        if not probes.is_pi:
            mends = mend("camera_choose")
        elif isinstance(fault, DriverMissingError):
            mends = mend("camera_driver")
        else:
            mends = mend("camera_cable")
        state: State = "bad" if probes.is_pi else "look"
        yield Finding("camera", state, found("camera_silent", words_of(fault)), why("camera_silent"), mends)
        return
    calibration, fault_found = load_calibration(home)
    sharp = sharpness(picture)
    seen = found("camera_sees", width=picture.shape[1], height=picture.shape[0], sharpness=round(sharp))
    blurred = sharp < SHARP_ENOUGH if calibration is None else sharp < 0.45 * calibration.sharpness
    if blurred:
        yield Finding("camera", "look", seen, why("camera_blurred"), mend("camera_blurred"))
    else:
        yield fine("camera", seen)
    if fault_found:
        yield Finding("tray", "bad", found("tray_broken", fault_found), why("tray_broken"), mend("calibrate"))
    else:
        yield from _look_at_tray(picture, calibration)


def _look_at_tray(picture: Picture, calibration: Calibration | None) -> Iterator[Finding]:
    checks = check_light(picture, calibration)
    for check in checks:
        key = f"light_{check.reason.replace('-', '_')}"
        yield Finding("light", "look", found(key), why("light"), mend(key, check.advice))
    if not checks:
        yield fine("light", found("light_well"))
    if calibration is None:
        yield Finding("tray", "look", found("tray_not_calibrated"), why("tray_not_calibrated"), mend("calibrate"))
    elif not calibration.fits(picture):
        seen = found("tray_of_another_size", width=calibration.width_px, height=calibration.height_px)
        yield Finding("tray", "look", seen, why("tray_of_another_size"), mend("calibrate"))
    else:
        yield fine("tray", found("tray_calibrated", count=len(calibration.samples)))
