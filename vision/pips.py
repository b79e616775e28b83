"""Counts the pips of one face by hand: round spots of one size that fit one of the six layouts on a plain body."""

from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.candidates import Picture, cut, straighten

Floats = NDArray[np.float32]

CROP_PX = 64
SPAN = 1.3  # face edges that the crop shows
LEAST_CONTRAST = 14
LEVELS = (0.5, 0.34, 0.66)  # share of the contrast where body ends and pip begins
LAYOUTS: dict[int, tuple[tuple[int, int], ...]] = {
    1: ((0, 0),),
    2: ((-1, -1), (1, 1)),
    3: ((-1, -1), (0, 0), (1, 1)),
    4: ((-1, -1), (-1, 1), (1, -1), (1, 1)),
    5: ((-1, -1), (-1, 1), (1, -1), (1, 1), (0, 0)),
    6: ((-1, -1), (-1, 0), (-1, 1), (1, -1), (1, 0), (1, 1)),
}
# Of an outer pip from the middle, in face edges: least and most. The 2 and 3 of Asian dice lie close together.
SPACING = {2: (0.095, 0.345), 3: (0.12, 0.345), 4: (0.14, 0.345), 5: (0.14, 0.345), 6: (0.09, 0.345)}
CLOSE = 0.2  # spacing below which a 2 or a 3 lies close together: part of another face looks like that too
# How far a slanted view may squeeze a layout; the 6 has rows or columns that lie close together from the start.
LEAST_ASPECT = {4: 0.68, 5: 0.68, 6: 0.45}
# Where the outermost pip of a 6 may lie, in spacings: square, narrow or flat layouts, either way round.
CORNERS_OF_SIX = ((1.0, 1.0), (-1.0, 1.0), (0.62, 1.0), (-0.62, 1.0), (1.0, 0.65), (-1.0, 0.65))
GOOD_ENOUGH = 0.8  # quality from which no other threshold is tried
CLEAN = 0.6  # quality from which no other size is tried
OTHER_SIZES = (1.22, 0.82)
FAINT = 0.4  # of the strongest contrast: planes below it are not tried
SLOTS = np.array([(0, 0), (-1, -1), (-1, 1), (1, -1), (1, 1), (-1, 0), (1, 0)], np.float32)


@dataclass(frozen=True)
class Count:
    """What the pips of one face say."""

    value: int
    misfit: float  # greatest distance of a pip from its place in the layout, in face edges
    plain: float  # share of the rest of the face that has the body's colour
    vacant: float  # how little the places of absent pips look like pips: 1 plain body, 0 as strong as a pip
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
        fit, plain = 1 - self.misfit / 0.14, (self.plain - 0.5) * 2
        empty = (self.vacant - 0.3) / 0.5
        return max(0.0, fit) * max(0.0, min(1.0, plain)) * max(0.0, min(1.0, empty))


@dataclass(frozen=True)
class Fit:
    """A layout laid over spots."""

    value: int
    misfit: float
    spacing: float
    centre: Floats
    axes: Floats
    chosen: NDArray[np.intp]


@lru_cache(maxsize=1)
def _grid() -> Floats:
    ticks = (np.arange(CROP_PX, dtype=np.float32) + 0.5) / CROP_PX * SPAN - SPAN / 2
    return np.stack(np.meshgrid(ticks, ticks), -1)


@lru_cache(maxsize=1)
def _disc() -> NDArray[np.bool_]:
    """Every second pixel of the face's middle, as a mask of the thinned crop."""
    grid = _grid()[::2, ::2]
    return np.asarray((grid**2).sum(-1) < 0.42**2)


def count_pips_unsized(picture: Picture, x: float, y: float, edge: float, stretch: tuple[float, float]) -> Count | None:
    """The best count where the face's size is only estimated: as told, else smaller and larger."""
    best = count_pips(picture, x, y, edge, stretch)
    if best is not None and best.quality > CLEAN:
        return best
    for factor in OTHER_SIZES:
        other = count_pips(picture, x, y, edge * factor, stretch)
        if other is not None and (best is None or other.quality > best.quality + 0.1):
            best = other
    return best


def count_pips(
    picture: Picture,
    x: float,
    y: float,
    edge: float,
    stretch: tuple[float, float],
    levels: tuple[float, ...] = LEVELS,
) -> Count | None:
    """The best count for the face at (x, y), or None where no layout fits."""
    shape = straighten(stretch)
    crop = cut(picture, x, y, edge * SPAN, size=CROP_PX, shape=shape)
    best: Count | None = None
    for plane, dark, body, contrast in _planes(crop):
        for level in levels:
            found = _count_plane(crop, plane, body, contrast, level, dark=dark)
            if found and (best is None or found.quality > best.quality):
                best = found
            if best and best.quality > GOOD_ENOUGH:
                break
        if best and best.quality > GOOD_ENOUGH:
            break
    if best is None:
        return None
    off = shape @ np.array([best.x, best.y], np.float32) * edge
    return replace(best, x=float(x + off[0]), y=float(y + off[1]))


