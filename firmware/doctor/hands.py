"""The sensors, one after the other, with the people's own hands: "hold a magnet over place 5"."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Protocol

from tablekeeper.display.words.texts import Said
from tablekeeper.firmware.checks.findings import Finding, fine, found, mend, why
from tablekeeper.firmware.doctor.steps import PATIENCE_S, Hands, Step, Steps, walk
from tablekeeper.firmware.errors import BadInput
from tablekeeper.firmware.settings.config import BoxSettings
from tablekeeper.hardware.clock import RealClock
from tablekeeper.hardware.errors import HardwareError
from tablekeeper.hardware.header.gpio import PinFactory
from tablekeeper.hardware.header.pins import DEFAULT_PINS, Reservations, load_pins
from tablekeeper.hardware.sliding_box.hall_grid import Edge, Grid, HallGrid

CELLS = range(1, 10)


class Cells(Protocol):
    """Nine sensors and what changed at each."""

    def edges(self) -> list[Edge]:
        """What happened since the last call; at first the state of every cell."""


def try_box(grid: Cells, now: Callable[[], float], patience_s: float = PATIENCE_S) -> Steps:
    """Ask for a magnet over each place; call `next` as often as you like, it looks and never waits.

    The grid must be open. Each step repeats what is asked until the sensor answers or patience ends; the last step
    carries the finding.
    """
    answered: dict[int, bool] = {}
    swapped: list[Said] = []
    felt = {edge.cell for edge in grid.edges() if edge.present}
    stuck = set(felt)
    for cell in CELLS:
        ask = Said("magnets.hold", cell=cell)
        until_s = now() + patience_s
        answered[cell] = False
        while now() < until_s and not answered[cell]:
            for edge in grid.edges():
                if not edge.present:
                    stuck.discard(edge.cell)
                elif edge.cell == cell:
                    answered[cell] = True
                else:
                    swapped.append(found("box_swapped_place", cell=cell, other=edge.cell))
            if not answered[cell]:
                yield Step(ask, cell, tuple(answered.get(number, False) for number in CELLS))
    yield Step("", finding=_judge(answered, stuck, swapped))


def _judge(answered: dict[int, bool], stuck: set[int], swapped: list[Said]) -> Finding:
    cells = tuple(answered[cell] for cell in CELLS)
    silent = [str(cell) for cell in CELLS if not answered[cell]]
    held = [str(cell) for cell in sorted(stuck)]
    if swapped:
        seen = found("box_swapped", places=tuple(dict.fromkeys(swapped)))
        return Finding("box", "bad", seen, why("box_swapped"), mend("box_swapped"), cells)
    if len(silent) == len(CELLS):
        return Finding("box", "bad", found("box_silent"), why("box_silent"), mend("box_silent"), cells)
    if silent:
        seen = found("box_silent_places", places=", ".join(silent))
        mends = mend("box_silent_place", place=silent[0]) if len(silent) == 1 else mend("box_silent_places")
        return Finding("box", "look", seen, why("box_silent"), mends, cells)
    if held:
        seen = found("box_stuck", places=", ".join(held))
        return Finding("box", "look", seen, why("box_silent"), mend("box_stuck"), cells)
    return fine("box", found("box_well"))._replace(cells=cells)


def make_grid(settings: BoxSettings, factory: PinFactory) -> Grid:
    """The box's sensors as the settings and the wiring have them; not yet open."""
    if settings.backend != "real":
        raise BadInput(
            "Cannot test the box: the settings say box.backend = {backend!r}; expected 'real'", backend=settings.backend
        )
    pins = load_pins(Path(settings.pins) if settings.pins else DEFAULT_PINS)
    if settings.kind == "analog":
        from tablekeeper.hardware.sliding_box.analog_grid import AnalogGrid

        return AnalogGrid(RealClock(), pins.analog or (), factory, Reservations())
    return HallGrid(RealClock(), pins.hall, factory, Reservations())


def walk_box(settings: BoxSettings, hands: Hands, open_factory: Callable[[], PinFactory]) -> Finding:
    """Ask at the terminal for a magnet over each place; what was found when all were tried."""
    try:
        grid = make_grid(settings, open_factory())
        grid.open()
    except HardwareError as fault:
        raise BadInput("Cannot test the box: {fault}", fault=fault) from None
    try:
        return walk(try_box(grid, hands.now), hands)
    finally:
        grid.close()
