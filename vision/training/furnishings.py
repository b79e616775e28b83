"""What dice are thrown on and beside: printed boards, patterned cloth, keyboards, and trays and cups of any shape."""

from collections.abc import Callable

import cv2
import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.floating]
Random = np.random.Generator
FINE = 4  # bits of cv2's fixed point


def _colour(rng: Random) -> tuple[float, float, float]:
    grey = rng.uniform(10, 245)
    b, g, r = np.clip(grey + rng.normal(0, rng.choice([5, 25, 70]), 3), 0, 255)
    return float(b), float(g), float(r)


def _fill(image: Floats, points: Floats, colour: tuple[float, float, float]) -> None:
    cv2.fillPoly(image, [np.round(points * (1 << FINE)).astype(np.int32)], colour, cv2.LINE_AA, FINE)


def _ring(centre: Floats, radii: Floats, corners: int, turn: float) -> Floats:
    ways = turn + np.arange(corners) * 2 * np.pi / corners
    return np.asarray(centre + np.stack([np.cos(ways), np.sin(ways)], 1) * radii)


def lay_tray(image: Floats, floor: Floats, rng: Random) -> Floats:
    """A round, oval or many-cornered tray, or a cup: walls in rings, a floor that may curve, a rim that shines."""
    side = image.shape[0]
    centre = rng.uniform(0.3, 0.7, 2) * side
    radii = np.array([1.0, rng.uniform(0.6, 1)]) * rng.uniform(0.25, 0.6) * side
    corners, turn = int(rng.choice([4, 6, 8, 64, 64, 64])), float(rng.uniform(0, 2 * np.pi))
    wall, rim = _colour(rng), _colour(rng)
    _fill(image, _ring(centre, radii * 1.06, corners, turn), rim)
    for share in np.linspace(1, rng.uniform(0.75, 0.95), 6):
        tone = tuple(v * (0.4 + 0.6 * share) for v in wall)
        _fill(image, _ring(centre, radii * share, corners, turn), (tone[0], tone[1], tone[2]))
    mask = np.zeros(image.shape[:2], np.float32)
    cv2.fillPoly(mask, [_ring(centre, radii * share, corners, turn).astype(np.int32)], 1.0, cv2.LINE_AA)
    rows, columns = np.mgrid[:side, :side].astype(np.float32)
    away = np.hypot((columns - centre[0]) / radii[0], (rows - centre[1]) / radii[1])
    bowl = 1 - rng.uniform(0, 0.7) * np.clip(away / share, 0, 1) ** 2
    image += (floor * bowl[..., None] - image) * mask[..., None]
    if rng.random() < 0.4:  # a strip of lamps, or their mirror image on the rim
        start = float(rng.uniform(0, 360))
        axes = (max(1, int(radii[0])), max(1, int(radii[1])))
        at = (int(centre[0]), int(centre[1]))
        cv2.ellipse(
            image, at, axes, 0, start, start + rng.uniform(20, 200), (255.0,) * 3, int(rng.integers(1, 5)), cv2.LINE_AA
        )
    return image


def _keyboard(image: Floats, rng: Random) -> Floats:
    """Rows of keys with letters, dark or light."""
    dark = rng.random() < 0.7
    base = rng.uniform(8, 50) if dark else rng.uniform(180, 245)
    step, body, ink = rng.uniform(16, 60), (base,) * 3, (rng.uniform(150, 250) if dark else rng.uniform(10, 90),) * 3
    image[:] = base * rng.uniform(0.5, 0.9)
    for row, y in enumerate(np.arange(0, image.shape[0], step)):
        for x in np.arange(-row * step * 0.25, image.shape[1], step):
            half = step * 0.44
            square = np.array([(x, y), (x + 2 * half, y), (x + 2 * half, y + 2 * half), (x, y + 2 * half)])
            _fill(image, square, body)
            for _ in range(int(rng.integers(1, 4))):
                ends = (np.array([x, y]) + half * rng.uniform(0.5, 1.3, (2, 2))).astype(int)
                cv2.line(image, ends[0].tolist(), ends[1].tolist(), ink, max(1, int(step / 24)), cv2.LINE_AA)
    return image


