"""More floors for the simulated tray: worn, torn, woven and printed ones, as tiles of brightness or of colours."""

from __future__ import annotations

from itertools import pairwise

import cv2
import numpy as np

from tablekeeper.hardware.mock.picture.grain import TILE_PX, noise
from tablekeeper.hardware.mock.picture.solid import Floats

Random = np.random.Generator
MOTIFS = 5
_FINE = 4  # bits of cv2's fixed point


def _grid() -> tuple[Floats, Floats]:
    rows, columns = np.mgrid[:TILE_PX, :TILE_PX].astype(np.float32)
    return columns, rows


def _step(share: Floats, hardness: float = 8.0) -> Floats:
    return np.asarray(np.clip(share * np.float32(hardness) + 0.5, 0, 1), dtype=np.float32)


def _worn_felt(rng: Random) -> Floats:
    """Felt with a nap, bald patches, pressed-in spots, lint and a stain."""
    nap = 0.06 * noise(rng, 60) + 0.06 * noise(rng, 14) + 0.12 * noise(rng, 1.4, 2.0)
    bald = _step(noise(rng, 45) - rng.uniform(0.6, 1.4), 1.5)
    lint = np.zeros((TILE_PX, TILE_PX), dtype=np.float32)
    for x, y, way in rng.uniform((0, 0, 0), (TILE_PX, TILE_PX, 2 * np.pi), (140, 3)):
        bend = way + rng.normal(0, 0.8)
        middle = np.array([x, y]) + 12 * np.array([np.cos(way), np.sin(way)])
        end = middle + 12 * np.array([np.cos(bend), np.sin(bend)])
        points = np.array([(x, y), middle, end]).astype(np.int32)
        cv2.polylines(lint, [points], False, float(rng.uniform(0.1, 0.6)), 1, cv2.LINE_AA)
    stain = _step(noise(rng, 80) - 1.8, 3.0)
    return np.asarray((1 + nap) * (1 + 0.35 * bald) * (1 - 0.25 * stain) + lint)


def _cardboard(rng: Random) -> Floats:
    """A box's floor: ribs, fibres, seams where the flaps meet, a strip of glossy tape."""
    x, y = _grid()
    plain = (
        1
        + 0.02 * np.sin(y * np.float32(2 * np.pi / rng.uniform(16, 30)))
        + 0.03 * noise(rng, 2.0, 6.0)
        + 0.03 * noise(rng, 90)
    )
    for _ in range(int(rng.integers(1, 4))):
        way, off = rng.choice((0.0, np.pi / 2)) + rng.normal(0, 0.03), rng.uniform(-300, 300)
        away = (
            (x - TILE_PX / 2) * np.float32(np.sin(way)) - (y - TILE_PX / 2) * np.float32(np.cos(way)) - np.float32(off)
        )
        plain *= 1 - 0.5 * np.exp(-np.abs(away) / 3)
        plain *= 1 + np.float32(rng.uniform(-0.12, 0.12)) * _step(away, 0.3)
    if rng.random() < 0.4:
        plain += 0.15 * _step(70 - np.abs(y - TILE_PX / 2 - np.float32(rng.uniform(-200, 200))), 0.5)
    return np.asarray(plain)


def _leather(rng: Random) -> Floats:
    """Pebbles with dark creases."""
    cells = noise(rng, rng.uniform(4, 8))
    creases = np.exp(-np.abs(cells) / 0.22) + np.exp(-np.abs(noise(rng, 7)) / 0.15)
    return np.asarray(1 - 0.16 * creases + 0.04 * noise(rng, 50) + 0.04 * noise(rng, 1.5))


def _paper(rng: Random) -> Floats:
    """White paper with a fold or two and a faint shadow of what lies below."""
    x, y = _grid()
    sheet = 1 + 0.012 * noise(rng, 1.5) + 0.01 * noise(rng, 60)
    for _ in range(int(rng.integers(0, 3))):
        way, off = rng.uniform(0, np.pi), rng.uniform(-250, 250)
        away = (
            (x - TILE_PX / 2) * np.float32(np.sin(way)) - (y - TILE_PX / 2) * np.float32(np.cos(way)) - np.float32(off)
        )
        sheet += np.float32(0.08) * np.sign(away) * np.exp(-np.abs(away) / 6)
    return np.asarray(sheet)


def _cloth(rng: Random) -> Floats:
    """A weave, with soft waves where it does not lie flat."""
    x, y = _grid()
    pitch = rng.uniform(3.2, 9.0)
    weave = np.sin(x * np.float32(2 * np.pi / pitch)) * np.sin(y * np.float32(2 * np.pi / pitch))
    return np.asarray(1 + np.float32(rng.uniform(0.06, 0.2)) * weave + 0.09 * noise(rng, 120) + 0.05 * noise(rng, 1.2))


def _carpet(rng: Random) -> Floats:
    """Loops of several tones."""
    loops = 0.22 * noise(rng, rng.uniform(2.5, 6)) + 0.12 * noise(rng, 12)
    speckle = _step(noise(rng, 3.0) - 1.5) * np.float32(rng.uniform(-0.5, 0.6))
    return np.asarray(1 + loops + speckle)


