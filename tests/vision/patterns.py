"""Draws pictures in which nothing lies, from a seed: noise, gradients, weaves, dots, print, and table tops."""

import cv2
import numpy as np

FONTS = (cv2.FONT_HERSHEY_SIMPLEX, cv2.FONT_HERSHEY_COMPLEX, cv2.FONT_HERSHEY_DUPLEX, cv2.FONT_HERSHEY_TRIPLEX)
WORDS = ("Cocoon", "rolls:", "No. 1.", "8:30", "i.i.i", "%", "Oo.", "66", "...", "Score; 3", ":::", "QUEEN", "** *")


def colour_of(rng, low=0, high=256):
    """Any colour."""
    return tuple(int(v) for v in rng.integers(low, high, 3))


def mixed(share, one, other):
    """Two colours by a map of shares."""
    share = np.clip(share, 0, 1)[..., None]
    return (np.array(one) * (1 - share) + np.array(other) * share).astype(np.uint8)


def waves_of(rng, height, width, least_px=4.0, most_px=60.0):
    """Two waves across each other, at any angle."""
    y, x = np.mgrid[0:height, 0:width].astype(np.float32)
    angle, pitch = rng.uniform(0, np.pi), rng.uniform(least_px, most_px)
    along, across = x * np.cos(angle) + y * np.sin(angle), y * np.cos(angle) - x * np.sin(angle)
    return [np.sin(2 * np.pi * way / pitch) for way in (along, across)]


def ground(rng, height, width):
    """A table top: plain, graded, grained or rough."""
    picture = np.full((height, width, 3), colour_of(rng, 20, 240), np.float32)
    picture *= np.linspace(*rng.uniform(0.7, 1, 2), width)[:, None]
    for cell in (1, 4, 16):
        rough = rng.normal(0, rng.uniform(0, 6), (height // cell + 1, width // (cell * int(rng.integers(1, 5))) + 1))
        picture += cv2.resize(rough.astype(np.float32), (width, height), interpolation=cv2.INTER_CUBIC)[..., None]
    return np.clip(picture, 0, 255).astype(np.uint8)


def noise(rng, height, width):
    """Noise of any grain, grey or coloured."""
    cell = float(rng.choice((1, 1.5, 2.5, 4, 7, 12, 20, 35)))
    rough = rng.integers(0, 256, (int(height / cell) + 2, int(width / cell) + 2, 3), dtype=np.uint8)
    if rng.random() < 0.4:
        rough = np.repeat(rough[..., :1], 3, 2)
    return cv2.resize(rough, (width, height), interpolation=int(rng.choice((cv2.INTER_CUBIC, cv2.INTER_NEAREST))))


def speckle(rng, height, width):
    """Sparse grains on a plain ground, soft or hard."""
    grains = (rng.random((height, width)) < 10 ** rng.uniform(-3.5, -1)).astype(np.float32)
    grains = cv2.GaussianBlur(grains, (0, 0), rng.uniform(0.6, 4))
    return mixed(grains / max(float(np.percentile(grains, 99.5)), 1e-3), colour_of(rng), colour_of(rng))


def gradient(rng, height, width):
    """Smooth changes of light, straight or round."""
    y, x = np.mgrid[0:height, 0:width].astype(np.float32)
    picture = np.zeros((height, width, 3), np.float32) + colour_of(rng)
    for _ in range(int(rng.integers(1, 4))):
        away = np.hypot((x - rng.uniform(0, width)) / width, (y - rng.uniform(0, height)) / height)
        ramp = x / width * rng.uniform(-1, 1) + y / height * rng.uniform(-1, 1)
        picture += (away if rng.random() < 0.5 else ramp)[..., None] * rng.uniform(-200, 200, 3)
    return np.clip(picture, 0, 255).astype(np.uint8)


def weave(rng, height, width):
    """Stripes, checks and grids."""
    one, other = waves_of(rng, height, width)
    share = (one, one * other, np.maximum(one, other), np.minimum(one, other))[int(rng.integers(4))]
    return mixed(share * rng.choice((1, 8)) / 2 + 0.5, colour_of(rng), colour_of(rng))


def dots(rng, height, width):
    """Printed dots in rows."""
    one, other = waves_of(rng, height, width, 8, 70)
    share = (one + other) / 2 - rng.uniform(0.3, 0.9)
    return mixed(share * rng.choice((2, 12)) + 0.5, colour_of(rng), colour_of(rng))


def text(rng, height, width):
    """Lines of print."""
    picture = ground(rng, height, width)
    ink, size, font = colour_of(rng), rng.uniform(0.35, 2.2), FONTS[int(rng.integers(len(FONTS)))]
    for row in np.arange(25, height + 25, max(12, 34 * size)):
        start = (int(rng.integers(-40, 10)), int(row))
        cv2.putText(picture, "  ".join(rng.choice(WORDS, 8)), start, font, size, ink, max(1, round(size * 2)), 16)
    return picture


PATTERNS = {f.__name__: f for f in (noise, speckle, gradient, weave, dots, text, ground)}
