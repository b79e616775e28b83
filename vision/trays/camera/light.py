"""Checks light, focus and place of the camera, in words that say what to do."""

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from tablekeeper.vision.faces.candidates import Picture
from tablekeeper.vision.reading import GLARE, MOVED_CAMERA, OUT_OF_FOCUS, TOO_DARK
from tablekeeper.vision.trays.calibration import Calibration, halve
from tablekeeper.vision.trays.camera.align import DARKEST, Slide, find_slide

DARK_LEVEL = 60  # 95th percentile of brightness below which pips drown in noise
GLARE_LEVEL = 250
GLARE_SHARE = 0.004  # of the picture
GLARE_FACES = 2.5  # faces of the owner's dice
DETAIL_LEFT = 0.65  # of the empty tray's finest structure: less is blur or fog
FINE_PX = 1.5  # of the half-size picture
TILES = (4, 6)  # parts down and across, of which the half with the most structure counts
DRIFTED = 0.25  # relative change of the light that asks for a new look at the empty tray
TINTED = 0.1  # the same between two of its colours
USUAL = (0.7, 1.4)  # gains of the light that are a drift
MOVED_PX = 0.4  # of the half-size picture: beyond it, no calibrated reading is sure any more


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
    edge_px = calibration.edge_px or 0.0 if calibration is not None else 0.0
    place = _glare_place(picture, edge_px)
    if place:
        checks.append(Check(GLARE, f"glare at the {place}: move the lamp or soften it"))
    if calibration is not None and calibration.fits(picture):
        checks += _compare(picture, calibration)
    return checks


def _glare_place(picture: Picture, edge_px: float) -> str | None:
    """Where the largest overexposed patch lies, if it is larger than white dice in good light."""
    burnt = np.asarray((halve(picture).min(2) >= GLARE_LEVEL), np.uint8)
    count, _, stats, centres = cv2.connectedComponentsWithStats(burnt, connectivity=8)
    if count < 2:
        return None
    largest = 1 + int(stats[1:, cv2.CC_STAT_AREA].argmax())
    if int(stats[largest, cv2.CC_STAT_AREA]) < max(GLARE_SHARE * burnt.size, GLARE_FACES * (edge_px / 2) ** 2):
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
    """Drift against the calibration: focus, brightness, colour, place."""
    checks = []
    small = halve(picture)
    slide = find_slide(small, calibration.background)
    if _detail_left(small, calibration.background, slide) < DETAIL_LEFT:
        checks.append(Check(OUT_OF_FOCUS, "out of focus: clean the lens, focus again"))
    gain = light_gain(small, calibration)
    if abs(np.log(gain)) > np.log(1 + DRIFTED) or _tint(small, calibration.background) > 1 + TINTED:
        reason = TOO_DARK if gain < 1 else GLARE
        checks.append(Check(reason, "the light changed: show the empty tray for five seconds"))
    if slide.typical_px(small.shape[1], small.shape[0]) > MOVED_PX:
        checks.append(Check(MOVED_CAMERA, "the camera or the tray moved: show the empty tray for five seconds"))
    return checks


def light_gain(small: Picture, calibration: Calibration) -> float:
    """How much brighter the floor is than when it was calibrated, within what a drift may be."""
    now, then = (part[4::8, 4::8, 1].astype(np.float32).ravel() + 1 for part in (small, calibration.background))
    return float(np.clip(np.median(now / then), *USUAL))


def camera_shift_px(small: Picture, calibration: Calibration) -> float:
    """How far the half-size picture slid and turned against the calibrated one."""
    return find_slide(small, calibration.background).typical_px(small.shape[1], small.shape[0])


def _detail_left(small: Picture, floor: Picture, slide: Slide) -> float:
    """How much of the empty tray's fine detail is still seen, as most of its parts say: noise and dice add none."""
    then, now = slide.of(_detail(floor)), _detail(small)
    parts = [
        (float((one * one).sum()), float((one * other).sum()))
        for rows, others in zip(np.array_split(then, TILES[0]), np.array_split(now, TILES[0]), strict=True)
        for one, other in zip(np.array_split(rows, TILES[1], 1), np.array_split(others, TILES[1], 1), strict=True)
    ]
    richest = sorted(parts, reverse=True)[: len(parts) // 2]
    return float(np.median([left / whole for whole, left in richest if whole > 0] or [1.0]))


def _detail(picture: Picture) -> NDArray[np.float32]:
    """The finest structure, whatever the light."""
    light = cv2.log(cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY).astype(np.float32) + np.float32(DARKEST))
    return np.asarray(light - cv2.GaussianBlur(light, (0, 0), FINE_PX), np.float32)


def _tint(small: Picture, floor: Picture) -> float:
    """How much more one colour of the light has changed than another."""
    now, then = (
        picture[4::8, 4::8].reshape(-1, 3).astype(np.float32) + np.float32(DARKEST) for picture in (small, floor)
    )
    gains = np.median(now / then, 0)
    return float(gains.max() / gains.min())
