"""Compares a picture with the empty tray: what changed, and what of it is more than a shadow."""

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.calibration import Calibration, halve
from vision.candidates import Picture

Floats = NDArray[np.float32]

SHADOW_KEEPS = 0.3  # the least share of a bright floor's light that a shadow leaves: black pips are darker
BRIGHT_FLOOR = 170.0  # length of a floor's colour from which that can be told from noise
SHADOW_TINT = 10.0  # grey levels by which a shadow may differ from the floor's colour dimmed
SHADOW_DRIFT = 0.08  # the same as a share of the light left: in a shadow the room's tint replaces the lamp's
LEAST_CHANGE = 20
DRIFT = (0.7, 1.4)  # of the light, that is taken out before comparing
SPECK = 0.012  # of a die's face: smaller changes are dust, glints and sensor noise; a pip is twice that


@dataclass(frozen=True)
class Spot:
    """One connected change of the tray, in whole-picture pixels."""

    x: float
    y: float
    area: float
    outline: Floats  # N x 2

    @property
    def box(self) -> tuple[int, int, int, int]:
        """x, y, width, height around the outline."""
        left, top = self.outline.min(0)
        right, bottom = self.outline.max(0)
        return int(left), int(top), int(right - left) + 2, int(bottom - top) + 2


@dataclass(frozen=True)
class Changes:
    """Where the picture differs from the empty tray, at half size, 255 or 0."""

    any: NDArray[np.uint8]
    solid: NDArray[np.uint8]  # without what may be a shadow


def find_changes(picture: Picture, calibration: Calibration) -> Changes:
    """What is not the empty tray, and what of it is not a shadow."""
    small = _as_bright_as(halve(picture), calibration)
    strong = _changed(small, calibration)
    return Changes(strong, _without_shadow(small, strong, calibration))


def _without_shadow(small: Picture, strong: NDArray[np.uint8], calibration: Calibration) -> NDArray[np.uint8]:
    if not cv2.countNonZero(strong):
        return strong
    # A shadow is the floor's own colour, only darker: take away as much of it as there is, and look at the rest.
    unit, length = calibration.floor_colour
    light = small.astype(np.float32)
    along = cv2.transform(cv2.multiply(light, unit), np.ones((1, 3), np.float32))
    blue, green, red = cv2.split(cv2.absdiff(light, cv2.multiply(unit, cv2.merge([along, along, along]))))
    left = cv2.addWeighted(cv2.max(cv2.max(blue, green), red), 1.0, along, -SHADOW_DRIFT, 0.0)
    no_shadow = (left > SHADOW_TINT + 2 * calibration.noise) | (along > length)
    no_shadow |= (along < SHADOW_KEEPS * length) & (length > BRIGHT_FLOOR)
    return np.asarray(cv2.bitwise_and(strong, strong, mask=no_shadow.astype(np.uint8)), np.uint8)


def _changed(small: Picture, calibration: Calibration) -> NDArray[np.uint8]:
    """Whatever differs from the empty tray, shadows too."""
    blue, green, red = cv2.split(cv2.absdiff(small, calibration.background))
    most = cv2.max(cv2.max(blue, green), red)
    _, strong = cv2.threshold(most, max(LEAST_CHANGE, 6 * calibration.noise), 255, cv2.THRESH_BINARY)
    return np.asarray(strong, np.uint8)


def _as_bright_as(small: Picture, calibration: Calibration) -> Picture:
    """The picture with the light's slow drift taken out."""
    gain = light_gain(small, calibration)
    if abs(gain - 1) < 0.015:
        return small
    return np.asarray(cv2.convertScaleAbs(small, alpha=1 / gain), np.uint8)


def light_gain(small: Picture, calibration: Calibration) -> float:
    """How much brighter the floor is than when it was calibrated, within what a drift may be."""
    now = small[4::8, 4::8, 1].astype(np.float32).ravel() + 1
    then = calibration.background[4::8, 4::8, 1].astype(np.float32).ravel() + 1
    return float(np.clip(np.median(now / then), *DRIFT))


def find_spots(solid: NDArray[np.uint8], calibration: Calibration) -> list[Spot]:
    """Connected changes, closed over pips and glints; specks left out."""
    edge = calibration.edge_px or 0.0
    reach = max(3, int(edge / 2 * 0.16)) | 1
    mask = cv2.morphologyEx(solid, cv2.MORPH_CLOSE, np.ones((reach, reach), np.uint8))
    mask = np.asarray(cv2.morphologyEx(mask, cv2.MORPH_OPEN, np.ones((3, 3), np.uint8)), np.uint8)
    return outlined(mask, SPECK * edge**2)


def outlined(mask: NDArray[np.uint8], least_area: float) -> list[Spot]:
    """The connected parts of a half-size mask that are large enough, in whole-picture pixels."""
    outlines, _ = cv2.findContours(mask, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_SIMPLE)
    spots = []
    for outline in outlines:
        moments = cv2.moments(outline)
        area = moments["m00"] + 0.5 * cv2.arcLength(outline, True)  # the outline runs through the middles of its pixels
        if area * 4 > least_area and moments["m00"] > 0:
            x, y = moments["m10"] / moments["m00"], moments["m01"] / moments["m00"]
            points = outline.reshape(-1, 2).astype(np.float32) * 2 + 0.5
            spots.append(Spot(x * 2 + 0.5, y * 2 + 0.5, area * 4.0, points))
    return spots


def nearest_wall_px(calibration: Calibration, x: float, y: float) -> float:
    """How far the nearest wall of the tray is; negative outside."""
    corners = np.array(calibration.outline, np.float64)
    ahead = np.roll(corners, -1, 0) - corners
    inward = np.stack([-ahead[:, 1], ahead[:, 0]], 1) / np.maximum(np.hypot(ahead[:, 0], ahead[:, 1]), 1e-6)[:, None]
    return float(((np.array([x, y]) - corners) * inward).sum(1).min())
