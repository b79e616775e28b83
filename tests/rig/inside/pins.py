"""Proves HallGrid, Box, Knob and Buttons on gpiozero over the real pin libraries over the kernel's own pins."""

from __future__ import annotations

import pickle
import threading
import time
from collections import Counter
from itertools import pairwise
from pathlib import Path
from typing import Any

from tablekeeper.hardware.clock import RealClock
from tablekeeper.hardware.header.controls import Knob
from tablekeeper.hardware.header.gpio import open_pin_factory
from tablekeeper.hardware.header.pins import Reservations, load_pins
from tablekeeper.hardware.sliding_box.facts import Slid
from tablekeeper.hardware.sliding_box.hall_grid import Edge, HallGrid
from tablekeeper.hardware.table import TableConfig, open_table
from tests.rig import traces
from tests.rig.inside.chip import Chip, load_module, look_like_a_pi
from tests.rig.inside.proof import check, report
from tests.rig.inside.real_time import prove_real_time
from tests.rig.pins import KEPT

CYCLES = 300
TRAIN = 15
CLOSED = 4
PINS = load_pins()
_COMES_WITHIN_S = 5.0


class Arrivals:
    """Counts a driver's calls, so that the rig can wait until an edge has come through the whole stack."""

    def __init__(self) -> None:
        self.count = 0
        self._changed = threading.Condition()

    def note(self) -> None:
        """What `on_edge` calls."""
        with self._changed:
            self.count += 1
            self._changed.notify_all()

    def wait_for(self, count: int, within_s: float = _COMES_WITHIN_S) -> bool:
        """Whether so many have come in time."""
        with self._changed:
            return self._changed.wait_for(lambda: self.count >= count, within_s)


class Puller:
    """Pulls a wire and waits until the driver above has noticed; a change that changes nothing is not waited for."""

    def __init__(self, chip: Chip, arrivals: Arrivals) -> None:
        self.chip, self.arrivals = chip, arrivals
        self.sent = self.lost = 0
        self._low: dict[int, bool] = {}

    def __call__(self, pin: int, low: bool) -> None:
        """Do it."""
        wanted = self.arrivals.count + 1
        self.chip.pull(pin, low)
        if self._low.get(pin, False) != low:
            self._low[pin] = low
            self.sent += 1
            self.lost += not self.arrivals.wait_for(wanted)


def prove_edges(chip: Chip, factory: Any, library: str) -> None:
    """One edge after the other on all nine cells: each must come, once, for the right cell."""
    grid = HallGrid(RealClock(), PINS.hall, factory, Reservations())
    arrivals = Arrivals()
    grid.open()
    grid.edges()
    grid.on_edge = arrivals.note
    sent: list[tuple[int, bool]] = []
    took_s: list[float] = []
    for number in range(CYCLES):
        cell = number % 9 + 1
        for present in (True, False):
            sent.append((cell, present))
            began_s = time.monotonic()
            chip.pull(PINS.hall[cell - 1], present)
            if arrivals.wait_for(len(sent), 1.0):
                took_s.append(time.monotonic() - began_s)
    found = [(edge.cell, edge.present) for edge in grid.edges()]
    took_s.sort()
    middle, late = (1000 * took_s[int(share * (len(took_s) - 1))] for share in (0.5, 0.99))
    report(f"{library}: {sum(a == b for a, b in zip(found, sent, strict=False))} of {len(sent)} edges, "
         f"{middle:.2f} ms in the middle, {late:.2f} ms at the 99th percentile")  # fmt: skip
    check(found == sent, f"sent {len(sent)} edges, found {len(found)}, and not the same")
    grid.close()


def prove_bursts(chip: Chip, factory: Any, library: str) -> None:
    """Edges that come at once: all nine wires in one go, then each wire bouncing, with no waiting in between."""
    grid = HallGrid(RealClock(), PINS.hall, factory, Reservations())
    grid.open()
    grid.edges()
    arrivals = Arrivals()
    grid.on_edge = arrivals.note
    for number, present in enumerate((True, False) * 20, 1):
        for pin in PINS.hall:
            chip.pull(pin, present)
        arrivals.wait_for(9 * number)
    at_once = all_edges(grid)
    wanted = Counter({(cell, present): 20 for cell in range(1, 10) for present in (True, False)})
    check(Counter((edge.cell, edge.present) for edge in at_once) == wanted, f"at once: {len(at_once)} of 360 edges")
    for cell, pin in enumerate(PINS.hall, 1):
        for number in range(TRAIN):
            chip.pull(pin, number % 2 == 0)
            time.sleep(0.0003)
        check_train(cell, all_edges(grid))
        chip.pull(pin, False)
        all_edges(grid)
    report(f"{library}: {len(at_once)} of 360 edges with nine wires at once; nine trains of {TRAIN} bounces end right")
    grid.close()


def all_edges(grid: HallGrid, quiet_s: float = 0.25) -> list[Edge]:
    """Every edge that is on its way, however slow this machine is just now."""
    found: list[Edge] = []
    while True:
        time.sleep(quiet_s)
        fresh = grid.edges()
        if not fresh:
            return found
        found += fresh


def check_train(cell: int, edges: list[Edge]) -> None:
    """A bouncing wire may be seen less often than it bounced, but in turns, and its end must be true."""
    levels = [edge.present for edge in edges]
    turns = all(before != after for before, after in pairwise(levels))
    check(bool(levels) and levels[-1] and turns, f"cell {cell} bounced, found {levels}")
    check({edge.cell for edge in edges} == {cell}, f"cell {cell} bounced, found edges of {edges}")