def _planes(crop: Picture) -> list[tuple[NDArray[np.uint8], bool, float, float]]:
    """The brightest and the darkest channel, each with dark and with light pips, most contrast first."""
    blue, green, red = cv2.split(crop)
    found = []
    for plane in (cv2.max(cv2.max(blue, green), red), cv2.min(cv2.min(blue, green), red)):
        inside = np.sort(np.asarray(plane, np.uint8)[::2, ::2][_disc()]).astype(np.float32)
        last = len(inside) - 1
        for dark, body_share, ink_share in ((True, 0.7, 0.02), (False, 0.3, 0.98)):
            body, ink = float(inside[int(last * body_share)]), float(inside[int(last * ink_share)])
            if abs(body - ink) >= LEAST_CONTRAST:
                found.append((np.asarray(plane, np.uint8), dark, body, abs(body - ink)))
    found.sort(key=lambda entry: -entry[3])
    return [entry for entry in found if entry[3] >= FAINT * found[0][3]]


def _count_plane(
    crop: Picture, plane: NDArray[np.uint8], body: float, contrast: float, level: float, *, dark: bool
) -> Count | None:
    """Count in one colour plane, one polarity, at one threshold; x and y come back in face edges from the middle."""
    edge_level = body - contrast * level if dark else body + contrast * level
    _, mask = cv2.threshold(plane, edge_level, 255, cv2.THRESH_BINARY_INV if dark else cv2.THRESH_BINARY)
    number, labels, stats, centres = cv2.connectedComponentsWithStats(mask, connectivity=8)
    if not 2 <= number <= 60:
        return None
    spots = _round_spots(stats[1:], centres[1:])
    fitted = _fit_layouts(spots) if len(spots) else None
    if fitted is None:
        return None
    numbers = np.zeros(number, np.uint8)
    numbers[spots[fitted.chosen, 3].astype(int) + 1] = 255
    ink = numbers[labels]
    rest = (np.abs((_grid() - fitted.centre) @ fitted.axes).max(-1) < 0.40) & (
        cv2.dilate(ink, np.ones((5, 5), np.uint8)) == 0
    )
    if np.count_nonzero(rest) < 40:
        return None
    around = plane[rest].astype(np.float32)
    off = np.abs(around - np.median(around))
    plain = float(np.count_nonzero(off < 0.4 * contrast)) / len(around)
    core = cv2.erode(ink, np.ones((3, 3), np.uint8))
    return Count(
        value=fitted.value,
        misfit=fitted.misfit,
        plain=plain,
        vacant=_vacancy(plane, fitted, body, contrast, dark=dark),
        even=_evenness(plane, spots[fitted.chosen], body, dark=dark),
        contrast=contrast,
        dark=dark,
        radius=float(np.median(spots[fitted.chosen, 2])),
        spacing=fitted.spacing,
        body=_median(crop[rest]),
        ink=_median(crop[(core if core.any() else ink) > 0]),
        x=float(fitted.centre[0]),
        y=float(fitted.centre[1]),
        turn=float(np.arctan2(fitted.axes[1, 0], fitted.axes[0, 0])),
    )


def _median(pixels: NDArray[np.uint8]) -> tuple[int, int, int]:
    blue, green, red = np.median(pixels, 0)
    return int(blue), int(green), int(red)


def _evenness(plane: NDArray[np.uint8], spots: Floats, body: float, *, dark: bool) -> float:
    """How alike the pips are in depth: faintest over deepest."""
    depths = [abs(body - v) if (v < body) == dark else 0.0 for v in _sample(plane, spots[:, :2])]
    return min(depths) / max(*depths, 1.0)


def _sample(plane: NDArray[np.uint8], places: Floats) -> list[float]:
    """The mean of the nine pixels around each place (in face edges from the middle)."""
    pixels = np.clip((places / SPAN + 0.5) * CROP_PX, 1, CROP_PX - 2).astype(int)
    return [float(plane[row - 1 : row + 2, column - 1 : column + 2].mean()) for column, row in pixels]


