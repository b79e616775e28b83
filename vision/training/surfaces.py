"""Surfaces for the dice to lie on: cloth, wood, paper, print, clutter, trays; whatever has no pips on a plain face."""

from collections.abc import Callable

import cv2
import numpy as np
from numpy.typing import NDArray

from tablekeeper.vision.picture import Numbers
from tablekeeper.vision.training.furnishings import furnish
from tablekeeper.vision.training.tiles import lay_tiles

Floats = NDArray[np.floating]
Surface = Numbers
SIZE_PX = 448


def _noise(rng: np.random.Generator, cells: float, stretch: float = 1.0) -> Floats:
    """Smooth noise between 0 and 1 with about `cells` cells over the width."""
    height, width = max(2, int(cells)), max(2, int(cells * stretch))
    small = rng.random((min(height, SIZE_PX), min(width, SIZE_PX)), np.float32)
    return np.asarray(cv2.resize(small, (SIZE_PX, SIZE_PX), interpolation=cv2.INTER_CUBIC), np.float32)


def _colour(rng: np.random.Generator) -> Floats:
    """Whatever colour; dull ones more often."""
    grey = rng.uniform(10, 245)
    return np.clip(grey + rng.normal(0, rng.choice([4, 20, 70]), 3), 0, 255).astype(np.float32)


def _mix(one: Floats, two: Floats, share: Floats) -> Floats:
    return np.asarray(one + (two - one) * share[..., None], np.float32)


def _plain(rng: np.random.Generator) -> Floats:
    return _mix(_colour(rng), _colour(rng), _noise(rng, 2) * rng.uniform(0, 0.3))


def _fractal(rng: np.random.Generator) -> Floats:
    total = np.zeros((SIZE_PX, SIZE_PX), np.float32)
    fall = rng.uniform(0.5, 1.0)
    for octave in range(8):
        total += _noise(rng, 2 ** (octave + 1)) * fall**octave
    total = (total - total.min()) / np.ptp(total)
    return _mix(_colour(rng), _colour(rng), total)


def _wood(rng: np.random.Generator) -> Floats:
    warp = _noise(rng, 3) * rng.uniform(2, 14) + _noise(rng, 60, 0.04) * rng.uniform(0, 2)
    rings = 0.5 + 0.5 * np.sin(warp * 2 * np.pi)
    grain = _noise(rng, 300, 0.03)
    dark = np.array([rng.uniform(20, 120), rng.uniform(50, 150), rng.uniform(80, 190)], np.float32)
    light = np.clip(dark * rng.uniform(1.1, 1.8), 0, 255)
    return _mix(dark, light, rings * 0.5 + grain * 0.5)


def _cloth(rng: np.random.Generator) -> Floats:
    period = rng.uniform(2, 14)
    y, x = np.mgrid[:SIZE_PX, :SIZE_PX].astype(np.float32)
    x, y = x + _noise(rng, 6) * 8, y + _noise(rng, 6) * 8
    weave = (
        0.5 + 0.25 * np.sin(x * 2 * np.pi / period) + 0.25 * np.sin(y * 2 * np.pi / period * rng.choice([1, 1, 0.5]))
    )
    weave = weave * 0.6 + _noise(rng, 400) * 0.4
    return _mix(_colour(rng), _colour(rng), weave * rng.uniform(0.2, 1))


def _carpet(rng: np.random.Generator) -> Floats:
    base = _mix(_colour(rng), _colour(rng), _noise(rng, rng.uniform(40, 250)))
    speck = (_noise(rng, rng.uniform(60, 400)) > rng.uniform(0.6, 0.95)).astype(np.float32)
    return _mix(base, np.broadcast_to(_colour(rng), base.shape), speck * rng.uniform(0.2, 1))


def _leaves(rng: np.random.Generator) -> Floats:
    """Overlapping shapes of every size: clutter like a photograph's."""
    image = np.ascontiguousarray(np.broadcast_to(_colour(rng), (SIZE_PX, SIZE_PX, 3)).astype(np.float32))
    palette = [_colour(rng) for _ in range(rng.integers(3, 12))]
    for _ in range(int(rng.integers(30, 400))):
        size = float(np.clip(3 * rng.pareto(1.0) + 2, 2, 150))
        at = rng.uniform(0, SIZE_PX, 2)
        colour = tuple(float(c) for c in palette[rng.integers(len(palette))] + rng.normal(0, 12, 3))
        _blot(image, rng, at, size, colour)
    return image


