"""Places in a picture where the detector net sees the upper face of a die."""

import os
from dataclasses import dataclass, replace
from functools import lru_cache
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

Picture = NDArray[np.uint8]
Floats = NDArray[np.float32]

WEIGHTS = Path(__file__).parent / "weights"
STRIDE = 4
LONG_SIDE_PX = 640
LEAST_HEAT = 0.18
MOST_CANDIDATES = 80
CROP_PX = 48


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


@lru_cache(maxsize=2)
def load_net(name: str) -> Any:
    """One of the shipped nets; kept, because loading takes longer than reading."""
    path = os.fspath(WEIGHTS / f"{name}.onnx")
    if hasattr(cv2.dnn, "ENGINE_CLASSIC"):  # OpenCV 5: its new engine is slower on these nets, on one thread
        return cv2.dnn.readNetFromONNX(path, cv2.dnn.ENGINE_CLASSIC)
    return cv2.dnn.readNetFromONNX(path)


def expose(picture: Picture) -> Picture:
    """Brighten a dark picture; training pictures end with the same step."""
    step = max(1, max(picture.shape[:2]) // 160)
    bright = float(np.percentile(picture[::step, ::step].max(2), 99))
    if bright >= 215 or bright < 1:
        return picture
    return np.asarray(cv2.convertScaleAbs(picture, alpha=min(6.0, 235 / bright)), np.uint8)


def find_candidates(picture: Picture) -> list[Candidate]:
    """Look at two scales and merge; strongest first."""
    longest = max(picture.shape[:2])
    large = min(LONG_SIDE_PX, max(longest, min(2 * longest, LONG_SIDE_PX // 2)))
    first = _fit(picture, large)
    found = _look(first, longest / large)
    half = max(1, large // 2)
    found += _look(_fit(first, half), longest / half)
    return merge(found)


def find_candidates_at(picture: Picture, scale: float) -> list[Candidate]:
    """Look once, at a known scale (of the shrunk picture to the whole one); strongest first."""
    longest = max(picture.shape[:2])
    long_side = max(64, round(longest * min(scale, 1.0)))
    return merge(_look(_fit(picture, long_side), longest / long_side))


def find_candidates_around(picture: Picture, place: Candidate, reach: float, edge_px: float) -> list[Candidate]:
    """Look once at what lies within `reach` edges of a place, enlarged or shrunk to `edge_px` a face."""
    scale, half = edge_px / place.edge, reach * place.edge
    height, width = picture.shape[:2]
    left, right = int(np.clip(place.x - half, 0, width - 1)), int(np.clip(place.x + half, 1, width))
    top, bottom = int(np.clip(place.y - half, 0, height - 1)), int(np.clip(place.y + half, 1, height))
    part = picture[top:bottom, left:right]
    long_side = max(32, round(max(part.shape[:2]) * scale))
    found = merge(_look(_fit(part, long_side), max(part.shape[:2]) / long_side))
    return [replace(one, x=one.x + left, y=one.y + top) for one in found]


def _fit(picture: Picture, long_side: int) -> Picture:
    scale = long_side / max(picture.shape[:2])
    if scale == 1:
        return picture
    size = (max(8, round(picture.shape[1] * scale)), max(8, round(picture.shape[0] * scale)))
    return np.asarray(
        cv2.resize(picture, size, interpolation=cv2.INTER_AREA if scale < 1 else cv2.INTER_LINEAR), np.uint8
    )


def _look(picture: Picture, back: float) -> list[Candidate]:
    """Run the detector on one scale; `back` leads to the picture's own pixels."""
    height, width = picture.shape[:2]
    pad_y, pad_x = -height % 16, -width % 16
    if pad_y or pad_x:
        picture = np.asarray(cv2.copyMakeBorder(picture, 0, pad_y, 0, pad_x, cv2.BORDER_REPLICATE), np.uint8)
    net = load_net("detector")
    net.setInput(cv2.dnn.blobFromImage(picture, 1 / 255))
    return _decode(net.forward()[0], back)


def _decode(maps: Floats, back: float) -> list[Candidate]:
    heat = 1 / (1 + np.exp(-maps[:2]))
    found = []
    for kind in (0, 1):
        layer = heat[kind]
        peaks = (layer >= LEAST_HEAT) & (layer >= cv2.dilate(layer, np.ones((3, 3), np.uint8)))
        rows, columns = np.nonzero(peaks)
        order = np.argsort(-layer[rows, columns])[:MOST_CANDIDATES]
        for row, column in zip(rows[order], columns[order], strict=True):
            found.append(_candidate(maps, heat[kind], int(row), int(column), back, readable=kind == 0))
    return found


def _candidate(maps: Floats, heat: Floats, row: int, column: int, back: float, *, readable: bool) -> Candidate:
    around = (slice(max(row - 1, 0), row + 2), slice(max(column - 1, 0), column + 2))
    weights = heat[around] * (heat[around] > heat[row, column] * 0.3)
    logits = (maps[(slice(2, 8), *around)] * weights).sum((1, 2)) / weights.sum()
    values = np.exp(logits - logits.max())
    log_edge, e1, e2, off_x, off_y = (float(v) for v in maps[8:13, row, column])
    length = float(np.hypot(e1, e2))
    if length > 0.8:
        e1, e2 = e1 * 0.8 / length, e2 * 0.8 / length
    return Candidate(
        x=(column + 0.5 + np.clip(off_x, -2, 2)) * STRIDE * back,
        y=(row + 0.5 + np.clip(off_y, -2, 2)) * STRIDE * back,
        edge=float(2.0 ** np.clip(log_edge, 2, 8)) * back,
        stretch=(e1, e2),
        heat=float(heat[row, column]),
        values=np.asarray(values / values.sum(), np.float32),
        readable=readable,
    )


def merge(found: list[Candidate]) -> list[Candidate]:
    """Keep the strongest of candidates that lie on each other."""
    kept: list[Candidate] = []
    for one in sorted(found, key=lambda c: -c.heat):
        if all(
            np.hypot(one.x - c.x, one.y - c.y) > 0.4 * max(min(one.edge, c.edge), 0.5 * max(one.edge, c.edge))
            for c in kept
        ):
            kept.append(one)
    return kept[:MOST_CANDIDATES]


def read_crops(picture: Picture, candidates: list[Candidate]) -> Floats:
    """Chances of none and 1..6 for each candidate, by the crop net."""
    if not candidates:
        return np.zeros((0, 7), np.float32)
    crops = np.stack([cut(picture, c.x, c.y, 2 * c.edge, size=CROP_PX) for c in candidates])
    blob = np.ascontiguousarray(crops.astype(np.float32).transpose(0, 3, 1, 2) / 255)
    net = load_net("reader")
    net.setInput(blob)
    logits = net.forward()
    chances = np.exp(logits - logits.max(1, keepdims=True))
    return np.asarray(chances / chances.sum(1, keepdims=True), np.float32)


def cut(picture: Picture, x: float, y: float, extent: float, *, size: int, shape: Floats | None = None) -> Picture:
    """A `size` px square around (x, y) showing `extent` px; `shape` (2 x 2, unit area) undoes a slanted view."""
    scale = extent / size
    if scale > 1.6:  # shrink by area first, or pips would shimmer
        reach = extent * 0.9
        x0, y0 = int(np.clip(x - reach, 0, picture.shape[1] - 1)), int(np.clip(y - reach, 0, picture.shape[0] - 1))
        part = picture[y0 : int(max(y + reach, y0 + 1)) + 1, x0 : int(max(x + reach, x0 + 1)) + 1]
        k = 1.2 / scale
        size_px = (max(1, round(part.shape[1] * k)), max(1, round(part.shape[0] * k)))
        kx, ky = size_px[0] / part.shape[1], size_px[1] / part.shape[0]
        picture = np.asarray(cv2.resize(part, size_px, interpolation=cv2.INTER_AREA), np.uint8)
        x, y, scale = (x - x0) * kx, (y - y0) * ky, scale * (kx + ky) / 2
    turn = (np.eye(2, dtype=np.float32) if shape is None else shape) * scale
    middle = (size - 1) / 2
    shift = np.array([x - 0.5, y - 0.5]) - turn @ np.array([middle, middle])
    place = np.concatenate([turn, shift[:, None]], 1).astype(np.float32)
    flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    return np.asarray(
        cv2.warpAffine(picture, place, (size, size), flags=flags, borderMode=cv2.BORDER_REPLICATE), np.uint8
    )


def straighten(stretch: tuple[float, float]) -> Floats:
    """The unit-area linear map from an upright square to a face with this stretch."""
    e1, e2 = stretch
    moments = np.array([[1 + e1, e2], [e2, 1 - e1]], np.float64)
    values, vectors = np.linalg.eigh(moments)
    root = np.sqrt(np.maximum(values, 0.05))
    root /= np.sqrt(root[0] * root[1])
    return np.asarray(vectors @ np.diag(root) @ vectors.T, np.float32)
