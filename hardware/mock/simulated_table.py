"""The whole simulated table: tray, box, knob and buttons in one time, with the real drivers above its pins."""

from __future__ import annotations

import numpy as np

from tablekeeper.hardware.header.pins import load_pins
from tablekeeper.hardware.header.power import power_health
from tablekeeper.hardware.health import Health
from tablekeeper.hardware.mock.faults import FAULTS, fault_kind
from tablekeeper.hardware.mock.hands import Hands
from tablekeeper.hardware.mock.picture.scene import Quality, Scene
from tablekeeper.hardware.mock.simulated_box import SimulatedBox
from tablekeeper.hardware.mock.simulated_pins import simulated_pins
from tablekeeper.hardware.mock.simulated_tray import USUAL_ROOM, SimulatedTray
from tablekeeper.hardware.mock.table_clock import TableClock
from tablekeeper.hardware.table import Table, TableConfig, assemble


class SimulatedTable(Table):
    """A table that behaves. `hands` do what people do; `fault` makes things go wrong; time is its own."""

    clock: TableClock
    camera: SimulatedTray

    def __init__(
        self,
        *,
        seed: int = 0,
        live: bool = False,
        scene: Scene = USUAL_ROOM,
        quality: Quality = "live",
        hole: int = 5,
        masked: int | None = None,
    ) -> None:
        clock, factory, pins = TableClock(live=live), simulated_pins(), load_pins()
        tray = SimulatedTray(clock, scene, seed=seed, quality=quality)
        config = TableConfig("simulated", masked_cell=masked)
        made = assemble(clock, tray, pins, factory, config)
        super().__init__(
            clock, tray, made.box, made.knob, made.buttons, made.lamp, made.buzzer, made.troubles, _factory=factory
        )
        self.tray = tray
        self.cocoons = SimulatedBox(clock, factory, pins.hall, seed=seed, hole=hole)
        self.cocoons.power_on()
        self.hands = Hands(tray, self.cocoons, pins, factory, seed=seed)
        self._throttled = 0
        self._rng = np.random.default_rng([seed, 13])

    def fault(self, name: str, present: bool = True, *, cell: int = 1) -> None:
        """Let a fault begin or end; `cell` says at which sensor, where that matters."""
        kind = fault_kind(name)
        if kind.device in ("tray", "throw"):
            self.tray.set_fault(name, present)
        elif kind.device == "box":
            self.cocoons.set_fault(name, present, cell)
        else:
            self._throttled = 0x10001 if present else 0x10000

    def faults_at_random(self, until_s: float, per_minute: float = 1.0) -> list[tuple[float, str]]:
        """Put faults on the agenda by the table's seed, each lasting a while; what will begin when."""
        plan: list[tuple[float, str]] = []
        moment = self.clock.now()
        while (moment := moment + float(self._rng.exponential(60 / per_minute))) < until_s:
            name = str(self._rng.choice(sorted(FAULTS)))
            cell, lasts = int(self._rng.integers(1, 10)), float(self._rng.uniform(1, 15))
            self.clock.at(moment, lambda name=name, cell=cell: self.fault(name, cell=cell))  # type: ignore[misc]
            self.clock.at(moment + lasts, lambda name=name, cell=cell: self.fault(name, False, cell=cell))  # type: ignore[misc]
            plan.append((moment, name))
        return plan

    def run_due(self) -> None:
        """In live time: let happen what is due. A program with a window calls this once a frame."""
        self.clock.run_due()

    def power(self) -> Health:
        """How the simulated supply is."""
        return power_health(self.clock.now(), lambda: self._throttled)