def _blot(
    image: Floats, rng: np.random.Generator, at: NDArray[np.float64], size: float, colour: tuple[float, ...]
) -> None:
    centre = (int(at[0]), int(at[1]))
    kind = rng.integers(5)
    if kind == 0:
        cv2.ellipse(
            image,
            centre,
            (int(size) + 1, int(size * rng.uniform(0.2, 1)) + 1),
            rng.uniform(0, 180),
            0,
            360,
            colour,
            -1,
            cv2.LINE_AA,
        )
    elif kind == 1:
        box = cv2.boxPoints((tuple(at.tolist()), (size * 2, size * rng.uniform(0.1, 2)), rng.uniform(0, 90)))
        cv2.fillConvexPoly(image, box.astype(np.int32), colour, cv2.LINE_AA)
    elif kind == 2:
        points = (at + rng.normal(0, size, (rng.integers(3, 8), 2))).astype(np.int32)
        cv2.fillPoly(image, [points], colour, cv2.LINE_AA)
    elif kind == 3:
        cv2.circle(image, centre, int(size) + 1, colour, max(1, int(size * rng.uniform(0.05, 0.5))), cv2.LINE_AA)
    else:
        cv2.line(
            image,
            centre,
            tuple((at + rng.normal(0, size * 3, 2)).astype(int).tolist()),
            colour,
            int(rng.integers(1, 6)),
            cv2.LINE_AA,
        )


def _ruled(rng: np.random.Generator) -> Floats:
    """Squared or lined paper, tiles, dot grids."""
    image = np.ascontiguousarray(_plain(rng))
    ink = tuple(float(c) for c in _colour(rng))
    step, thick = rng.uniform(8, 90), int(rng.integers(1, 4))
    kind = rng.integers(3)
    for k in np.arange(rng.uniform(0, step), SIZE_PX, step):
        if kind == 2:
            for m in np.arange(rng.uniform(0, 1), SIZE_PX, step):
                cv2.circle(image, (int(k), int(m)), thick, ink, -1, cv2.LINE_AA)
            continue
        cv2.line(image, (int(k), 0), (int(k), SIZE_PX), ink, thick, cv2.LINE_AA)
        if kind == 0:
            cv2.line(image, (0, int(k)), (SIZE_PX, int(k)), ink, thick, cv2.LINE_AA)
    return image


def _print(rng: np.random.Generator) -> Floats:
    """Text and numbers, as on boards, cards and newspapers."""
    ground = _plain(rng) if rng.random() < 0.5 else _leaves(rng)
    image = np.clip(ground, 0, 255).astype(np.uint8)  # putText of OpenCV 5 draws on bytes only
    letters = "abcdeghkmnopqrstuvwxyzABCDEFGHKO0123456789.,:;!?%&oO8..::"
    for _ in range(int(rng.integers(4, 40))):
        text = "".join(rng.choice(list(letters), rng.integers(1, 18)))
        at = (int(rng.uniform(-40, SIZE_PX)), int(rng.uniform(0, SIZE_PX)))
        size = float(np.exp(rng.uniform(np.log(0.3), np.log(4.0))))
        cv2.putText(
            image,
            text,
            at,
            int(rng.integers(0, 4)),
            size,
            tuple(float(c) for c in _colour(rng)),
            int(rng.integers(1, 3 + int(2.5 * size))),
            cv2.LINE_AA,
        )
    return _turned(image, rng).astype(np.float32)


def _turned(image: Surface, rng: np.random.Generator) -> Surface:
    place = cv2.getRotationMatrix2D((SIZE_PX / 2, SIZE_PX / 2), float(rng.uniform(0, 360)), 1.0)
    return np.asarray(cv2.warpAffine(image, place, (SIZE_PX, SIZE_PX), borderMode=cv2.BORDER_REFLECT), np.uint8)


def _sweets(rng: np.random.Generator) -> Floats:
    """A heap of round shining things of one size: sweets, beads, pebbles, berries."""
    image = np.ascontiguousarray(random_surface(rng, rich=False))
    size = float(np.exp(rng.uniform(np.log(5), np.log(45))))
    palette = [_colour(rng) for _ in range(int(rng.integers(1, 7)))]
    centre, spread = rng.uniform(0, SIZE_PX, 2), rng.uniform(60, 300)
    ticks = np.linspace(-1, 1, max(8, int(size * 2.4)), dtype=np.float32) * 1.2
    flat = rng.uniform(0.6, 1.0)
    lamp = rng.normal(0, 0.4, 2)
    for _ in range(int(np.clip((spread / size) ** 2, 10, 350))):
        turn = rng.uniform(0, np.pi)
        u = ticks[None] * np.cos(turn) + ticks[:, None] * np.sin(turn)
        v = (ticks[:, None] * np.cos(turn) - ticks[None] * np.sin(turn)) / flat
        inside = np.clip((1 - u * u - v * v) * size / 3, 0, 1)[..., None]
        shade = 0.35 + 0.65 * np.sqrt(np.clip(1 - u * u - v * v, 0, 1))
        gleam = np.exp(-((ticks[None] - lamp[0]) ** 2 + (ticks[:, None] - lamp[1]) ** 2) * rng.uniform(12, 60))
        sweet = palette[rng.integers(len(palette))] * shade[..., None] + 200 * gleam[..., None] * rng.random()
        x, y = (rng.normal(centre, spread * 0.5) - len(ticks) / 2).astype(int)
        if 0 <= x < SIZE_PX - len(ticks) and 0 <= y < SIZE_PX - len(ticks):
            part = image[y : y + len(ticks), x : x + len(ticks)]
            part += (sweet - part) * inside
    return image


