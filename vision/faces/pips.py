"""Counts the pips of one face by hand: round spots of one size that fit one of the six layouts on a plain body."""

from cmath import phase
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from itertools import product
from math import pi, sqrt
from statistics import median

import cv2
import numpy as np
from numpy.typing import NDArray

from tablekeeper.vision.faces.candidates import Picture, cut, straighten
from tablekeeper.vision.faces.layouts import LAYOUTS, Fit, Spot, fit_layouts
from tablekeeper.vision.faces.planes import CROP_PX, SPAN, Plane, find_planes, find_planes_without_glints, ticks
from tablekeeper.vision.faces.roundness import ROUND_BELOW, TOLD_FROM_PX, measure_corners
from tablekeeper.vision.picture import Numbers

Floats = NDArray[np.float32]
Mask = NDArray[np.uint8]

LEVELS = (0.5, 0.34, 0.66)  # share of the contrast where body ends and pip begins
CLOSE = 0.2  # spacing below which a 2 or a 3 lies close together: part of another face looks like that too
ANY = -1.0  # every quality is above it
GOOD_ENOUGH = 0.8  # quality from which no other threshold is tried
CLEAN = 0.6  # quality from which no other size is tried
OTHER_SIZES = (1.22, 0.82)
QUICKEST = cv2.CCL_GRANA  # of the ways to find connected spots, on one thread
LEAST_RADIUS, MOST_RADIUS = 0.035, 0.24  # of a pip, in face edges
UNIT = SPAN / CROP_PX
LEAST_AREA, MOST_AREA = (pi * (radius / UNIT) ** 2 for radius in (LEAST_RADIUS, MOST_RADIUS))  # in the crop
FULL, LONG = 0.55, 1.9  # of a pip: least share of its box, and greatest length over width
LEAST_REST_PX = 40  # of the crop, that the pips must leave
FARTHEST = 0.58  # of a pip from the middle, in face edges
SLOTS = (0j, -1 - 1j, -1 + 1j, 1 - 1j, 1 + 1j, -1 + 0j, 1 + 0j)
ACROSS = (-1j, 1j)  # where the two middle pips of a 6 lie that is turned by a quarter


@dataclass(frozen=True)
class Count:
    """What the pips of one face say."""

    value: int
    misfit: float  # greatest distance of a pip from its place in the layout, in face edges
    plain: float  # share of the rest of the face that has the body's colour
    vacant: float  # how little the places of absent pips plane like pips: 1 plain body, 0 as strong as a pip
    beside: float  # the same of those places where the die's far side has none either
    even: float  # depth of the faintest pip beside the deepest: a translucent die's other side shines through fainter
    contrast: float
    dark: bool  # pips darker than the body
    radius: float  # of a pip, in face edges
    spacing: float  # of an outer pip from the middle, in face edges
    body: tuple[int, int, int]  # BGR
    ink: tuple[int, int, int]
    x: float  # the middle of the layout, in the picture's pixels
    y: float
    turn: float  # of the layout's first axis, radians in the picture; says nothing for a 1

    @property
    def quality(self) -> float:
        """How much this looks like a face: 0..1."""
        return _quality(self.misfit, self.plain, self.vacant)

    @property
    def clarity(self) -> float:
        """The quality but for what is seen where no pip belongs: 0..1."""
        return _quality(self.misfit, self.plain, 1.0)


@dataclass(frozen=True)
class _Try:
    """A layout that was found in one colour plane, at one threshold."""

    fit: Fit
    plain: float
    vacant: float
    beside: float
    even: float
    contrast: float
    dark: bool
    radius: float
    rest: NDArray[np.intp]  # the pixels of the face without its pips
    ink: Mask

    @property
    def quality(self) -> float:
        """The quality of the count that this would be."""
        return _quality(self.fit.misfit, self.plain, self.vacant)


def _quality(misfit: float, plain: float, vacant: float) -> float:
    fit, even = 1 - misfit / 0.14, (plain - 0.5) * 2
    empty = (vacant - 0.3) / 0.5
    if fit <= 0 or even <= 0 or empty <= 0:
        return 0.0
    return fit * min(1.0, even) * min(1.0, empty)


