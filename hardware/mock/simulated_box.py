"""The simulated box at the level of pins: cocoons with magnets over sensors that flicker, bounce and drift.

It drives the pins of a gpiozero MockFactory of its own, so that the real HallGrid runs above it.
"""

from __future__ import annotations

import math

import numpy as np

from tablekeeper.hardware.errors import SceneError
from tablekeeper.hardware.mock.faults import fault_kind
from tablekeeper.hardware.mock.magnet import PITCH_MM, Magnet, Sensor, Series, sliding_fields
from tablekeeper.hardware.mock.simulated_pins import HeldWires
from tablekeeper.hardware.mock.table_clock import TableClock
from tablekeeper.hardware.sliding_box.slides import CELLS, neighbours

USUAL_MAGNET = Magnet()
HUMAN_SLIDE_S = (0.15, 0.6)


class SimulatedBox:
    """Eight cocoons in nine cells. `hole` is the truth, whatever the sensors say."""

    def __init__(
        self,
        clock: TableClock,
        factory: HeldWires,
        cells: tuple[int, ...],
        *,
        seed: int = 0,
        hole: int = 5,
        magnet: Magnet = USUAL_MAGNET,
        sensor: Sensor | None = None,
        drift: float = 0.1,
    ) -> None:
        self.clock, self.cells, self.hole, self.magnet = clock, cells, hole, magnet
        self.rng = np.random.default_rng([seed, 11])
        self.drift = drift
        self.faults: dict[int, set[str]] = {cell: set() for cell in CELLS}
        self.lifted: set[int] = set()
        self.rests_s = 0.0
        self.edges = 0
        self._pins = [factory.pin(number) for number in cells]
        spread = self.rng.uniform(0.88, 1.12, len(cells))
        chosen = sensor or Sensor()
        self.sensors = [
            Sensor(chosen.on_mt * s, chosen.off_mt * s, chosen.noise_mt, chosen.bounces, chosen.sample_s)
            for s in spread
        ]
        self._felt = [False] * len(cells)
        self._level: list[bool | None] = [None] * len(cells)

    def power_on(self) -> None:
        """Let every sensor feel what lies above it."""
        for cell in CELLS:
            self._feel(cell, cell != self.hole and cell not in self.lifted)

    def slide(self, start: int, lasts_s: float | None = None) -> float:
        """Push the cocoon at a cell into the hole beside it; the moment when its magnet is at rest."""
        if start not in neighbours(self.hole) or start in self.lifted:
            raise SceneError(
                "Cannot slide the cocoon at {start!r}: found the hole at {hole}; expected a cocoon beside it",
                start=start,
                hole=self.hole,
            )
        lasts = float(self.rng.uniform(*HUMAN_SLIDE_S)) if lasts_s is None else lasts_s
        end, self.hole = self.hole, start
        begins = max(self.clock.now(), self.rests_s)
        left, reached = sliding_fields(self.magnet, lasts, 2.0, 0.05, self.rng)
        around = self._neighbours_field(start, end)
        self._play(start, left + around[0], begins)
        self._play(end, reached + around[1], begins)
        self.rests_s = begins + lasts
        return self.rests_s

    def lift(self, cell: int) -> None:
        """Take a cocoon out."""
        if cell == self.hole or cell in self.lifted:
            raise SceneError("Cannot lift the cocoon at {cell!r}: found none there; expected a cocoon", cell=cell)
        self.lifted.add(cell)
        self._bounce_to(cell, False)

    def put(self, cell: int) -> None:
        """Put a lifted cocoon into a free cell; it may be another one than before, as with real hands."""
        free = self.lifted | {self.hole}
        if not self.lifted or cell not in free:
            raise SceneError(
                "Cannot put a cocoon into {cell!r}: found {lifted} lifted; expected one of the free cells {free}",
                cell=cell,
                lifted=sorted(self.lifted),
                free=sorted(free),
            )
        if cell in self.lifted:
            self.lifted.discard(cell)
        else:  # the hole is filled: one of the lifted cells is the hole now
            self.hole = self.lifted.pop()
        self._bounce_to(cell, True)

    def quarter_turn(self) -> None:
        """Turn the whole box: the sensors turn with it, but the jolt makes some contacts chatter."""
        for cell in self.rng.choice(list(CELLS), 3, replace=False):
            felt = self._felt[int(cell) - 1]
            begins = self.clock.now() + float(self.rng.uniform(0, 0.3))
            self._schedule(int(cell), begins, [(0.0, not felt), (float(self.rng.uniform(0.001, 0.008)), felt)])

    def set_fault(self, name: str, present: bool = True, cell: int = 1) -> None:
        """Let a sensor be stuck, be dead or hang on a loose wire, or be sound again."""
        fault_kind(name)
        (self.faults[cell].add if present else self.faults[cell].discard)(name)
        if name == "loose_wire" and present:
            self._rattle(cell)
        self._drive(cell)

    def _neighbours_field(self, start: int, end: int) -> tuple[float, float]:
        """What the magnets next door add at both cells."""
        beside = float(self.magnet.field_mt(np.array([PITCH_MM]))[0])
        full = [cell for cell in CELLS if cell not in (start, end) and cell not in self.lifted]
        near = [sum(other in neighbours(cell) for other in full) for cell in (start, end)]
        return beside * near[0], beside * near[1]

    def _play(self, cell: int, field_mt: Series, begins_s: float) -> None:
        warm = 1 + self.drift * math.sin(begins_s / 700 + cell)
        felt = self._felt[cell - 1]
        changes = self.sensors[cell - 1].changes(field_mt, felt, warm, self.rng)
        self._schedule(cell, begins_s, changes)

    def _schedule(self, cell: int, begins_s: float, changes: list[tuple[float, bool]]) -> None:
        for after_s, felt in sorted(changes):
            self.clock.at(begins_s + after_s, lambda felt=felt: self._feel(cell, felt))  # type: ignore[misc]

    def _bounce_to(self, cell: int, felt: bool) -> None:
        flicker = [(float(t), bool(k % 2) != felt) for k, t in enumerate(np.sort(self.rng.uniform(0, 0.03, 4)))]
        self._schedule(cell, self.clock.now(), [*flicker, (0.031, felt)])
        self.rests_s = self.clock.now() + 0.031

    def _feel(self, cell: int, felt: bool) -> None:
        self._felt[cell - 1] = felt
        self._drive(cell)

    def _rattle(self, cell: int) -> None:
        """A loose wire: open for moments of every length, for as long as the fault lasts."""
        if "loose_wire" not in self.faults[cell]:
            self._drive(cell)
            return
        self._drive(cell, cut=bool(self.rng.random() < 0.5))
        pause = float(self.rng.exponential(0.02 if self.rng.random() < 0.7 else 0.3))
        self.clock.after(0.0005 + pause, lambda: self._rattle(cell))

    def _drive(self, cell: int, *, cut: bool = False) -> None:
        """Put onto the pin what the sensor says and its fault makes of it; a felt magnet pulls the wire to ground."""
        faults = self.faults[cell]
        felt = self._felt[cell - 1] and not cut
        level = "sensor_stuck_on" in faults or (felt and "sensor_stuck_off" not in faults)
        if level == self._level[cell - 1]:
            return
        self._level[cell - 1] = level
        self.edges += 1
        self._pins[cell - 1].pull_down_from_outside(level)
