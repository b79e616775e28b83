"""Finds how far the camera slid and turned since its tray was calibrated, by the edges that both pictures share."""

from dataclasses import dataclass
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from tablekeeper.vision.faces.candidates import Picture

Floats = NDArray[np.float32]

LEVELS: Final = (4.0, 2.0, 1.0)  # how much smaller each look is: the first finds large slides, the last is exact
FINEST_PX: Final = 320  # width of the last look
ROUNDS: Final = 8
STILL_PX: Final = 0.02  # a step below which a look has converged
DETAIL: Final = 0.04  # of the width: broader changes are light, not place
DARKEST: Final = 8.0  # grey levels below which noise would make edges
EDGES: Final = 90.0  # percentile of steepness from which a pixel lies on an edge
BROAD: Final = 4.0  # mean deviations from which a difference is something that lies there: a die, a hand
EXPLAINED: Final = 0.75  # of the difference at the edges: a slide that leaves more has found nothing


@dataclass(frozen=True)
class Slide:
    """How the picture's content moved: right, down, and turned about the picture's middle."""

    x_px: float = 0.0
    y_px: float = 0.0
    turn: float = 0.0  # radians

    def typical_px(self, width: int, height: int) -> float:
        """How far the pixels of a picture move, as the root of the mean square."""
        return float(np.sqrt(self.x_px**2 + self.y_px**2 + self.turn**2 * (width**2 + height**2) / 12))

    def larger(self, by: float) -> "Slide":
        """The same in a picture that is larger by a factor."""
        return Slide(self.x_px * by, self.y_px * by, self.turn)

    def of(self, picture: Floats, border: int = cv2.BORDER_REPLICATE) -> Floats:
        """The picture, slid."""
        height, width = picture.shape[:2]
        cos, sin, x, y = np.cos(self.turn), np.sin(self.turn), (width - 1) / 2, (height - 1) / 2
        place = np.array(
            [(cos, -sin, x - cos * x + sin * y + self.x_px), (sin, cos, y - sin * x - cos * y + self.y_px)]
        )
        return np.asarray(cv2.warpAffine(picture, place, (width, height), borderMode=border), np.float32)


def find_slide(now: Picture, then: Picture) -> Slide:
    """How `now` slid against `then`, in its pixels; nothing where no slide explains the difference."""
    finest = FINEST_PX / now.shape[1]
    slide = Slide()
    for smaller in LEVELS:
        one, other = _edges(now, finest / smaller), _edges(then, finest / smaller)
        slide = _improve(one, other, slide)
        if smaller != LEVELS[-1]:
            slide = slide.larger(2.0)
    if _difference(one, slide.of(other)) > EXPLAINED * _difference(one, other):
        return Slide()
    return slide.larger(1 / finest)


def _edges(picture: Picture, scale: float) -> Floats:
    """The fine structure of a picture, whatever its light."""
    grey = cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY)
    small = cv2.resize(grey, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA).astype(np.float32)
    light = cv2.GaussianBlur(cv2.log(small + np.float32(DARKEST)), (0, 0), 1)
    return np.asarray(light - cv2.GaussianBlur(light, (0, 0), DETAIL * small.shape[1]), np.float32)


def _improve(now: Floats, then: Floats, slide: Slide) -> Slide:
    """Gauss-Newton steps; what no slide explains counts less and less."""
    height, width = now.shape
    right, down = np.meshgrid(np.arange(width) - (width - 1) / 2, np.arange(height) - (height - 1) / 2)
    whole = np.ones_like(now)
    for _ in range(ROUNDS):
        seen = slide.of(then)
        along, across = _slopes(seen)
        rest = now - seen
        moves = np.stack([-along, -across, along * down - across * right], -1).reshape(-1, 3)
        weight = (_trust(rest, along, across) * slide.of(whole, cv2.BORDER_CONSTANT)).reshape(-1, 1)
        pull, step = (moves * weight).T @ moves, (moves * weight).T @ rest.reshape(-1)
        x, y, turn = np.linalg.lstsq(pull, step, rcond=1e-6)[0].tolist()
        slide = Slide(slide.x_px + x, slide.y_px + y, slide.turn + turn)
        if Slide(x, y, turn).typical_px(width, height) < STILL_PX:
            break
    return slide


def _slopes(picture: Floats) -> tuple[Floats, Floats]:
    """The slopes to the right and downwards, a pixel."""
    along = cv2.Sobel(picture, cv2.CV_32F, 1, 0, scale=1 / 8)
    return np.asarray(along, np.float32), np.asarray(cv2.Sobel(picture, cv2.CV_32F, 0, 1, scale=1 / 8), np.float32)


def _at_edges(along: Floats, across: Floats) -> NDArray[np.bool_]:
    steepness = cv2.magnitude(along, across)
    return np.asarray(steepness >= np.percentile(steepness, EDGES))


def _trust(rest: Floats, along: Floats, across: Floats) -> Floats:
    """How far each difference may be a slide of what was there: those far beyond the usual one at edges are not."""
    usual = np.float32(BROAD) * np.float32(np.median(np.abs(rest[_at_edges(along, across)]))) + np.float32(1e-6)
    return np.asarray(np.maximum(1 - (rest / usual) ** 2, 0) ** 2, np.float32)


def _difference(now: Floats, then: Floats) -> float:
    """How much differs at the edges, as most of them say."""
    return float(np.median(np.abs(now - then)[_at_edges(*_slopes(then))]))