def count_pips_unsized(picture: Picture, x: float, y: float, edge: float, stretch: tuple[float, float]) -> Count | None:
    """The best count where the face's size is only estimated: as given, else smaller and larger."""
    best = count_pips(picture, x, y, edge, stretch)
    if best is not None and best.quality > CLEAN:
        return best
    for factor in OTHER_SIZES:
        best = count_pips(picture, x, y, edge * factor, stretch, above=best.quality + 0.1 if best else ANY) or best
    return best


def count_pips(
    picture: Picture,
    x: float,
    y: float,
    edge: float,
    stretch: tuple[float, float],
    levels: tuple[float, ...] = LEVELS,
    above: float = ANY,
) -> Count | None:
    """The best count for the face at (x, y) of a quality above some; None where no layout fits so well."""
    return _count_in(find_planes, picture, x, y, edge, stretch, levels, above)


def count_glossy_pips(picture: Picture, x: float, y: float, edge: float, stretch: tuple[float, float]) -> Count | None:
    """The best count where light on a glossy die touches its pips.

    By the colours that such light has none of, and by light pips without lines that are thinner than they are.
    """
    return _count_in(find_planes_without_glints, picture, x, y, edge, stretch, LEVELS, ANY)


def _count_in(
    find: Callable[[Picture], list[Plane]],
    picture: Picture,
    x: float,
    y: float,
    edge: float,
    stretch: tuple[float, float],
    levels: tuple[float, ...],
    above: float,
) -> Count | None:
    shape = straighten(stretch)
    crop = cut(picture, x, y, edge * SPAN, size=CROP_PX, shape=shape)
    best: _Try | None = None
    for plane, level in product(find(crop), levels):
        best = _count_at(plane, level, edge, best.quality if best else above) or best
        if best and best.quality > GOOD_ENOUGH:
            break
    if best is None:
        return None
    off = shape @ np.array([best.fit.centre.real, best.fit.centre.imag], np.float32) * edge
    return _conclude(crop, best, float(x + off[0]), float(y + off[1]))


def _count_at(plane: Plane, level: float, edge: float, above: float) -> _Try | None:
    """Count at one threshold; None where no layout fits, or none is of a quality above this."""
    mask = plane.find_ink(level)
    number, labels, stats, centres = cv2.connectedComponentsWithStatsWithAlgorithm(mask, 8, cv2.CV_32S, QUICKEST)
    if not 2 <= number <= 60:
        return None
    fit = fit_layouts(_round_spots(stats, centres))
    if fit is None:
        return None
    if plane.glint_px and fit.value in (2, 3) and fit.spacing < CLOSE:
        return None  # what is left of a face whose outer pips the light has swallowed
    vacant = _vacancy(plane, fit, FREE)
    if _quality(fit.misfit, 1.0, vacant) <= above:
        return None
    numbers = np.zeros(number, np.uint8)
    numbers[[spot.number for spot in fit.spots]] = 255
    ink = numbers.take(np.asarray(labels, np.int32))
    rest = np.flatnonzero(_within(fit) & (cv2.dilate(ink, np.ones((5, 5), np.uint8)) == 0))
    around = plane.levels.ravel().take(rest)
    if len(around) < LEAST_REST_PX:
        return None
    off = np.abs(around - _median(around))
    found = _Try(
        fit,
        plain=float(np.count_nonzero(off < 0.4 * plane.contrast)) / len(around),
        vacant=vacant,
        beside=_vacancy(plane, fit, FREE_BOTH),
        even=_evenness(plane, fit),
        contrast=plane.contrast,
        dark=plane.dark,
        radius=median(spot.radius for spot in fit.spots),
        rest=rest,
        ink=ink,
    )
    if found.quality <= above or (fit.value == 1 and not _is_round(ink, fit.spots[0].radius, edge)):
        return None
    return found


def _is_round(ink: Mask, radius: float, edge: float) -> bool:
    """Whether a lone pip is no square, where crop and picture show it large enough."""
    diameter_px = 2 * radius * min(edge, CROP_PX / SPAN)
    return diameter_px < TOLD_FROM_PX or measure_corners(ink) < ROUND_BELOW


