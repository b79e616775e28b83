"""Proves boxes at the pace of hands: several at once, each with the real clock on a pin header of its own."""

from __future__ import annotations

import threading
import time
from collections import defaultdict
from typing import Any

from tablekeeper.hardware.clock import RealClock
from tablekeeper.hardware.header.pins import Reservations, load_pins
from tablekeeper.hardware.recording import RecordedGrid
from tablekeeper.hardware.sliding_box.box import Box
from tablekeeper.hardware.sliding_box.facts import Slid
from tablekeeper.hardware.sliding_box.hall_grid import Edge, HallGrid
from tests.rig import traces
from tests.rig.inside.chip import Chip
from tests.rig.inside.proof import check, report

PINS = load_pins()


def prove_real_time(kept: list[traces.Trace]) -> None:
    """Several boxes at once at the pace of hands, each with the real clock: every slide is told as it was made."""
    from gpiozero.pins.lgpio import LGPIOFactory

    chips = [Chip(f"box{number}") for number in range(len(kept))]
    factories = [LGPIOFactory(chip=chip.number) for chip in chips]
    for factory in factories:  # gpiozero takes all factories of a program for one header
        factory.pins, factory._reservations = {}, defaultdict(list)
    boxes = [RealTimeBox(*parts) for parts in zip(chips, factories, kept, strict=True)]
    for box in boxes:
        box.start()
    for box in boxes:
        box.join()
    made, told = sum(box.trace.slides for box in boxes), sum(box.slides_told for box in boxes)
    edges, sent = sum(len(box.noted.edges) for box in boxes), sum(box.trace.count_edges() for box in boxes)
    differ = sum(box.count_differing() for box in boxes)
    report(f"in real time: {len(boxes)} boxes at once, {edges:,} of {sent:,} edges, {told} of {made} slides told")
    report(f"in real time: the same edges on the mock's pins, {differ} facts differ")
    check(told == made and not differ, "slides were lost, or the mock says something else")


class Noted:
    """Keeps the edges that a grid hands out."""

    def __init__(self) -> None:
        self.edges: list[Edge] = []

    def edge(self, edge: Edge) -> None:
        """One edge, as the driver stamped it."""
        self.edges.append(edge)


class RealTimeBox(threading.Thread):
    """One box on a chip of its own; the trace happens at its own pace."""

    def __init__(self, chip: Chip, factory: Any, trace: traces.Trace) -> None:
        super().__init__()
        self.chip, self.trace, self.noted = chip, trace, Noted()
        clock = RealClock()
        grid = RecordedGrid(HallGrid(clock, PINS.hall, factory, Reservations()), self.noted)
        self.box = Box(clock, grid, last_hole=5)
        self.facts: list[Any] = []
        self._rang = threading.Event()

    @property
    def slides_told(self) -> int:
        """How many slides the driver told."""
        return sum(isinstance(fact, Slid) for fact in self.facts)

    def run(self) -> None:
        """Do what the trace says, when it says so."""
        self.chip.let_go()
        self.box.open()
        self.opened_s = self.box._looked_s  # the box's own first look; the clock has gone on since
        self.noted.edges.clear()  # the first state of every cell; the mock's pins will give it too
        self.box.on_edge = self._rang.set
        for change in self.trace.changes:
            self._watch_until(self.opened_s + change.at_s)
            self.chip.pull(change.pin, change.low)
        self._watch_until(time.monotonic() + traces.LAST_S)
        self.box.close()

    def _watch_until(self, moment_s: float) -> None:
        while (left_s := moment_s - time.monotonic()) > 0:
            due_s = self.box.due_s()
            wait_s = left_s if due_s is None else min(left_s, max(0.0, due_s - time.monotonic()))
            self._rang.wait(wait_s)
            self._rang.clear()
            self.facts += self.box.facts()

    def count_differing(self) -> int:
        """The edges as they came, once more on the mock's pins: how many facts are not the same."""
        changes = [traces.Change(edge.at_s, PINS.hall[edge.cell - 1], edge.present) for edge in self.noted.edges]
        on_mock = traces.replay_slides_on_mock(traces.Trace(tuple(changes), self.trace.slides), self.opened_s)
        differ = sum(mine != mocks for mine, mocks in zip(self.facts, on_mock, strict=False))
        return int(differ) + abs(len(self.facts) - len(on_mock))
