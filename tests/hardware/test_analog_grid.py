"""Linear sensors through the real MCP3008 code of gpiozero, bit by bit over simulated SPI wires."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from typing import Any

import gpiozero
import pytest
from gpiozero.pins.mock import MockFactory

from tablekeeper.hardware.header.pins import Reservations
from tablekeeper.hardware.mock.table_clock import TableClock
from tablekeeper.hardware.sliding_box.analog_grid import AnalogGrid
from tablekeeper.hardware.sliding_box.box import Box
from tablekeeper.hardware.sliding_box.facts import Slid
from tablekeeper.hardware.sliding_box.hall_grid import Edge

from .fakes import Converter

PINS = (5, 6, 13, 19, 26)  # not the ones of the SPI controller: gpiozero then moves the bits itself


class Bench:
    """Nine linear sensors whose fields a test can set."""

    def __init__(self) -> None:
        self.clock = TableClock()
        self.factory = MockFactory()
        self.chips = [Converter(*PINS[:3], select, pin_factory=self.factory) for select in PINS[3:]]
        self.book = Reservations()
        self.grid = AnalogGrid(self.clock, PINS, self.factory, self.book)

    def feel(self, *strengths: float) -> None:
        values = [0.5 + strength for strength in strengths]
        self.chips[0].values, self.chips[1].values = tuple(values[:8]), (values[8],) + (0.5,) * 7

    def hole(self, *cells: int, strength: float = 0.3) -> None:
        self.feel(*(0.0 if cell in cells else strength for cell in range(1, 10)))

    def after(self, seconds: float) -> list[Edge]:
        self.clock.sleep(seconds)
        return self.grid.edges()


@pytest.fixture
def bench(monkeypatch: pytest.MonkeyPatch) -> Iterator[Bench]:
    made = Bench()
    # gpiozero's software SPI asks for the global factory although another one was given to the device
    monkeypatch.setattr(gpiozero.Device, "pin_factory", made.factory)
    yield made
    made.grid.close()
    for chip in made.chips:
        chip.close()
    made.factory.close()
    assert made.book.owners == {}


def test_strength_and_pole_are_measured(bench: Bench) -> None:
    bench.feel(0.3, -0.2, *[0.0] * 7)
    bench.grid.open()
    first = bench.grid.edges()
    assert [edge.present for edge in first] == [True, True, *[False] * 7]
    assert bench.grid.health.state == "ready"
    bench.after(0.06)
    assert bench.grid.strengths[:3] == pytest.approx((0.3, -0.2, 0.0), abs=0.01)


def test_a_slide_is_felt_through_the_converters(bench: Bench) -> None:
    bench.hole(5)
    with Box(bench.clock, bench.grid, last_hole=5) as box:
        facts: list[Any] = []
        for holes in ((5,), (5, 4), (4,)):
            bench.hole(*holes)
            for _ in range(8):
                bench.clock.sleep(0.05)
                facts += box.facts()
        assert [(fact.start, fact.end) for fact in facts if isinstance(fact, Slid)] == [(4, 5)]


def test_thresholds_hold_between_on_and_off_and_the_rest_follows_drift(bench: Bench) -> None:
    bench.hole(*range(1, 10))
    bench.grid.open()
    bench.grid.edges()
    told = []
    for strength in (0.07, 0.09, 0.06, 0.04):
        bench.feel(strength, *[0.0] * 8)
        told.append([(edge.cell, edge.present) for edge in bench.after(0.06)])
    assert told == [[], [(1, True)], [], [(1, False)]]
    for step in range(200):  # warms up slowly, by more than the threshold in all
        bench.feel(*[step * 0.0006] * 9)
        assert bench.after(0.06) == []


def test_it_is_asked_twenty_times_a_second_at_most(bench: Bench) -> None:
    bench.hole(5)
    bench.grid.open()
    bench.grid.edges()
    bench.hole(4)
    assert bench.after(0.02) == []
    assert bench.grid.due_s() == pytest.approx(0.05)
    assert len(bench.after(0.03)) == 2


def test_converters_that_are_not_there_are_lost_and_found(bench: Bench) -> None:
    bench.hole(5)
    bench.grid.open()
    bench.grid.edges()
    bench.feel(*[-0.5] * 9)
    bench.chips[1].values = (0.0,) * 8
    assert bench.after(0.06) == []
    assert bench.grid.health.state == "lost"
    assert "SPI" in bench.grid.health.why
    bench.hole(5)
    bench.after(0.06)
    assert bench.grid.health.state == "ready"


def test_wires_that_were_closed_before_do_not_break_those_that_are_opened(
    bench: Bench, monkeypatch: pytest.MonkeyPatch
) -> None:
    real = gpiozero.MCP3008

    def then_collect(**words: Any) -> gpiozero.MCP3008:
        channel = real(**words)
        if words["channel"] == 0:
            gc.collect()
        return channel

    bench.hole(5)
    gc.disable()
    try:
        bench.grid.open()
        bench.grid.close()
        monkeypatch.setattr(gpiozero, "MCP3008", then_collect)
        bench.grid.open()
    finally:
        gc.enable()
    assert bench.grid.health.state == "ready"
