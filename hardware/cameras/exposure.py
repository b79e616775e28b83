"""Arithmetic of a locked exposure: shutter times that fit the mains, and frames that do not fit what was locked."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from tablekeeper.hardware.errors import ConfigError


@dataclass(frozen=True)
class Lock:
    """What a camera is held at. `lens_dioptres` is None where the focus is turned by hand."""

    exposure_us: int
    gain: float
    colour_gains: tuple[float, float]
    lens_dioptres: float | None = None


# a sensor sets its shutter in whole rows and its gain in steps, so what it reports is near what was asked, not equal
_NEAR = {"exposure": 0.03, "gain": 0.05, "colour": 0.02, "lens": 0.15}


def whole_half_periods_us(exposure_us: float, mains_hz: float) -> int:
    """The shutter time nearest to a wish that is a whole number of half periods of the mains, and at least one.

    Lamps on the mains flicker twice a period; a shutter that is open for whole flickers sees no bands.
    """
    if mains_hz not in (50, 60):
        raise ConfigError(
            "Cannot fit the shutter to the mains: found {mains_hz!r} Hz; expected 50 and 60", mains_hz=mains_hz
        )
    half_us = 1_000_000 / (2 * mains_hz)
    return round(max(1, round(exposure_us / half_us)) * half_us)


def lock_for(metadata: Mapping[str, object], mains_hz: float, lens_dioptres: float | None, max_gain: float) -> Lock:
    """The lock that keeps a settled picture's brightness, with a shutter that fits the mains."""
    wish = _number(metadata, "ExposureTime")
    gain = _number(metadata, "AnalogueGain")
    exposure = whole_half_periods_us(wish, mains_hz)
    held = min(max(gain * wish / exposure, 1.0), max_gain)
    gains = metadata.get("ColourGains", (1.0, 1.0))
    if not isinstance(gains, tuple | list) or len(gains) != 2:
        raise ConfigError("Cannot lock the colours: found ColourGains {gains!r}; expected two numbers", gains=gains)
    return Lock(exposure, round(held, 4), (float(gains[0]), float(gains[1])), lens_dioptres)


def mismatch(metadata: Mapping[str, object], lock: Lock) -> str:
    """What of a frame's metadata does not fit the lock, or an empty text."""
    checks = [
        ("ExposureTime", lock.exposure_us, _NEAR["exposure"] * lock.exposure_us),
        ("AnalogueGain", lock.gain, _NEAR["gain"] * lock.gain),
    ]
    if lock.lens_dioptres is not None:
        checks.append(("LensPosition", lock.lens_dioptres, _NEAR["lens"]))
    for name, wanted, near in checks:
        if name in metadata and abs(_number(metadata, name) - wanted) > near:
            return f"{name} is {metadata[name]}, locked at {wanted}"
    gains = metadata.get("ColourGains")
    if isinstance(gains, tuple | list):
        for found, wanted in zip(gains, lock.colour_gains, strict=False):
            if abs(found - wanted) > _NEAR["colour"] * wanted:
                return f"ColourGains are {tuple(gains)}, locked at {lock.colour_gains}"
    return ""


def _number(metadata: Mapping[str, object], name: str) -> float:
    value = metadata.get(name)
    if not isinstance(value, int | float):
        raise ConfigError(
            "Cannot lock the exposure: found {name} {value!r} in the frame's metadata; expected a number",
            name=name,
            value=value,
        )
    return float(value)