def prove_neighbours(chip: Chip, factory: Any, library: str) -> None:
    """A device that was opened last and is closed leaves no other deaf."""
    chip.let_go()
    grid = HallGrid(RealClock(), PINS.hall, factory, Reservations())
    knob = Knob(RealClock(), PINS.knob, factory, Reservations())
    grid.open()
    for number in range(CLOSED):
        knob.open()
        grid.edges()
        knob.close()
        chip.pull(PINS.hall[0], number % 2 == 0)
        check([edge.cell for edge in all_edges(grid)] == [1], "the box felt nothing once the knob was closed")
    report(f"{library}: a box feels its next edge each of {CLOSED} times that the knob beside it is closed")
    grid.close()


def prove_traces(chip: Chip, factory: Any, library: str, trace: traces.Trace, on_mock: list[Any]) -> None:
    """The same recorded traces on the mock and here: the same facts, with the same moments."""
    chip.let_go()
    clock, arrivals = traces.SteppedClock(), Arrivals()
    box = traces.new_box(clock, PINS, factory)
    box.open()
    box.on_edge = arrivals.note
    puller = Puller(chip, arrivals)
    here = traces.replay(trace, clock, puller, box.due_s, box.facts)
    box.close()
    report_difference(
        on_mock,
        here,
        f"{library}: {trace.slides:,} slides, {puller.sent:,} edges, {puller.lost} lost, {len(here):,} facts",
    )
    check(not puller.lost, f"{puller.lost} edges did not come")
    check(sum(isinstance(fact, Slid) for fact in here) == trace.slides, "a slide was not told")


def prove_controls(chip: Chip, factory: Any, library: str, trace: traces.Trace, on_mock: list[Any]) -> None:
    """Knob and buttons: the same turns, presses and releases as on the mock."""
    chip.let_go()
    arrivals = Arrivals()
    puller = Puller(chip, arrivals)
    here = traces.replay_controls(trace, traces.SteppedClock(), factory, puller, arrivals.note)
    kinds = Counter(type(control).__name__ for control in here)
    report_difference(
        on_mock, here, f"{library}: knob and buttons, {puller.sent:,} edges, {puller.lost} lost, {dict(kinds)}"
    )
    check(not puller.lost, f"{puller.lost} edges did not come")


def report_difference(on_mock: list[Any], here: list[Any], what: str) -> None:
    """Say how many differ; none may."""
    pairs = zip(on_mock, here, strict=False)
    differ = [(wanted, found) for wanted, found in pairs if wanted != found]
    count = len(differ) + abs(len(on_mock) - len(here))
    report(f"{what}, {count} differ from the mock's")
    check(not count, f"the first that differ: {differ[:1] or (on_mock[len(here) :][:1], here[len(on_mock) :][:1])}")


def prove_table(chip: Chip, library: str) -> None:
    """The whole table as the program opens it: all devices on their pins, lamp and buzzer driving theirs."""
    chip.let_go()
    with open_table(TableConfig("real", camera=None, gpio=library)) as table:
        states = {name: health.state for name, health in table.health().items() if name != "power"}
        check(not table.troubles, f"troubles: {table.troubles}")
        check(all(state in ("ready", "doubtful") for state in states.values()), f"found {states}")
        assert PINS.lamp is not None
        assert PINS.buzzer is not None
        for level, mood, wanted in (
            (1.0, "steady", (1, 1)),
            (1.0, "left", (1, 0)),
            (1.0, "right", (0, 1)),
            (0.0, "steady", (0, 0)),
        ):
            table.lamp.shine(level, mood)  # type: ignore[arg-type]
            time.sleep(0.05)
            found = tuple(chip.value(pin) for pin in PINS.lamp)
            check(found == wanted, f"the lamp at {level} {mood}: found {found} on its pins")
        table.buzzer.beep(0.05)
        check(chip.value(PINS.buzzer) == 1, "the buzzer's pin stayed low")
        time.sleep(0.06)
        table.buzzer.tick()
        check(chip.value(PINS.buzzer) == 0, "the buzzer's pin stayed high")
        for _, pin in PINS.buttons:
            chip.pull(pin, True)
        felt, deadline_s = table.controls(), time.monotonic() + _COMES_WITHIN_S
        while len(felt) < len(PINS.buttons) and time.monotonic() < deadline_s:
            time.sleep(0.02)
            felt += table.controls()
        check({control.name for control in felt} == dict(PINS.buttons).keys(), f"of the buttons was felt: {felt}")  # type: ignore[union-attr]
    chip.let_go()
    report(f"{library}: the whole table opens: {', '.join(f'{name} {state}' for name, state in states.items())}")


def main() -> None:
    """All proofs of the pins, through both libraries."""
    load_module("gpio-sim")
    look_like_a_pi()
    chip = Chip("header")
    check(chip.number == 0, f"the simulated header is {chip.name}")
    chip.let_go()
    kept = pickle.loads(Path(KEPT).read_bytes())
    for library, (trace, on_mock) in kept["slides"].items():
        factory = open_pin_factory(library)
        prove_edges(chip, factory, library)
        prove_bursts(chip, factory, library)
        prove_neighbours(chip, factory, library)
        prove_controls(chip, factory, library, *kept["controls"])
        prove_traces(chip, factory, library, trace, on_mock)
        factory.close()
        prove_table(chip, library)
    prove_real_time(kept["boxes"])
    report("not shown by simulated pins: voltages, pull-ups, a wire held low while it is opened, real interrupts' pace")


if __name__ == "__main__":
    main()
