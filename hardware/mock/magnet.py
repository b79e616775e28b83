"""What a hall switch feels of a magnet that slides over it: field, threshold with hysteresis, bounce."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Series = NDArray[np.float64]

PITCH_MM = 40.0
_STEP_S = 0.001


@dataclass(frozen=True)
class Magnet:
    """A field of `peak_mt` straight above the sensor that falls with the distance aside."""

    peak_mt: float = 20.0
    width_mm: float = 8.0
    dead_centre_mm: float = 0.0

    def field_mt(self, aside_mm: Series) -> Series:
        """The field at distances aside. A reed with its magnet centred feels nothing: the dead centre."""
        field = self.peak_mt / (1 + (aside_mm / self.width_mm) ** 2) ** 1.5
        if self.dead_centre_mm:
            field = field * (1 - 0.97 * np.exp(-((aside_mm / self.dead_centre_mm) ** 2)))
        return np.asarray(field)


@dataclass
class Sensor:
    """One switch. `on_mt` and `off_mt` differ from part to part and drift with the temperature."""

    on_mt: float = 4.8
    off_mt: float = 3.2
    noise_mt: float = 0.3
    bounces: int = 4
    sample_s: float = 0.0

    def changes(self, field_mt: Series, felt: bool, drift: float, rng: np.random.Generator) -> list[tuple[float, bool]]:
        """When the switch changes, in seconds from the start of a field that is given every millisecond."""
        seen = field_mt + self.noise_mt * rng.standard_normal(field_mt.shape)
        if self.sample_s:  # micro-power parts look only so often and hold their output in between
            every = max(1, round(self.sample_s / _STEP_S))
            first = int(rng.integers(every))
            looks = np.arange(first, len(seen), every)
            states = np.full(len(seen), -1)
            states[looks] = _switch(seen[looks], self.on_mt * drift, self.off_mt * drift)
        else:
            states = _switch(seen, self.on_mt * drift, self.off_mt * drift)
        known = np.where(states >= 0, np.arange(len(states)), -1)
        last = np.maximum.accumulate(known)
        held = np.where(last >= 0, states[np.maximum(last, 0)], int(felt))
        steps = np.flatnonzero(np.diff(np.concatenate([[int(felt)], held])))
        changes: list[tuple[float, bool]] = []
        for step, following in zip(steps, [*steps[1:], len(held) + 1000], strict=True):
            bounces = self._bouncing(float(step) * _STEP_S, bool(held[step]), rng)
            changes += [bounce for bounce in bounces if bounce[0] < following * _STEP_S]
        return changes

    def _bouncing(self, at_s: float, value: bool, rng: np.random.Generator) -> list[tuple[float, bool]]:
        """One change as a contact makes it: there, back, there again."""
        count = int(rng.integers(self.bounces + 1)) if self.bounces else 0
        moments = np.sort(rng.uniform(0.0001, 0.008, 2 * count))
        return [(at_s, value), *((at_s + float(t), value != (k % 2 == 0)) for k, t in enumerate(moments))]


def _switch(seen: Series, on_mt: float, off_mt: float) -> NDArray[np.int64]:
    return np.where(seen > on_mt, 1, np.where(seen < off_mt, 0, -1))


def sliding_fields(
    magnet: Magnet, lasts_s: float, rest_mm: float, hold_s: float, rng: np.random.Generator
) -> tuple[Series, Series]:
    """What the sensors below start and end feel of a cocoon on its way, a sample every millisecond, rest included.

    A hand speeds up and slows down, and does not stop exactly above the middle (`rest_mm`).
    """
    t = np.clip(np.arange(0, lasts_s + hold_s, _STEP_S) / lasts_s, 0, 1)
    way = t**3 * (10 - 15 * t + 6 * t**2)
    sideways = rest_mm * float(rng.uniform(-1, 1))
    from_start = PITCH_MM * way + rest_mm * float(rng.uniform(-1, 1)) * way
    start = magnet.field_mt(np.hypot(from_start, sideways))
    end = magnet.field_mt(np.hypot(PITCH_MM - from_start, sideways))
    return start, end