def _basket(rng: Random) -> Floats:
    """A plastic grid: bars with holes through which it is dark."""
    x, y = _grid()
    pitch, bar = rng.uniform(36, 64), rng.uniform(0.35, 0.6)
    hole = _step(np.abs(x / pitch % 1 - 0.5) * -2 + 1 - bar, pitch / 4) * _step(
        np.abs(y / pitch % 1 - 0.5) * -2 + 1 - bar, pitch / 4
    )
    return np.asarray((1 - 0.72 * hole) * (1 + 0.02 * noise(rng, 20)))


def _stone(rng: Random) -> Floats:
    """Marble or granite: veins and grains."""
    veins = np.exp(-np.abs(noise(rng, 70) + 0.4 * noise(rng, 14)) / 0.08)
    return np.asarray(1 - 0.35 * veins + 0.12 * noise(rng, 2.2) * rng.uniform(0, 1) + 0.05 * noise(rng, 60))


def _colours(rng: Random, many: int) -> Floats:
    """Inks, as blue, green and red around one: the tray's own colour tints them."""
    return np.asarray(
        np.clip(rng.uniform(0.25, 1.5, (many, 3)) * rng.uniform(0.5, 1.2, (many, 1)), 0.05, 1.8), dtype=np.float32
    )


def _printed_map(rng: Random) -> Floats:
    """A board: lands with borders, routes of short bars, towns, frames and small print."""
    lands, inks = noise(rng, 70), _colours(rng, 7)
    image = inks[np.digitize(lands, (-0.8, -0.2, 0.4, 1.0))]
    border = np.exp(-np.abs(lands - np.float32(-0.2)) / 0.05)[..., None]
    image = np.ascontiguousarray(image * (1 - 0.7 * border))
    towns = rng.uniform(0, TILE_PX, (16, 2))
    for start, end in pairwise(towns):
        for share in np.linspace(0.1, 0.9, max(2, int(np.hypot(*(end - start)) / 60))):
            at, way = start + (end - start) * share, np.arctan2(*(end - start)[::-1])
            half = np.array([np.cos(way), np.sin(way)]) * 18
            cv2.line(
                image,
                (at - half).astype(int).tolist(),
                (at + half).astype(int).tolist(),
                inks[5].tolist(),
                9,
                cv2.LINE_AA,
            )
    for town in towns.astype(int):
        cv2.circle(image, town.tolist(), int(rng.integers(8, 20)), inks[6].tolist(), -1, cv2.LINE_AA)
        for k in range(int(rng.integers(0, 6))):
            cv2.line(
                image,
                (town + np.array([24 + 9 * k, -6])).tolist(),
                (town + np.array([28 + 9 * k, 8])).tolist(),
                (0.1, 0.1, 0.1),
                3,
                cv2.LINE_AA,
            )
    return np.asarray(image * (1 + 0.02 * noise(rng, 1.5))[..., None])


def _printed_motifs(rng: Random) -> Floats:
    """A wax cloth: blots, rings and leaves, over and over."""
    image = np.ones((TILE_PX, TILE_PX, 3), dtype=np.float32)
    pitch, inks = float(rng.uniform(60, 190)), _colours(rng, MOTIFS)
    parts = [
        (rng.uniform(0, 0.35) * pitch, rng.uniform(0, 2 * np.pi), rng.uniform(0.03, 0.16) * pitch, ink) for ink in inks
    ]
    for row, y in enumerate(np.arange(0, TILE_PX + pitch, pitch)):
        for x in np.arange(pitch / 2 * (row % 2), TILE_PX + pitch, pitch):
            for number, (out, way, size, ink) in enumerate(parts):
                at = (round((x + out * np.cos(way)) * 16), round((y + out * np.sin(way)) * 16))
                axes = (round(size * 16), round(size * (16 if number % 2 else 7)))
                cv2.ellipse(
                    image, at, axes, np.degrees(way), 0, 360, ink.tolist(), 4 if number == 1 else -1, cv2.LINE_AA, _FINE
                )
    return np.asarray(image * (1 + 0.03 * noise(rng, 2.0))[..., None])


def _playmat(rng: Random) -> Floats:
    """Rubber-backed fabric with a painted picture: soft light, dust and sparks."""
    image = np.ones((TILE_PX, TILE_PX, 3), dtype=np.float32)
    for ink in _colours(rng, 6):
        share = _step(noise(rng, rng.uniform(15, 90)) - rng.uniform(-0.5, 1.2), rng.uniform(0.5, 6))[..., None]
        image += (ink - image) * share
    sparks = _step(noise(rng, 2.5) - 3.0, 3)[..., None]
    return np.asarray(image * (1 + 0.04 * noise(rng, 1.3))[..., None] + sparks * 0.5)


FLOORS = {
    "worn felt": _worn_felt,
    "cardboard": _cardboard,
    "leather": _leather,
    "paper": _paper,
    "cloth": _cloth,
    "carpet": _carpet,
    "basket": _basket,
    "stone": _stone,
    "printed map": _printed_map,
    "printed motifs": _printed_motifs,
    "playmat": _playmat,
}