def _vacancy(plane: NDArray[np.uint8], fitted: Fit, body: float, contrast: float, *, dark: bool) -> float:
    """How little the places of absent pips look like pips: 1 plain body, 0 as strong as a pip."""
    if fitted.value == 1:
        return 1.0  # the face's turn is not known, and `plain` has looked everywhere
    taken = np.array(LAYOUTS[fitted.value], np.float32)
    slots = SLOTS if fitted.value == 6 else np.concatenate([SLOTS, SLOTS[5:, ::-1]])
    free = slots[np.abs(slots[:, None] - taken[None]).sum(-1).min(1) > 0.5]
    if not len(free):
        return 1.0
    seen = _sample(plane, (free * fitted.spacing) @ fitted.axes.T + fitted.centre)
    deepest = max((body - v if dark else v - body) for v in seen)
    return 1.0 - max(0.0, deepest) / contrast


def _round_spots(stats: NDArray[Any], centres: NDArray[Any]) -> Floats:
    """Components that could be pips: (x, y, radius, number), in face edges from the crop's middle."""
    unit = SPAN / CROP_PX
    left, top, width, height, area = stats.T.astype(np.float32)
    radius = np.sqrt(area / np.pi) * unit
    place = (centres + 0.5) * unit - SPAN / 2
    good = (radius > 0.035) & (radius < 0.24) & (area > 0.55 * width * height)
    good &= np.maximum(width, height) < 1.9 * np.minimum(width, height)
    good &= (left > 0) & (top > 0) & (left + width < CROP_PX) & (top + height < CROP_PX)
    good &= (place**2).sum(1) < 0.58**2
    return np.column_stack([place[good], radius[good], np.nonzero(good)[0]]).astype(np.float32)


def _fit_layouts(spots: Floats) -> Fit | None:
    """The layout that explains all spots on its face and fits best."""
    order = np.argsort((spots[:, :2] ** 2).sum(1))[:8]
    best: Fit | None = None
    for value in range(min(6, len(order)), 0, -1):
        found = _fit(spots, order[:value], value)
        if found is None:
            continue
        others = spots[np.setdiff1d(np.arange(len(spots)), found.chosen), :2]
        if len(others) and (np.abs((others - found.centre) @ found.axes).max(1) < 0.36).any():
            continue
        if best is None or found.misfit < best.misfit - 0.03:
            best = found
    return best


def _fit(spots: Floats, chosen: NDArray[np.intp], value: int) -> Fit | None:
    """Lay one layout over exactly these spots: turned by the outermost spot, then squeezed as a slanted view would."""
    radii = spots[chosen, 2]
    if radii.max() > 1.9 * radii.min() or (value > 1 and radii.max() > 0.17):
        return None
    points = spots[chosen, :2]
    centre = points.mean(0)
    if np.abs(centre).max() > 0.2:
        return None
    if value == 1:
        return Fit(1, float(np.hypot(*centre)) * 0.5, 0.25, centre, np.eye(2, dtype=np.float32), chosen)
    points = points - centre
    layout = np.array(LAYOUTS[value], np.float32)
    reach = np.sqrt((points**2).sum(1))
    outermost = points[int(reach.argmax())]
    best: Fit | None = None
    for x, y in CORNERS_OF_SIX if value == 6 else ((1.0, 1.0),):
        angle = float(np.arctan2(outermost[1], outermost[0]) - np.arctan2(y, x))
        spacing = float(reach.max() / np.hypot(x, y))
        axes = np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]], np.float32)
        found = _squeeze(points, layout * (abs(x), abs(y)), spacing, axes)
        if found and (best is None or found[0] < best.misfit):
            best = Fit(value, found[0], found[1], centre, axes, chosen)
    return best


def _squeeze(points: Floats, layout: Floats, spacing: float, axes: Floats) -> tuple[float, float] | None:
    """Misfit and spacing of a layout on points about the origin, after the best plausible linear map."""
    gaps = (layout * spacing) @ axes.T
    nearest = ((gaps[:, None] - points[None]) ** 2).sum(-1).argmin(1)
    if len(set(nearest.tolist())) < len(points):
        return None
    matched = points[nearest]
    if len(points) >= 4:
        inverse = np.linalg.inv(layout.T @ layout)
        linear = matched.T @ layout @ inverse
        (a, b), (c, d) = linear.tolist()
        total, area = a * a + b * b + c * c + d * d, abs(a * d - b * c)
        root = np.sqrt(max(total * total - 4 * area * area, 0.0))
        large, small = float(np.sqrt((total + root) / 2)), float(np.sqrt(max((total - root) / 2, 0.0)))
        least, most = SPACING[len(points)]
        if small < least or large > most or small < LEAST_ASPECT[len(points)] * large:
            return None
        gaps, spacing = layout @ linear.T, float(np.sqrt(large * small))
    elif not SPACING[len(points)][0] <= spacing <= SPACING[len(points)][1]:
        return None
    return float(np.sqrt(((gaps - matched) ** 2).sum(1)).max()), spacing
