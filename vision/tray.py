"""Reads a calibrated tray quickly: what differs from the empty tray, one die a spot, pips at the known size."""

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.calibration import Calibration, halve
from vision.candidates import Picture
from vision.pips import Count, count_pips

Floats = NDArray[np.float32]

SHADOW_KEEPS = 0.3  # the least share of a bright floor's light that a shadow leaves: black pips are darker
BRIGHT_FLOOR = 170.0  # length of a floor's colour from which that can be told from noise
SHADOW_TINT = 10.0  # grey levels by which a shadow may differ from the floor's colour dimmed
SHADOW_DRIFT = 0.08  # the same as a share of the light left: in a shadow the room's tint replaces the lamp's
LEAST_CHANGE = 20
DRIFT = (0.7, 1.4)  # of the light, that is taken out before comparing
SPECK = 0.012  # of a die's face: smaller changes are dust, glints and sensor noise; a pip is twice that
SHADED = 0.4  # of a face: smaller changes may be shadows on walls
WHOLE = (0.75, 2.1)  # least and most area of one die's outline, in faces


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
class TrayDie:
    """A die that was read the quick way, and how far its outline is from where a flat die's would be (in edges)."""

    spot: Spot
    count: Count
    askew: float


@dataclass(frozen=True)
class QuickLook:
    """What the quick way found: dice, and changes that it cannot explain."""

    dice: tuple[TrayDie, ...]
    unexplained: tuple[Spot, ...]


def difference(picture: Picture, calibration: Calibration) -> NDArray[np.uint8]:
    """What is not the empty tray and not a shadow on it, at half size: 255 or 0."""
    small = _as_bright_as(halve(picture), calibration)
    strong = _changed(small, calibration)
    if not cv2.countNonZero(strong):
        return np.asarray(strong, np.uint8)
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


def find_shaded_spots(picture: Picture, calibration: Calibration) -> list[Spot]:
    """Changes with their shadows: a die of the floor's own colour may pass for a shadow, but not for nothing."""
    mask = _changed(_as_bright_as(halve(picture), calibration), calibration)
    mask = np.asarray(cv2.morphologyEx(mask, cv2.MORPH_OPEN, np.ones((5, 5), np.uint8)), np.uint8)
    return _outlined(mask, SHADED * (calibration.edge_px or 0.0) ** 2)


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


def find_spots(picture: Picture, calibration: Calibration) -> list[Spot]:
    """Connected changes, closed over pips and glints; specks left out."""
    edge = calibration.edge_px or 0.0
    mask = difference(picture, calibration)
    reach = max(3, int(edge / 2 * 0.16)) | 1
    mask = np.asarray(cv2.morphologyEx(mask, cv2.MORPH_CLOSE, np.ones((reach, reach), np.uint8)), np.uint8)
    mask = np.asarray(cv2.morphologyEx(mask, cv2.MORPH_OPEN, np.ones((3, 3), np.uint8)), np.uint8)
    return _outlined(mask, SPECK * edge**2)


def _outlined(mask: NDArray[np.uint8], least_area: float) -> list[Spot]:
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


def look_quickly(picture: Picture, calibration: Calibration) -> QuickLook:
    """Read every change that has the size of one die."""
    edge = calibration.edge_px or 0.0
    dice, unexplained = [], []
    for spot in find_spots(picture, calibration):
        die = _read_spot(picture, calibration, spot) if _is_one_die(spot, edge) else None
        if die is None:
            unexplained.append(spot)
        else:
            dice.append(die)
    return QuickLook(tuple(dice), tuple(unexplained))


def _is_one_die(spot: Spot, edge: float) -> bool:
    _, _, width, height = spot.box
    return WHOLE[0] * edge**2 < spot.area < WHOLE[1] * edge**2 and max(width, height) < 1.9 * edge


def _read_spot(picture: Picture, calibration: Calibration, spot: Spot) -> TrayDie | None:
    edge = calibration.edge_px or 0.0
    out_x, out_y = _outward(calibration, spot.x, spot.y)
    count = count_pips(picture, spot.x + out_x, spot.y + out_y, edge, (0.0, 0.0))
    if count is None:
        return None
    out_x, out_y = _outward(calibration, count.x, count.y)
    askew = float(np.hypot(count.x - out_x - spot.x, count.y - out_y - spot.y)) / edge
    return TrayDie(spot, count, askew)


def _outward(calibration: Calibration, x: float, y: float) -> tuple[float, float]:
    """How far a flat die's upper face stands out from its outline's middle, seen from the camera above the middle."""
    share = calibration.rise / 2
    return (x - calibration.width_px / 2) * share, (y - calibration.height_px / 2) * share


def flatness_excess(die: TrayDie, calibration: Calibration) -> float:
    """How much longer a die's outline is across the nearest wall than a flat die's: a leaning die shows a side."""
    wall, _ = nearest_wall(calibration, die.spot)
    turn = _turn_of_outline(die.spot) if die.count.value == 1 else die.count.turn
    quarters = round((wall - turn) / (np.pi / 2))
    edge = calibration.edge_px or 1.0
    return _edge_along(die, calibration, turn + quarters * np.pi / 2) / edge - 1


def outline_edges(die: TrayDie, calibration: Calibration) -> list[tuple[float, float]]:
    """The die's edge in pixels along both of its axes, as its outline shows it, each with the side face there."""
    turn = _turn_of_outline(die.spot) if die.count.value == 1 else die.count.turn
    angles = (turn, turn + np.pi / 2)
    return [(_edge_along(die, calibration, angle), _side_along(die, calibration, angle)) for angle in angles]


def _edge_along(die: TrayDie, calibration: Calibration, angle: float) -> float:
    """The outline's length in one direction, less the side face that a flat die shows there."""
    along = die.spot.outline @ np.array([np.cos(angle), np.sin(angle)], np.float32)
    length = float(along.max() - along.min()) + 2 - _side_along(die, calibration, angle)
    return length * 2 / (1 + 1 / (1 + calibration.rise))


def _side_along(die: TrayDie, calibration: Calibration, angle: float) -> float:
    """How many pixels of its side a flat die shows in one direction."""
    out_x, out_y = (2 * part for part in _outward(calibration, die.count.x, die.count.y))
    return float(abs(out_x * np.cos(angle) + out_y * np.sin(angle)))


def _turn_of_outline(spot: Spot) -> float:
    (_, _), (_, _), degrees = cv2.minAreaRect(spot.outline)
    return float(np.radians(degrees))


def nearest_wall(calibration: Calibration, spot: Spot) -> tuple[float, float]:
    """Direction (radians) and distance of the tray's nearest wall from a spot's middle; negative outside."""
    corners = np.array(calibration.outline, np.float64)
    ahead = np.roll(corners, -1, 0) - corners
    inward = np.stack([-ahead[:, 1], ahead[:, 0]], 1) / np.maximum(np.hypot(ahead[:, 0], ahead[:, 1]), 1e-6)[:, None]
    away = ((np.array([spot.x, spot.y]) - corners) * inward).sum(1)
    nearest = int(away.argmin())
    return float(np.arctan2(-inward[nearest, 1], -inward[nearest, 0])), float(away[nearest])
