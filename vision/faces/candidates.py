"""Places in a picture where the detector net sees the upper face of a die."""

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import cache

import cv2
import numpy as np
from numpy.typing import NDArray

from tablekeeper.vision.network import load_network
from tablekeeper.vision.quantiles import percentile

Picture = NDArray[np.uint8]
Floats = NDArray[np.float32]
Indices = NDArray[np.intp]
Point = tuple[float, float]
Copies = Callable[[int], Picture]
"""One picture, enlarged or shrunk to any long side."""

STRIDE = 4
LONG_SIDE_PX = 640
LEAST_HEAT = 0.18
AROUND = np.indices((3, 3)).reshape(2, 9) - 1  # rows and columns of a place and its neighbours
MOST_CANDIDATES = 80
CROP_PX = 48
COARSEST = 16  # pixels to a place of the net's deepest map
ROOM = 0.9  # edges from a face's middle to the farthest that is seen of its die
SWAYED_PX = 112  # how far from a place anything sways what the net says of it: half its field of view


@dataclass(frozen=True)
class Candidate:
    """A possible upper face, in the picture's pixels."""

    x: float
    y: float
    edge: float
    stretch: tuple[float, float]
    heat: float
    values: Floats  # chance of each value 1..6
    readable: bool  # False: looks like a die that must not be read (leaning, cut off, hidden)


def expose(picture: Picture) -> Picture:
    """Brighten a dark picture; training pictures end with the same step."""
    return brighten(picture, exposure_of(picture))