def _motifs(image: Floats, rng: Random) -> Floats:
    """Wax cloth, wrapping paper, ornaments: one motif repeated, of blots, rings, petals and strokes."""
    step = rng.uniform(14, 110)
    ways = rng.uniform(0, 2 * np.pi, 5)
    parts = [
        (rng.integers(4), rng.uniform(0, 0.35) * step, way, rng.uniform(0.04, 0.2) * step, _colour(rng)) for way in ways
    ]
    parts = parts[: int(rng.integers(1, 6))]
    odd = rng.random() < 0.5
    for row, y in enumerate(np.arange(0, image.shape[0] + step, step)):
        for x in np.arange(step / 2 * (row % 2 if odd else 0), image.shape[1] + step, step):
            for kind, out, way, size, colour in parts:
                at = np.array([x + out * np.cos(way), y + out * np.sin(way)])
                _motif(image, int(kind), at, float(size), float(way), colour)
    return image


def _motif(image: Floats, kind: int, at: Floats, size: float, way: float, colour: tuple[float, float, float]) -> None:
    centre = (int(at[0]), int(at[1]))
    if kind == 0:
        _fill(image, _ring(at, np.array([size, size]), 24, 0), colour)
    elif kind == 1:
        cv2.circle(image, centre, max(2, int(size)), colour, max(1, int(size * 0.3)), cv2.LINE_AA)
    elif kind == 2:
        _fill(image, _ring(at, np.array([size * 1.5, size * 0.5]), 24, 0), colour)
    else:
        end = (at + size * 2 * np.array([np.cos(way), np.sin(way)])).astype(int)
        cv2.line(image, centre, end.tolist(), colour, max(1, int(size * 0.4)), cv2.LINE_AA)


def _board(image: Floats, rng: Random) -> Floats:
    """A game's board: fields in rows or rings, frames, pictures of blots, numbers."""
    palette = [_colour(rng) for _ in range(int(rng.integers(2, 7)))]
    step = rng.uniform(24, 100)
    for y in np.arange(0, image.shape[0], step):
        for x in np.arange(0, image.shape[1], step):
            if rng.random() < 0.35:
                continue
            half = step * rng.choice([0.5, 0.45, 0.35])
            at = np.array([x, y]) + step / 2
            corners = 4 if rng.random() < 0.7 else 32
            outline = _ring(at, np.full(2, half * (1.41 if corners == 4 else 1)), corners, np.pi / 4)
            _fill(image, outline, palette[rng.integers(len(palette))])
            if rng.random() < 0.5:
                cv2.polylines(image, [outline.astype(np.int32)], True, palette[0], int(rng.integers(1, 4)), cv2.LINE_AA)
            if rng.random() < 0.3:
                _motif(image, int(rng.integers(4)), at, half * rng.uniform(0.2, 0.6), 0.0, palette[-1])
    return image


def _corrugated(image: Floats, rng: Random) -> Floats:
    """Cardboard: brown, with seams, flaps and faint ribs."""
    rows = np.arange(image.shape[0], dtype=np.float32)[:, None, None]
    ribs = 1 + rng.uniform(0, 0.06) * np.sin(rows * 2 * np.pi / rng.uniform(3, 12))
    image[:] = np.array([rng.uniform(70, 130), rng.uniform(120, 165), rng.uniform(160, 205)]) * ribs
    for _ in range(int(rng.integers(1, 4))):
        ends = rng.uniform(-0.2, 1.2, (2, 2)) * image.shape[0]
        tone = rng.uniform(30, 110)
        cv2.line(
            image,
            ends[0].astype(int).tolist(),
            ends[1].astype(int).tolist(),
            (tone * 0.6, tone * 0.8, tone),
            2,
            cv2.LINE_AA,
        )
    return image


PRINTED: tuple[Callable[[Floats, Random], Floats], ...] = (_keyboard, _motifs, _motifs, _board, _board, _corrugated)


def furnish(image: Floats, floor: Floats, rng: Random) -> Floats:
    """A plain surface with print on it, or a tray with its own floor."""
    image = np.ascontiguousarray(image)
    if rng.random() < 0.35:
        return lay_tray(image, floor, rng)
    image = PRINTED[rng.integers(len(PRINTED))](image, rng)
    place = cv2.getRotationMatrix2D((image.shape[1] / 2, image.shape[0] / 2), float(rng.uniform(0, 360)), 1.3)
    return np.asarray(cv2.warpAffine(image, place, image.shape[1::-1], borderMode=cv2.BORDER_REFLECT))