def _within(fit: Fit) -> NDArray[np.bool_]:
    """The pixels of the crop that lie on the fitted face."""
    right, down = ticks() - np.float32(fit.centre.real), ticks() - np.float32(fit.centre.imag)
    cos, sin = np.float32(fit.turn.real), np.float32(fit.turn.imag)
    along, across = np.add.outer(down * sin, right * cos), np.add.outer(down * cos, right * -sin)
    return np.asarray(np.maximum(np.abs(along), np.abs(across)) < 0.40)


def _conclude(crop: Picture, best: _Try, x: float, y: float) -> Count:
    """The count, with the colours of body and pips."""
    core = cv2.erode(best.ink, np.ones((3, 3), np.uint8))
    return Count(
        value=best.fit.value,
        misfit=best.fit.misfit,
        plain=best.plain,
        vacant=best.vacant,
        beside=best.beside,
        even=best.even,
        contrast=best.contrast,
        dark=best.dark,
        radius=best.radius,
        spacing=best.fit.spacing,
        body=_colour(crop, best.rest),
        ink=_colour(crop, np.flatnonzero((core if core.any() else best.ink) > 0)),
        x=x,
        y=y,
        turn=phase(best.fit.turn),
    )


def _colour(crop: Picture, pixels: NDArray[np.intp]) -> tuple[int, int, int]:
    blue, green, red = _median(crop.reshape(-1, 3).take(pixels, 0)).tolist()
    return int(blue), int(green), int(red)


def _median(levels: Mask) -> Floats:
    """The median of bytes along the first axis, far quicker than by numpy's own."""
    low, high = (len(levels) - 1) // 2, len(levels) // 2
    sorted_there = levels.copy()
    sorted_there.partition((low, high), 0)
    return np.asarray((sorted_there[low].astype(np.float32) + sorted_there[high].astype(np.float32)) / 2)


def _evenness(plane: Plane, fit: Fit) -> float:
    """How alike the pips are in depth: faintest over deepest."""
    depths = plane.depths([spot.place for spot in fit.spots])
    return max(0.0, min(depths)) / max(*depths, 1.0)


def _free_slots(value: int) -> tuple[complex, ...]:
    """Where a face of this value has no pip and other faces have one."""
    taken = [complex(*place) for place in LAYOUTS[value]]
    slots = SLOTS if value == 6 else (*SLOTS, *ACROSS)
    return tuple(slot for slot in slots if slot not in taken)


FREE = {value: _free_slots(value) for value in LAYOUTS}
# The same without the places of the far side's pips, whose diagonals may lie either way.
FREE_BOTH = {
    value: tuple(s for s in FREE[value] if not {s, s.conjugate()} & {complex(*p) for p in LAYOUTS[7 - value]})
    for value in LAYOUTS
}


def _vacancy(plane: Plane, fit: Fit, free: Mapping[int, tuple[complex, ...]]) -> float:
    """How little the places of absent pips plane like pips: 1 plain body, 0 as strong as a pip."""
    if fit.value == 1:
        return 1.0  # the face's turn is not known, and `plain` has looked everywhere
    places = [slot * fit.spacing * fit.turn + fit.centre for slot in free[fit.value]]
    return 1.0 - max([0.0, *plane.depths(places)]) / plane.contrast


def _round_spots(stats: Numbers, centres: Numbers) -> list[Spot]:
    """Components that could be pips; plain numbers, because mostly there are few."""
    spots = []
    for number, (left, top, width, height, area) in enumerate(stats[1:].tolist(), 1):
        if not LEAST_AREA < area < MOST_AREA or area <= FULL * width * height:
            continue
        if left == 0 or top == 0 or left + width == CROP_PX or top + height == CROP_PX:
            continue
        if width >= LONG * height or height >= LONG * width:
            continue
        place = (complex(*centres[number].tolist()) + (0.5 + 0.5j)) * UNIT - (1 + 1j) * SPAN / 2
        if abs(place) < FARTHEST:
            spots.append(Spot(place, sqrt(area / pi) * UNIT, number))
    return spots