def exposure_of(picture: Picture) -> float:
    """How many times brighter a dark picture should be."""
    step = max(1, max(picture.shape[:2]) // 160)
    bright = percentile(brightest_channel(picture[::step, ::step]), 99)
    return 1.0 if bright >= 215 or bright < 1 else min(6.0, 235 / bright)


def brighten(picture: Picture, times: float) -> Picture:
    """The picture with so many times its light."""
    return picture if times == 1 else np.asarray(cv2.convertScaleAbs(picture, alpha=times), np.uint8)


def brightest_channel(picture: Picture) -> NDArray[np.uint8]:
    """The strongest of each pixel's colours."""
    blue, green, red = cv2.split(picture)
    return np.asarray(cv2.max(cv2.max(blue, green), red), np.uint8)


def darkest_channel(picture: Picture) -> NDArray[np.uint8]:
    """The weakest of each pixel's colours."""
    blue, green, red = cv2.split(picture)
    return np.asarray(cv2.min(cv2.min(blue, green), red), np.uint8)


def look_near(
    picture: Picture,
    around: Sequence[Point] = (),
    least_heat: float = LEAST_HEAT,
    copies: Copies | None = None,
) -> list[Candidate]:
    """Look at the whole picture, or all around some places, at the greatest size that is worth its time."""
    large = near_side(picture)
    seen = (copies or copies_of(picture))(large)
    return _look_around(seen, max(picture.shape[:2]) / large, around, least_heat)


def _look_around(seen: Picture, back: float, around: Sequence[Point], least_heat: float) -> list[Candidate]:
    """Look at all of a copy, or at what sways what the net says of some places and of all between them."""
    if not around:
        return merge(_look(seen, back, least_heat))
    left, top, right, bottom = _around(around, back)
    found = merge(_look(seen[top:bottom, left:right], back, least_heat))
    cuts = (left > 0, top > 0, right < seen.shape[1], bottom < seen.shape[0])
    whole = [one for one in found if not _is_cut(one, cuts, (right - left) * back, (bottom - top) * back)]
    return [replace(one, x=one.x + left * back, y=one.y + top * back) for one in whole] if left or top else whole


def _is_cut(place: Candidate, cuts: tuple[bool, bool, bool, bool], width: float, height: float) -> bool:
    """Whether a place lies so near to where a part of the picture ends that its die may be cut off there."""
    away = (place.x, place.y, width - place.x, height - place.y)
    return any(cut and side < ROOM * place.edge for cut, side in zip(cuts, away, strict=True))


def _around(places: Sequence[Point], back: float) -> tuple[int, int, int, int]:
    """Left, top, right and bottom of the part that sways what the net says of some places."""
    left, right = (pick(x for x, _ in places) / back for pick in (min, max))
    top, bottom = (pick(y for _, y in places) / back for pick in (min, max))
    left, top = (max(0, int(side) - SWAYED_PX) // COARSEST * COARSEST for side in (left, top))
    right, bottom = ((int(side) + SWAYED_PX + COARSEST) // COARSEST * COARSEST for side in (right, bottom))
    return left, top, right, bottom


def look_far(
    picture: Picture,
    around: Sequence[Point] = (),
    least_heat: float = LEAST_HEAT,
    copies: Copies | None = None,
) -> list[Candidate]:
    """Look at half that size: four times as quick, and enough for dice that are not small."""
    small = near_side(picture) // 2
    seen = (copies or copies_of(picture))(small)
    return _look_around(seen, max(picture.shape[:2]) / small, around, least_heat)


def far_scale(picture: Picture) -> float:
    """The size of things as `look_far` sees them beside their size in the picture."""
    return float(near_side(picture) // 2 / max(picture.shape[:2]))


def near_side(picture: Picture) -> int:
    """How long a picture is when it is looked at closely."""
    longest = int(max(picture.shape[:2]))
    return min(LONG_SIDE_PX, max(2, longest, min(2 * longest, LONG_SIDE_PX // 2)))


def find_candidates_at(picture: Picture, scale: float, around: Sequence[Point] = ()) -> list[Candidate]:
    """Look once, at a known scale (of the shrunk picture to the whole one), around some places; strongest first."""
    longest = max(picture.shape[:2])
    long_side = max(64, round(longest * min(scale, 1.0)))
    return _look_around(fit(picture, long_side), longest / long_side, around, LEAST_HEAT)


def find_candidates_around(
    picture: Picture, place: Candidate, reach: float, edge_px: float, least_heat: float = LEAST_HEAT
) -> list[Candidate]:
    """Look once at what lies within `reach` edges of a place, enlarged or shrunk to `edge_px` a face."""
    scale, half = edge_px / place.edge, reach * place.edge
    height, width = picture.shape[:2]
    left, right = _within(place.x - half, 0, width - 1), _within(place.x + half, 1, width)
    top, bottom = _within(place.y - half, 0, height - 1), _within(place.y + half, 1, height)
    part = picture[top:bottom, left:right]
    long_side = max(32, round(max(part.shape[:2]) * scale))
    found = merge(_look(fit(part, long_side), max(part.shape[:2]) / long_side, least_heat))
    return [replace(one, x=one.x + left, y=one.y + top) for one in found]


def _within(side: float, least: int, most: int) -> int:
    """A whole pixel within bounds, without the time that numpy takes for one."""
    return int(min(max(side, least), most))


def fit(picture: Picture, long_side: int) -> Picture:
    """The picture enlarged or shrunk to a long side."""
    scale = long_side / max(picture.shape[:2])
    if scale == 1:
        return picture
    size = (max(8, round(picture.shape[1] * scale)), max(8, round(picture.shape[0] * scale)))
    return np.asarray(
        cv2.resize(picture, size, interpolation=cv2.INTER_AREA if scale < 1 else cv2.INTER_LINEAR), np.uint8
    )


def copies_of(picture: Picture) -> Copies:
    """The picture at any long side; each copy is made once, as shrinking a large picture takes as long as a look."""

    @cache
    def copy(long_side: int) -> Picture:
        return fit(picture, long_side)

    return copy


def _look(picture: Picture, back: float, least_heat: float = LEAST_HEAT) -> list[Candidate]:
    """Run the detector on one scale; `back` leads to the picture's own pixels."""
    return decode(run_detector(picture, "detector"), back, least_heat)


def run_detector(picture: Picture, net: str) -> Floats:
    """The maps of a detector; the picture's last rows and columns are repeated up to a size that it takes."""
    height, width = picture.shape[:2]
    pad_y, pad_x = -height % COARSEST, -width % COARSEST
    if pad_y or pad_x:
        picture = np.asarray(cv2.copyMakeBorder(picture, 0, pad_y, 0, pad_x, cv2.BORDER_REPLICATE), np.uint8)
    return load_network(net).run(picture)


def decode(maps: Floats, back: float, least_heat: float) -> list[Candidate]:
    """The peaks of both maps of heat."""
    found = []
    least = math.log(least_heat / (1 - least_heat))
    for kind in (0, 1):
        layer = maps[kind]
        highest = np.asarray(cv2.dilate(layer, np.ones((3, 3), np.uint8)))
        rows, columns = np.nonzero((layer >= least) & (layer >= highest))
        order = np.argsort(-layer[rows, columns])[:MOST_CANDIDATES]
        if len(order):
            found += _candidates(maps, rows[order], columns[order], back, kind)
    return found


def _candidates(maps: Floats, rows: Indices, columns: Indices, back: float, kind: int) -> list[Candidate]:
    """Candidates at places of the maps; the value is seen by the hot places around each together."""
    height, width = maps.shape[1:]
    around_rows, around_columns = rows[:, None] + AROUND[0], columns[:, None] + AROUND[1]
    inside = (around_rows >= 0) & (around_rows < height) & (around_columns >= 0) & (around_columns < width)
    around = (np.clip(around_rows, 0, height - 1), np.clip(around_columns, 0, width - 1))
    heat = 1 / (1 + np.exp(-maps[kind][around])) * inside
    own = heat[:, 4]
    weights = heat * (heat > own[:, None] * 0.3)
    logits = (maps[2:8][:, *around] * weights).sum(2) / weights.sum(1)
    values = np.exp(logits - logits.max(0))
    values /= values.sum(0)
    log_edge, e1, e2, off_x, off_y = maps[8:13, rows, columns]
    shorter = 0.8 / np.maximum(np.hypot(e1, e2), 0.8)
    x = (columns + 0.5 + np.clip(off_x, -2, 2)) * STRIDE * back
    y = (rows + 0.5 + np.clip(off_y, -2, 2)) * STRIDE * back
    edge = 2.0 ** np.clip(log_edge, 2, 8) * back
    numbers = np.stack([x, y, edge, e1 * shorter, e2 * shorter, own], 1).tolist()
    return [
        Candidate(x, y, edge, (e1, e2), heat, np.asarray(chances, np.float32), readable=kind == 0)
        for (x, y, edge, e1, e2, heat), chances in zip(numbers, values.T, strict=True)
    ]


def merge(found: list[Candidate]) -> list[Candidate]:
    """Keep the strongest of candidates that lie on each other."""
    kept: list[Candidate] = []
    for one in sorted(found, key=lambda c: -c.heat):
        x, y, edge = one.x, one.y, one.edge
        for other in kept:  # a loop, because a picture may have thousands of pairs
            small, large = (edge, other.edge) if edge < other.edge else (other.edge, edge)
            if math.hypot(x - other.x, y - other.y) <= 0.4 * max(small, 0.5 * large):
                break
        else:
            kept.append(one)
    return kept[:MOST_CANDIDATES]


def read_crops(picture: Picture, candidates: list[Candidate]) -> Floats:
    """Chances of none and 1..6 for each candidate, by the crop net."""
    if not candidates:
        return np.zeros((0, 7), np.float32)
    reader = load_network("reader")
    said = [  # one by one: all at once is no quicker
        reader.run(cut(picture, place.x, place.y, 2 * place.edge, size=CROP_PX)).copy() for place in candidates
    ]
    logits = np.stack(said)
    chances = np.exp(logits - logits.max(1, keepdims=True))
    chances /= chances.sum(1, keepdims=True)
    chances[:, 0] += chances[:, 7:].sum(1)  # what only looks like a face is none
    return np.asarray(chances[:, :7], np.float32)


def cut(picture: Picture, x: float, y: float, extent: float, *, size: int, shape: Floats | None = None) -> Picture:
    """A `size` px square around (x, y) showing `extent` px; `shape` (2 x 2, unit area) undoes a slanted view."""
    scale = extent / size
    turn = np.eye(2, dtype=np.float32) if shape is None else shape
    if scale > 1.6:  # shrink by area first, or pips would shimmer
        reach = extent * (0.5 * float(np.abs(turn).sum(1).max()) + 0.05) + 2
        x0, y0 = _within(x - reach, 0, picture.shape[1] - 1), _within(y - reach, 0, picture.shape[0] - 1)
        part = picture[y0 : int(max(y + reach, y0 + 1)) + 1, x0 : int(max(x + reach, x0 + 1)) + 1]
        k = 1.2 / scale
        size_px = (max(1, round(part.shape[1] * k)), max(1, round(part.shape[0] * k)))
        kx, ky = size_px[0] / part.shape[1], size_px[1] / part.shape[0]
        picture = np.asarray(cv2.resize(part, size_px, interpolation=cv2.INTER_AREA), np.uint8)
        x, y, scale = (x - x0) * kx, (y - y0) * ky, scale * (kx + ky) / 2
    middle = (size - 1) / 2
    (a, b), (c, d) = (turn * scale).tolist()
    place = np.array([(a, b, x - 0.5 - (a + b) * middle), (c, d, y - 0.5 - (c + d) * middle)], np.float32)
    flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    return np.asarray(
        cv2.warpAffine(picture, place, (size, size), flags=flags, borderMode=cv2.BORDER_REPLICATE), np.uint8
    )


def straighten(stretch: tuple[float, float]) -> Floats:
    """The unit-area linear map from an upright square to a face with this stretch."""
    e1, e2 = stretch
    length = math.hypot(e1, e2)
    large, small = math.sqrt(max(1 + length, 0.05)), math.sqrt(max(1 - length, 0.05))
    root = math.sqrt(large * small)
    even, odd = (large + small) / (2 * root), (large - small) / (2 * root * max(length, 1e-9))
    return np.array([[even + odd * e1, odd * e2], [odd * e2, even - odd * e1]], np.float32)
