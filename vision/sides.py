"""The sides that a die must show if it lies flat, each seen straight on: a leaning die shows less, or more."""

import cmath
from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.calibration import Calibration
from vision.candidates import Picture
from vision.colours import BGR
from vision.flat import ROLLED, Flat
from vision.hue import apart_deg, body_share
from vision.shadow import more_than_shadow

LEAST_WIDTH = 0.06  # edges: a narrower side shows nothing
LEAST_SHADED = 0.1  # the same where only its shade can tell it from the floor
ROWS, COLUMNS, HALF_WIDTH = 16, 13, 0.32  # of a side's view; half its width in edges, within the rolled corners
LOWER = (0.45, 0.85)  # part of a side's height, down from the rim
PAST = (0.05, 0.09)  # edges beyond a flat die's outline where nothing of it is left
PAST_ROWS = 3
HUE_APART_DEG = 9.0  # from which a side is told from the floor by its hue alone
LEAST_SHOWN = 0.1  # of the body's hue in a side's lower part, where the floor's light tints it
PAST_NEAR = (6.0, 0.4)  # past an outline: degrees from which hue tells something, and how much of it may be the body's
PAST_FAR = (15.0, 0.8)  # the same where nothing is near to lean on
MOST_BARE = 0.3  # share of a side where the floor may show unchanged
LEAST_SOLID = 0.1  # share of a side that must be more than a shadow
CHANGED = 20.0  # grey levels


@dataclass(frozen=True)
class View:
    """A part of the picture seen straight on, rows leading away from a die's face; and the floor there."""

    seen: NDArray[np.float32]
    floor: NDArray[np.float32]
    middle: complex  # in the picture

    def apart_deg(self, body: BGR) -> float:
        """How far the body's hue is from the floor's."""
        return apart_deg(body, self.floor)


@dataclass(frozen=True)
class Side:
    """One side of a flat die's outline: what must be there (None where the face hides it), and what lies past it."""

    width_px: float
    whole: View | None
    lower: View | None
    past: View


def sides_of(
    picture: Picture, die: Flat, calibration: Calibration, gain: float, *, could_lean: bool = True
) -> list[Side]:
    """All four sides of a die, as they must be seen if it lies flat; what must be there only where it could lean."""
    edge = calibration.edge_px or 1.0
    share = calibration.rise / (1 + calibration.rise)
    away = complex(die.count.x, die.count.y) - complex(*calibration.below)
    sides = []
    for quarter in range(4):
        out = cmath.rect(1, die.turn + quarter * cmath.pi / 2)
        along = out * (edge * HALF_WIDTH * 2 / (COLUMNS - 1)) * 1j
        rim = complex(die.count.x, die.count.y) - away * share * ROLLED + out * (edge / 2 * (1 - share * ROLLED))
        down = -(away + out * edge / 2) * share * (1 - ROLLED)
        width = (down * out.conjugate()).real
        end = rim + down if width > 0 else rim

        def view(start: complex, step: complex, rows: int, along: complex = along) -> View:
            corner = start - along * (COLUMNS - 1) / 2
            seen = _cut(picture, (along, step, corner), 1.0, rows).astype(np.float32) / np.float32(gain)
            floor = _cut(calibration.background, (along, step, corner), 0.5, rows).astype(np.float32)
            return View(seen, floor, start + step * rows / 2)

        whole = lower = None
        if could_lean and width >= LEAST_WIDTH * edge:
            whole = view(rim, down / ROWS, ROWS)
            here = slice(round(LOWER[0] * ROWS), round(LOWER[1] * ROWS))
            lower = View(whole.seen[here], whole.floor[here], whole.middle)
        step = out * (edge * (PAST[1] - PAST[0]) / PAST_ROWS)
        sides.append(Side(width, whole, lower, view(end + out * edge * PAST[0], step, PAST_ROWS)))
    return sides


def _cut(picture: Picture, place: tuple[complex, complex, complex], scale: float, rows: int) -> Picture:
    """The view with these steps along and down from a corner; at `scale` of the whole picture."""
    along, down, corner = (part * scale for part in place)
    mapped = np.array(
        [(along.real, down.real, corner.real - 0.5), (along.imag, down.imag, corner.imag - 0.5)], np.float32
    )
    flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    cut = cv2.warpAffine(picture, mapped, (COLUMNS, rows), flags=flags, borderMode=cv2.BORDER_REPLICATE)
    return np.asarray(cut, np.uint8)


def looks_flat(
    picture: Picture, die: Flat, others: Sequence[Flat], calibration: Calibration, gain: float, *, could_lean: bool
) -> bool:
    """Whether a die shows no more than a flat one does, and, where it could lean, no less."""
    body = die.count.body
    least_deg, most = PAST_NEAR if could_lean else PAST_FAR
    sides = sides_of(picture, die, calibration, gain, could_lean=could_lean)
    told = [side.past for side in sides if side.past.apart_deg(body) >= least_deg]
    if any(hue > most and not _hidden(past, others) for past, hue in zip(told, _hues(told, body), strict=True)):
        return False
    return not could_lean or all(_is_there(side, body, others, calibration) for side in sides)


def _hues(views: Sequence[View], body: BGR) -> list[float]:
    """How much of each view (all of one size) has the body's hue rather than the floor's."""
    if not views:
        return []
    seen, floor = np.stack([view.seen for view in views]), np.stack([view.floor for view in views])
    return [float(share) for share in body_share(seen.mean(2), floor.mean(2), body).mean(1)]


def _is_there(side: Side, body: BGR, others: Sequence[Flat], calibration: Calibration) -> bool:
    """Whether a side shows that the foot is there: by its hue, or where hue tells nothing, by being no shadow."""
    whole, lower = side.whole, side.lower
    if whole is None or lower is None or _hidden(whole, others):
        return True
    if lower.apart_deg(body) >= HUE_APART_DEG:
        return _hues([lower], body)[0] >= LEAST_SHOWN
    return side.width_px < LEAST_SHADED * (calibration.edge_px or 1.0) or _is_solid(whole, calibration)


def _hidden(view: View, others: Sequence[Flat]) -> bool:
    at = (view.middle.real, view.middle.imag)
    return any(cv2.pointPolygonTest(other.outline, at, False) >= 0 for other in others)


def _is_solid(side: View, calibration: Calibration) -> bool:
    """Whether so much of a side is more than a shadow, and hardly any the unchanged floor."""
    seen, floor = (np.clip(part, 0, 255).astype(np.uint8) for part in (side.seen, side.floor))
    changed = np.abs(side.seen - side.floor).max(-1) > max(CHANGED, 6 * calibration.noise)
    coloured, _, blackest, _ = more_than_shadow(seen, floor, calibration.noise, darkest=calibration.darkest_shadow)
    solid = changed & ((coloured > 0) | (blackest > 0))
    return bool((~changed).mean() <= MOST_BARE and solid.mean() >= LEAST_SOLID)
