"""The field of a disc magnet that is magnetised along its axis, near it and far from it.

A uniformly magnetised disc has the field of a sheet of current around its rim. Along the height that integral has a
closed form; around the rim it is summed at even angles, which converges fast because the rim is a circle.
"""

from __future__ import annotations

import math
import re
from dataclasses import dataclass
from functools import lru_cache

from tablekeeper.hardware.errors import ConfigError

STEPS = 360
"""Angles around half the rim; doubling them changes no field that matters here by a thousandth."""
BR_MT = {
    "N35": (1170, 1220),
    "N38": (1220, 1250),
    "N40": (1250, 1280),
    "N42": (1280, 1320),
    "N45": (1320, 1380),
    "N48": (1380, 1420),
    "N50": (1400, 1450),
    "N52": (1430, 1480),
}
"""Remanence, least and most. Source: magnetexpert.com, "Magnetic properties of neodymium magnets"; kjmagnetics.com
(specs) and shanghaimagnet.com differ from it by at most 2 %."""
LARGEST_MM = 100.0
SIZE = re.compile(r"\s*([0-9]+(?:\.[0-9]+)?)\s*[xX×]\s*([0-9]+(?:\.[0-9]+)?)\s*")


@dataclass(frozen=True)
class Disc:
    """A disc magnet of a grade."""

    diameter_mm: float
    height_mm: float
    grade: str = "N38"

    def field_mt(self, down_mm: float, aside_mm: float = 0.0, *, strong: bool = False) -> float:
        """The field along the axis, `down_mm` under the disc's face and `aside_mm` off its axis.

        Negative far aside, where the field lines come back. `strong` takes the grade's best remanence, else its worst.
        """
        return BR_MT[self.grade][strong] * shape(self.diameter_mm / 2, self.height_mm, down_mm, aside_mm)


@lru_cache(maxsize=4096)
def shape(radius_mm: float, height_mm: float, down_mm: float, aside_mm: float) -> float:
    """The field along the axis as a share of the remanence."""
    far = down_mm + height_mm
    total = 0.0
    for step in range(STEPS):
        cosine = math.cos(math.pi * (step + 0.5) / STEPS)
        square = radius_mm**2 + aside_mm**2 - 2 * radius_mm * aside_mm * cosine
        rise = far / math.sqrt(far**2 + square) - down_mm / math.sqrt(down_mm**2 + square)
        total += (radius_mm - aside_mm * cosine) / square * rise
    return radius_mm * total / (2 * STEPS)


def read_disc(text: str, grade: str) -> Disc:
    """A magnet from words such as 10x3 and N42."""
    found = SIZE.fullmatch(text)
    if found is None:
        raise ConfigError(
            "Cannot read the magnet: found {text!r}; expected DIAMETERxHEIGHT in mm such as 10x3", text=text
        )
    diameter_mm, height_mm = float(found[1]), float(found[2])
    if not (0.5 <= diameter_mm <= LARGEST_MM and 0.5 <= height_mm <= LARGEST_MM):
        raise ConfigError(
            "Cannot read the magnet: found {text!r}; expected 0.5 to {largest_mm:g} mm each way",
            text=text,
            largest_mm=LARGEST_MM,
        )
    if grade not in BR_MT:
        raise ConfigError(
            "Cannot read the magnet's grade: found {grade!r}; expected one of {known}",
            grade=grade,
            known=", ".join(BR_MT),
        )
    return Disc(diameter_mm, height_mm, grade)
