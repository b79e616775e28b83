"""Colours of paint and lamps in linear light, and the curve that turns light into bytes (channels are B, G, R)."""

from __future__ import annotations

from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from tablekeeper.hardware.errors import SceneError
from tablekeeper.hardware.mock.picture.solid import Floats

# what people call these colours, as screen values (R, G, B)
PAINTS: dict[str, tuple[int, int, int]] = {
    "white": (236, 236, 232),
    "ivory": (232, 216, 178),
    "black": (26, 26, 28),
    "red": (186, 24, 30),
    "blue": (26, 66, 172),
    "green": (22, 124, 58),
    "yellow": (238, 196, 30),
    "orange": (232, 108, 24),
    "purple": (104, 42, 138),
    "gold": (212, 170, 70),
    "silver": (190, 192, 196),
    "forest": (40, 84, 62),
    "night": (38, 48, 84),
    "wine": (104, 34, 44),
    "grey": (120, 120, 122),
    "charcoal": (52, 52, 56),
    "sand": (198, 178, 142),
    "oak": (176, 132, 84),
    "walnut": (98, 66, 44),
    "maple": (214, 182, 136),
    "cloth": (206, 204, 198),
    "kraft": (186, 148, 106),
    "skin_light": (226, 178, 152),
    "skin_dark": (122, 78, 56),
}


def paint(name: str) -> Floats:
    """How much of blue, green and red a named colour reflects."""
    if name not in PAINTS:
        raise SceneError(
            "Cannot colour the scene: found {name!r}; expected {known}", name=name, known=", ".join(PAINTS)
        )
    red, green, blue = PAINTS[name]
    return to_linear(np.array([blue, green, red], dtype=np.float32) / 255)


def to_linear(screen: Floats | NDArray[np.float64]) -> Floats:
    """From screen values 0..1 to light (the sRGB curve)."""
    return np.asarray(np.where(screen <= 0.04045, screen / 12.92, ((screen + 0.055) / 1.055) ** 2.4), dtype=np.float32)


@lru_cache(maxsize=64)
def _glow(kelvin: float) -> tuple[float, float, float]:
    """A black body's light at 450, 540 and 610 nm by Planck's law, as shares of the green."""
    nanometres = np.array([450.0, 540.0, 610.0]) * 1e-9
    power = 1 / (nanometres**5 * (np.exp(0.014388 / (nanometres * kelvin)) - 1))
    blue, green, red = power
    return float(blue / green), 1.0, float(red / green)


def lamp_colour(kelvin: float, white_kelvin: float) -> Floats:
    """A lamp's colour as a camera sees it that was balanced for another one."""
    seen = np.array(_glow(kelvin)) / np.array(_glow(white_kelvin))
    return np.asarray(seen / seen.mean(), dtype=np.float32)


_STEPS = 4095


def _curve() -> NDArray[np.uint8]:
    """Light to byte: the sRGB curve with a soft shoulder, as cameras have."""
    light = np.linspace(0, 2, _STEPS + 1)
    knee = np.where(light < 0.7, light, 0.7 + 0.3 * np.tanh((light - 0.7) / 0.3))
    screen = np.where(knee <= 0.0031308, knee * 12.92, 1.055 * knee ** (1 / 2.4) - 0.055)
    return np.asarray(np.clip(screen * 255 + 0.5, 0, 255), dtype=np.uint8)


_CURVE = _curve()


def to_bytes(linear: Floats) -> NDArray[np.uint8]:
    """Light to picture bytes."""
    index = np.clip(linear * np.float32(_STEPS / 2), 0, _STEPS).astype(np.uint16)
    return np.asarray(_CURVE[index])
