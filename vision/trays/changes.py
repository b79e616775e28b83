"""Compares a picture with the empty tray: what changed, and what of it is more than a shadow."""

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from tablekeeper.vision.faces.candidates import Picture
from tablekeeper.vision.trays.area import area_mask
from tablekeeper.vision.trays.calibration import Calibration, halve
from tablekeeper.vision.trays.floor.lighting import Light, fit_light
from tablekeeper.vision.trays.floor.shadow import more_than_shadow

Floats = NDArray[np.float32]

REACHES_OUT = 0.75  # edges from the middle of a die to its corner
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
    """Where a picture differs from the empty tray once the light is taken out, 255 or 0; at half size."""

    any: NDArray[np.uint8]
    solid: NDArray[np.uint8]  # without what may be a shadow
    sure: NDArray[np.uint8]  # the same, where even the darkest shadow seen beside dice is no excuse
    shade: NDArray[np.uint8]  # what is plainly darker than the floor
    unknown: NDArray[np.uint8]  # where the floor was not seen yet
    watched: NDArray[np.uint8]  # the area in which every change must be explained
    level: Picture  # the picture in the light of the empty tray
    light: Light


def find_changes(picture: Picture, calibration: Calibration) -> Changes:
    """What is not the empty tray, and what of it is not a shadow."""
    small, floor = halve(picture), calibration.floor
    watched = np.asarray(cv2.bitwise_and(area_mask(calibration), floor.known), np.uint8)
    light = fit_light(small, floor.middle, watched)
    level = light.take_out(small)
    changed = floor.differs(level)
    unknown = np.asarray(cv2.bitwise_not(floor.known), np.uint8)
    if calibration.drawn:
        changed, unknown = (_near(watched, part, calibration) for part in (changed, unknown))
    solid, sure, shade = (np.zeros_like(changed) for _ in range(3))
    here = np.flatnonzero(changed.ravel() > 0)
    if len(here):
        seen, ground = (part.reshape(-1, 3).take(here, 0)[:, None] for part in (level, floor.middle))
        coloured, black, blackest, dark = more_than_shadow(
            seen,
            ground,
            calibration.noise,
            darkest=calibration.darkest_shadow,
            tint=calibration.shadow_tint,
        )
        for mask, found in ((solid, coloured | black), (sure, coloured | blackest), (shade, dark)):
            mask.ravel()[here] = found[:, 0]
    return Changes(changed, solid, sure, shade, unknown, watched, level, light)


def _near(area: NDArray[np.uint8], mask: NDArray[np.uint8], calibration: Calibration) -> NDArray[np.uint8]:
    """What of a mask lies in an area that somebody drew, or on a die that reaches out of it: outside nothing counts."""
    reach = 2 * round(REACHES_OUT * (calibration.edge_px or 0.0) / 2) + 1
    return np.asarray(cv2.bitwise_and(mask, cv2.dilate(area, np.ones((reach, reach), np.uint8))), np.uint8)


def find_spots(solid: NDArray[np.uint8], calibration: Calibration) -> list[Spot]:
    """Connected changes, closed over pips and glints; specks left out."""
    edge = calibration.edge_px or 0.0
    reach = max(3, int(edge / 2 * 0.16)) | 1
    mask = cv2.morphologyEx(solid, cv2.MORPH_CLOSE, np.ones((reach, reach), np.uint8))
    mask = np.asarray(cv2.morphologyEx(mask, cv2.MORPH_OPEN, np.ones((3, 3), np.uint8)), np.uint8)
    return outlined(np.asarray(mask, np.uint8), SPECK * edge**2)


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
    return float(min(away for away, _ in _look_at_sides(calibration, x, y)))


def look_for_walls(calibration: Calibration, x: float, y: float) -> list[tuple[float, NDArray[np.float64]]]:
    """How far each side of the outline is that is a wall (negative outside), and the way from it into the tray."""
    sides = _look_at_sides(calibration, x, y)
    return [side for side, wall in zip(sides, calibration.walls or (True,) * len(sides), strict=True) if wall]


def _look_at_sides(calibration: Calibration, x: float, y: float) -> list[tuple[float, NDArray[np.float64]]]:
    """How far each side of the outline is (negative outside), and the way from it inwards."""
    corners = np.array(calibration.outline, np.float64)
    ahead = np.roll(corners, -1, 0) - corners
    inward = np.stack([-ahead[:, 1], ahead[:, 0]], 1) / np.maximum(np.hypot(ahead[:, 0], ahead[:, 1]), 1e-6)[:, None]
    away = ((np.array([x, y]) - corners) * inward).sum(1)
    return list(zip(away.tolist(), inward, strict=True))
