"""Whether a sensor under a box's floor feels its own magnet, and not its neighbours'."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass

from tablekeeper.hardware.errors import ConfigError
from tablekeeper.hardware.magnets.disc import Disc

WARM = 0.976
"""Share of its remanence that a neodymium magnet keeps at 40 °C, by -0.12 % a degree above 20 °C. Source: the table of
grades of shanghaimagnet.com."""
STEP_MM = 0.1
THICKEST_MM = 40.0
PITCHES_MM = (12.0, 120.0)


@dataclass(frozen=True)
class HallSensor:
    """A switch by the fields at which every part of its kind has closed and every one has opened again."""

    name: str
    closes_mt: float
    """The most that a part may need."""
    opens_mt: float
    """The least at which a part may still hold on."""
    depth_mm: float
    """From its printed face to the element."""
    either_pole: bool

    def opens_in(self, field_mt: float) -> bool:
        """Whether it surely opens in a field; below zero is the pole that its own magnet does not show."""
        return (abs(field_mt) if self.either_pole else field_mt) <= self.opens_mt


@dataclass(frozen=True)
class Box:
    """What lies between magnets and sensors."""

    floor_mm: float
    """Everything between the magnet's face and the sensor's face: cocoon, board, floor, glue."""
    pitch_mm: float = 40.0
    aside_mm: float = 3.0
    """How far beside the sensor a magnet may come to rest."""


@dataclass(frozen=True)
class Fit:
    """What was computed for one magnet, one sensor and one box."""

    sensor: HallSensor
    felt_mt: float
    """The field of a weak, warm magnet that rests aside while its neighbours work against it."""
    neighbours_mt: float
    """The field of the eight neighbours above an empty cell, strong and cold."""
    thickest_floor_mm: float | None
    """The thickest floor at this pitch, or None where there is none."""
    least_pitch_mm: float | None
    """The smallest distance of the cells with this floor, or None where there is none."""

    @property
    def feels(self) -> bool:
        """Whether the sensor surely closes over its own magnet."""
        return self.felt_mt >= self.sensor.closes_mt

    @property
    def lets_go(self) -> bool:
        """Whether the sensor surely opens once its magnet has left."""
        return self.sensor.opens_in(self.neighbours_mt)

    @property
    def works(self) -> bool:
        """Both."""
        return self.feels and self.lets_go


def fit(disc: Disc, sensor: HallSensor, box: Box) -> Fit:
    """Judge a magnet, a sensor and a box by their worst cases together."""
    _check(box)
    return Fit(
        sensor,
        felt_mt(disc, sensor, box),
        neighbours_mt(disc, sensor, box),
        _last(_floors(), lambda floor_mm: works(disc, sensor, Box(floor_mm, box.pitch_mm, box.aside_mm))),
        _first(_pitches(), lambda pitch_mm: works(disc, sensor, Box(box.floor_mm, pitch_mm, box.aside_mm))),
    )


def works(disc: Disc, sensor: HallSensor, box: Box) -> bool:
    """Whether the sensor surely closes over its own magnet and surely opens once it has left."""
    alone = sensor.opens_in(neighbours_mt(disc, sensor, box))
    return alone and felt_mt(disc, sensor, box) >= sensor.closes_mt


def felt_mt(disc: Disc, sensor: HallSensor, box: Box) -> float:
    """The least field over an occupied cell: seven neighbours around it, as one cell is always empty."""
    down_mm = box.floor_mm + sensor.depth_mm
    own = WARM * disc.field_mt(down_mm, box.aside_mm)
    return own + min(0.0, neighbours_mt(disc, sensor, box) - disc.field_mt(down_mm, box.pitch_mm * math.sqrt(2)))


def neighbours_mt(disc: Disc, sensor: HallSensor, box: Box) -> float:
    """What all eight neighbours, the same pole up, do to the middle cell."""
    down_mm = box.floor_mm + sensor.depth_mm
    straight = disc.field_mt(down_mm, box.pitch_mm, strong=True)
    aslant = disc.field_mt(down_mm, box.pitch_mm * math.sqrt(2), strong=True)
    return 4 * straight + 4 * aslant


def _check(box: Box) -> None:
    if not 0.2 <= box.floor_mm <= THICKEST_MM:
        raise ConfigError(
            "Cannot read the floor: found {floor_mm:g} mm; expected 0.2 to {thickest_mm:g}",
            floor_mm=box.floor_mm,
            thickest_mm=THICKEST_MM,
        )
    least, most = PITCHES_MM
    if not least <= box.pitch_mm <= most:
        raise ConfigError(
            "Cannot read the pitch: found {pitch_mm:g} mm; expected {least:g} to {most:g}",
            pitch_mm=box.pitch_mm,
            least=least,
            most=most,
        )
    if not 0 <= box.aside_mm <= box.pitch_mm / 2:
        raise ConfigError(
            "Cannot read how far aside: found {aside_mm:g} mm; expected 0 to half the pitch", aside_mm=box.aside_mm
        )


def _floors() -> Iterable[float]:
    return (round(step * STEP_MM, 1) for step in range(2, round(THICKEST_MM / STEP_MM) + 1))


def _pitches() -> Iterable[float]:
    return (float(pitch_mm) for pitch_mm in range(int(PITCHES_MM[0]), int(PITCHES_MM[1]) + 1))


def _first(values: Iterable[float], good: Callable[[float], bool]) -> float | None:
    return next((value for value in values if good(value)), None)


def _last(values: Iterable[float], good: Callable[[float], bool]) -> float | None:
    found: Iterator[float] = (value for value in values if good(value))
    return max(found, default=None)