def _blotched(rng: np.random.Generator) -> Floats:
    """Granite, oil paint, camouflage: patches with ragged edges, some as small as pips."""
    image = random_surface(rng, rich=False)
    for _ in range(int(rng.integers(1, 5))):
        cells = float(np.exp(rng.uniform(np.log(8), np.log(120))))
        noise = 0.7 * _noise(rng, cells) + 0.3 * _noise(rng, cells * 3)
        share = np.clip((noise - rng.uniform(0.5, 0.85)) * rng.uniform(5, 40), 0, 1)
        image = _mix(image, np.broadcast_to(_colour(rng), image.shape), share)
    return image


def _objects(rng: np.random.Generator) -> Floats:
    """A surface with coins, buttons, beads, cups, pencils and pawns: round things that are no pips."""
    image = np.ascontiguousarray(random_surface(rng, rich=False))
    for _ in range(int(rng.integers(2, 14))):
        centre = rng.uniform(0, SIZE_PX, 2)
        size = float(rng.choice([rng.uniform(3, 10), rng.uniform(8, 60)]))
        outer, inner = _colour(rng), _colour(rng)
        at = (int(centre[0]), int(centre[1]))
        cv2.circle(image, (at[0] + 3, at[1] + 4), int(size), tuple((c * 0.4).item() for c in outer), -1, cv2.LINE_AA)
        cv2.circle(image, at, int(size), tuple(c.item() for c in outer), -1, cv2.LINE_AA)
        if rng.random() < 0.5:
            cv2.circle(
                image,
                at,
                int(size * rng.uniform(0.5, 0.9)),
                tuple(c.item() for c in inner),
                -1 if rng.random() < 0.5 else 2,
                cv2.LINE_AA,
            )
        if rng.random() < 0.3:  # a button's holes, or a bead seen from above
            for hole in range(int(rng.choice([1, 2, 4]))):
                spot = centre + size * 0.25 * np.array([(-1) ** hole, (-1) ** (hole // 2)])
                cv2.circle(
                    image, (int(spot[0]), int(spot[1])), max(1, int(size * 0.1)), (30.0, 30.0, 30.0), -1, cv2.LINE_AA
                )
    return image


def _tray(rng: np.random.Generator) -> Floats:
    """A tray or box with walls and an uneven floor."""
    image = np.ascontiguousarray(random_surface(rng, rich=False))
    floor = random_surface(rng, rich=False)
    centre, extent = rng.uniform(150, 300, 2), rng.uniform(120, 420, 2)
    box = cv2.boxPoints((tuple(centre.tolist()), tuple(extent.tolist()), float(rng.choice([0, rng.uniform(-20, 20)]))))
    mask = np.zeros((SIZE_PX, SIZE_PX), np.float32)
    cv2.fillConvexPoly(mask, box.astype(np.int32), 1.0, cv2.LINE_AA)
    wall = tuple(c.item() for c in _colour(rng))
    image = image * (1 - mask[..., None]) + floor * mask[..., None]
    inner = cv2.GaussianBlur(mask, (0, 0), rng.uniform(4, 15))
    image *= (1 - mask * (1 - inner) * rng.uniform(0, 1.2))[..., None]
    image = np.ascontiguousarray(image)
    cv2.polylines(image, [box.astype(np.int32)], True, wall, int(rng.integers(3, 22)), cv2.LINE_AA)
    return image


def _tiles(rng: np.random.Generator) -> Floats:
    """A surface with game tiles, keys or drawn squares."""
    return lay_tiles(np.ascontiguousarray(random_surface(rng, rich=False)), rng)


def _furnished(rng: np.random.Generator) -> Floats:
    """Boards, patterned cloth, keyboards, cardboard, and trays of other shapes."""
    return furnish(random_surface(rng, rich=False), random_surface(rng, rich=False), rng)


_SIMPLE: tuple[Callable[[np.random.Generator], Floats], ...] = (_plain, _fractal, _wood, _cloth, _carpet, _ruled)
_RICH: tuple[Callable[[np.random.Generator], Floats], ...] = (
    _leaves,
    _print,
    _objects,
    _tray,
    _sweets,
    _blotched,
    _tiles,
    _furnished,
    _furnished,
    _furnished,
)


def random_surface(rng: np.random.Generator, *, rich: bool = True) -> Floats:
    """One surface of SIZE_PX squared, floats 0..255."""
    if rich and rng.random() < 0.55:
        image = _RICH[rng.integers(len(_RICH))](rng)
    else:
        image = _SIMPLE[rng.integers(len(_SIMPLE))](rng)
        if rng.random() < 0.4:
            image = image * (1 + (_noise(rng, rng.uniform(100, 440)) - 0.5) * rng.uniform(0, 0.5))[..., None]
    return np.clip(image, 0, 255).astype(np.float32)


def render_surface(rng: np.random.Generator) -> Surface:
    """One surface as a picture, blurred as an unsharp camera would."""
    image: Numbers = random_surface(rng)
    if rng.random() < 0.5:
        image = cv2.GaussianBlur(image, (0, 0), rng.uniform(0.4, 2))
    return image.astype(np.uint8)
