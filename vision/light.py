"""Checks light, focus and place of the camera, in words that say what to do."""

from dataclasses import dataclass

import cv2
import numpy as np

from vision.calibration import Calibration, halve
from vision.candidates import Picture
from vision.reading import GLARE, MOVED_CAMERA, OUT_OF_FOCUS, TOO_DARK
from vision.settle import sharpness
from vision.tray import light_gain

DARK_LEVEL = 60  # 95th percentile of brightness below which pips drown in noise
GLARE_LEVEL = 250
GLARE_SHARE = 0.004  # of the picture
BLURRED_SHARE = 0.45  # of the sharpness at calibration
DRIFTED = 0.25  # relative change of the light that asks for a new look at the empty tray
MOVED_PX = 3.0  # of the half-size picture


@dataclass(frozen=True)
class Check:
    """One thing that is not as it should be."""

    reason: str
    advice: str


def check_light(picture: Picture, calibration: Calibration | None = None) -> list[Check]:
    """What to change before playing; nothing when all is well. Shows the empty tray, or at least mostly floor."""
    checks = []
    brightest = picture[::4, ::4].max(2)
    if float(np.percentile(brightest, 95)) < DARK_LEVEL:
        checks.append(Check(TOO_DARK, "too dark: add light"))
    place = _glare_place(picture)
    if place:
        checks.append(Check(GLARE, f"glare at the {place}: move the lamp or soften it"))
    if calibration is not None and calibration.fits(picture):
        checks += _compare(picture, calibration)
    return checks


def _glare_place(picture: Picture) -> str | None:
    """Where the largest overexposed patch lies, if it is large."""
    burnt = np.asarray((halve(picture).min(2) >= GLARE_LEVEL), np.uint8)
    count, _, stats, centres = cv2.connectedComponentsWithStats(burnt, connectivity=8)
    if count < 2:
        return None
    largest = 1 + int(stats[1:, cv2.CC_STAT_AREA].argmax())
    if int(stats[largest, cv2.CC_STAT_AREA]) < GLARE_SHARE * burnt.size:
        return None
    x, y = centres[largest, 0] / burnt.shape[1], centres[largest, 1] / burnt.shape[0]
    return name_place(float(x), float(y))


def name_place(x: float, y: float) -> str:
    """A place in the picture in words; x and y from 0 to 1."""
    across = "left" if x < 1 / 3 else "right" if x > 2 / 3 else ""
    along = "far" if y < 1 / 3 else "near" if y > 2 / 3 else ""
    if not across and not along:
        return "middle"
    return f"{along} {across}".strip() + (" corner" if across and along else " wall")


def _compare(picture: Picture, calibration: Calibration) -> list[Check]:
    """Drift against the calibration: focus, brightness, place."""
    checks = []
    small = halve(picture)
    if sharpness(picture) < BLURRED_SHARE * calibration.sharpness:
        checks.append(Check(OUT_OF_FOCUS, "out of focus: clean the lens, focus again"))
    if abs(np.log(light_gain(small, calibration))) > np.log(1 + DRIFTED):
        checks.append(
            Check(
                TOO_DARK if light_gain(small, calibration) < 1 else GLARE,
                "the light changed: show the empty tray for five seconds",
            )
        )
    if camera_shift_px(small, calibration) > MOVED_PX:
        checks.append(Check(MOVED_CAMERA, "the camera or the tray moved: show the empty tray for five seconds"))
    return checks


def camera_shift_px(small: Picture, calibration: Calibration) -> float:
    """How far the half-size picture slid against the calibrated one."""
    now = cv2.cvtColor(small, cv2.COLOR_BGR2GRAY).astype(np.float32)
    then = cv2.cvtColor(calibration.background, cv2.COLOR_BGR2GRAY).astype(np.float32)
    window = cv2.createHanningWindow((now.shape[1], now.shape[0]), cv2.CV_32F)
    (x, y), response = cv2.phaseCorrelate(then, now, window)
    return float(np.hypot(x, y)) if response > 0.05 else 0.0
