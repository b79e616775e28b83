"""Tests the box with a magnet in somebody's hand, in the window: one place after the other."""

from __future__ import annotations

from tablekeeper.display import care_pages as care
from tablekeeper.display import intents
from tablekeeper.display import pages as p
from tablekeeper.firmware.checks.findings import Finding
from tablekeeper.firmware.doctor.hands import try_box
from tablekeeper.firmware.program.device_sets import DeviceSet
from tablekeeper.firmware.program.health import HealthLine
from tablekeeper.hardware.sliding_box.box import Box
from tablekeeper.hardware.sliding_box.hall_grid import Edge

STATES = {"ok": p.OK, "look": p.DOUBT, "bad": p.BAD}


class BoxCells:
    """The settled cells of an open box as edges, so that whoever serves the box goes on doing so."""

    def __init__(self, box: Box) -> None:
        self.box = box
        self._cells: dict[int, bool] = {}

    def edges(self) -> list[Edge]:
        """What changed since the last call; at first every cell."""
        found = []
        for cell, occupied in enumerate(self.box.occupied(), 1):
            if occupied is not None and self._cells.get(cell) != occupied:
                self._cells[cell] = occupied
                found.append(Edge(cell, occupied, self.box.clock.now()))
        return found


class Magnets:
    """One walk over the nine places."""

    def __init__(self, devices: DeviceSet, box: Box, health: HealthLine) -> None:
        self.devices, self.health = devices, health
        self.over = False
        self.finding: Finding | None = None
        self._now_s: float | None = None
        self._steps = try_box(BoxCells(box), lambda: self._now_s or 0.0)
        self._page = care.MagnetPage(1, health=health.lights())

    @property
    def page(self) -> care.MagnetPage:
        """The place that is asked for, and those that answered."""
        return self._page

    def step(self, now_s: float) -> None:
        """See whether the sensor has answered."""
        fresh = self._now_s is None
        self._now_s = now_s
        if self.finding is not None:
            return
        step = next(self._steps)
        self.finding = step.finding
        if step.finding is not None:
            found = step.finding
            self._page = care.MagnetPage(0, found.cells, found.found, STATES[found.state], self.health.lights())
            self.devices.hold(0)
        elif fresh or step.cell != self._page.cell:
            self._page = care.MagnetPage(step.cell, step.answered, health=self.health.lights())
            self.devices.hold(step.cell)

    def handle(self, intent: intents.Intent) -> bool:
        """Go on once all is tried."""
        self.over = isinstance(intent, intents.Continue)
        return self.over

    def close(self) -> None:
        """All cocoons back."""
        if self.finding is None:
            self.devices.hold(0)
