"""The sides that a die must show if it lies flat, each seen straight on: a leaning die shows less, or more."""

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.calibration import Calibration
from vision.candidates import Picture
from vision.colours import BGR
from vision.flat import ROLLED, Flat, axes_of
from vision.hue import apart_deg, body_share
from vision.shadow import more_than_shadow

LEAST_WIDTH = 0.08  # edges: a narrower side shows nothing
ROWS, COLUMNS, HALF_WIDTH = 16, 13, 0.32  # of a side's view; half its width in edges, within the rolled corners
BEYOND = 0.6  # side heights past the foot that the view also shows
LOWER, PAST = (0.45, 0.85), (0.25, 0.6)  # parts of the height, down from the rim and on from the foot
HUE_APART_DEG = 12.0  # from which a side is told from the floor by its hue alone
LEAST_SHOWN = 0.2  # of the body's hue in a side's lower part, where the floor's light tints it
MOST_PAST = 0.5  # of the body's hue past the foot
MOST_BARE = 0.15  # share of a side where the floor may show unchanged
LEAST_SOLID = 0.2  # share of a side that must be more than a shadow
CHANGED = 20.0  # grey levels


@dataclass(frozen=True)
class Side:
    """One side of a flat die as it must be seen: rows run from the rim to the foot and a little on, and the floor."""

    seen: NDArray[np.float32]
    floor: NDArray[np.float32]
    middle: NDArray[np.float64]  # in the picture

    def part(self, low: float, high: float) -> slice:
        """The rows between two heights, down from the rim."""
        return slice(round(low * ROWS), round(high * ROWS))


def sides_of(picture: Picture, die: Flat, calibration: Calibration, gain: float) -> list[Side]:
    """Every side that is wide enough to show something."""
    edge = calibration.edge_px or 1.0
    share = calibration.rise / (1 + calibration.rise)
    away = np.array([die.count.x, die.count.y]) - calibration.below
    sides = []
    for quarter in range(4):
        axes = axes_of(die.turn + quarter * np.pi / 2).astype(np.float64)
        down = -(away + axes[:, 0] * edge / 2) * share * (1 - ROLLED)
        if float(down @ axes[:, 0]) < LEAST_WIDTH * edge:
            continue
        rim = np.array([die.count.x, die.count.y]) - away * share * ROLLED
        rim = rim + axes[:, 0] * (edge / 2 * (1 - share * ROLLED))
        across = axes[:, 1] * (edge * HALF_WIDTH * 2 / (COLUMNS - 1))
        place = np.column_stack([across, down / ROWS, rim - across * (COLUMNS - 1) / 2])
        seen = _cut(picture, place, 1.0).astype(np.float32) / gain
        floor = _cut(calibration.background, place, 0.5).astype(np.float32)
        sides.append(Side(np.asarray(seen, np.float32), floor, rim + down / 2))
    return sides


def _cut(picture: Picture, place: NDArray[np.float64], scale: float) -> Picture:
    """The view that `place` maps from; at `scale` of the whole picture."""
    mapped = place * scale
    mapped[:, 2] -= 0.5
    size = (COLUMNS, round((1 + BEYOND) * ROWS))
    flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    return np.asarray(
        cv2.warpAffine(picture, mapped.astype(np.float32), size, flags=flags, borderMode=cv2.BORDER_REPLICATE), np.uint8
    )


def shows_its_sides(
    picture: Picture, die: Flat, others: Sequence[Flat], calibration: Calibration, gain: float, *, could_lean: bool
) -> bool:
    """Whether each side of a flat die is there: by its hue, or where hue tells nothing, by being more than a shadow."""
    body: BGR = die.count.body
    for side in sides_of(picture, die, calibration, gain):
        x, y = float(side.middle[0]), float(side.middle[1])
        if any(cv2.pointPolygonTest(other.outline, (x, y), False) >= 0 for other in others):
            continue
        if apart_deg(body, side.floor[side.part(*LOWER)]) >= HUE_APART_DEG:
            if not _has_hue(side, body):
                return False
        elif could_lean and not _is_solid(side, calibration):
            return False
    return True


def _has_hue(side: Side, body: BGR) -> bool:
    share = body_share(side.seen.mean(1), side.floor.mean(1), body)
    shown = float(share[side.part(*LOWER)].mean())
    past = float(share[side.part(1 + PAST[0], 1 + PAST[1])].mean())
    return shown >= LEAST_SHOWN and past <= MOST_PAST


def _is_solid(side: Side, calibration: Calibration) -> bool:
    here = side.part(0.0, 1.0)
    seen, floor = (np.clip(part[here], 0, 255).astype(np.uint8) for part in (side.seen, side.floor))
    changed = np.abs(side.seen[here] - side.floor[here]).max(-1) > max(CHANGED, 6 * calibration.noise)
    coloured, _, blackest, _ = more_than_shadow(seen, floor, calibration.noise, darkest=calibration.darkest_shadow)
    solid = changed & ((coloured > 0) | (blackest > 0))
    return bool((~changed).mean() <= MOST_BARE and solid.mean() >= LEAST_SOLID)
