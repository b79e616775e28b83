"""Traces: what hands, magnets and contacts do to the wires of a table, recorded once and replayed on any pins.

The same trace on the mock's pins and on the kernel's must give the same facts; that is what makes the mock believable.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, NamedTuple

from tablekeeper.hardware.clock import Clock
from tablekeeper.hardware.header.controls import Buttons, Control, Knob
from tablekeeper.hardware.header.pins import Pins, Reservations, load_pins
from tablekeeper.hardware.mock.hands import Hands
from tablekeeper.hardware.mock.simulated_box import SimulatedBox
from tablekeeper.hardware.mock.simulated_pins import simulated_pins
from tablekeeper.hardware.mock.simulated_tray import SimulatedTray
from tablekeeper.hardware.mock.table_clock import TableClock
from tablekeeper.hardware.sliding_box.box import Box
from tablekeeper.hardware.sliding_box.facts import Fact
from tablekeeper.hardware.sliding_box.hall_grid import HallGrid
from tablekeeper.hardware.sliding_box.slides import neighbours

LAST_S = 3.0
"""After the last edge, everything that can become certain does so within this time."""


class Change(NamedTuple):
    """A wire was pulled to ground, or let go."""

    at_s: float
    pin: int
    low: bool


@dataclass(frozen=True)
class Trace:
    """All changes in order of time, and what was really done."""

    changes: tuple[Change, ...]
    slides: int

    def count_edges(self) -> int:
        """How many of the changes change anything, if nothing is connected to ground at first."""
        low: set[int] = set()
        count = 0
        for change in self.changes:
            count += change.low != (change.pin in low)
            (low.add if change.low else low.discard)(change.pin)
        return count


class _Wires:
    """Stands where a pin factory stands, and notes what is done to its wires."""

    def __init__(self, clock: TableClock) -> None:
        self.clock = clock
        self.changes: list[Change] = []

    def pin(self, number: int) -> _Wire:
        return _Wire(self, number)


@dataclass
class _Wire:
    wires: _Wires
    number: int

    def pull_down_from_outside(self, held: bool) -> None:
        self.wires.changes.append(Change(self.wires.clock.now(), self.number, held))


def record_slides(slides: int, seed: int, pause_s: tuple[float, float] = (0.2, 1.4)) -> Trace:
    """So many slides of a simulated box, with bounces; now and then it is jolted, or a cocoon is lifted and put."""
    clock = TableClock()
    wires = _Wires(clock)
    box = SimulatedBox(clock, wires, load_pins().hall, seed=seed)
    clock.sleep(1.0)
    box.power_on()
    clock.sleep(1.0)
    for number in range(slides):
        if number % 20 == 10:
            box.quarter_turn()
            clock.sleep(1.0)
        if number % 20 == 15:
            cell = int(box.rng.choice([cell for cell in range(1, 10) if cell != box.hole]))
            box.lift(cell)
            clock.sleep(1.5)
            box.put(cell)
            clock.sleep(0.5)
        rests_s = box.slide(int(box.rng.choice(sorted(neighbours(box.hole)))))
        clock.sleep(rests_s - clock.now() + float(box.rng.uniform(*pause_s)))
    clock.sleep(LAST_S)
    return Trace(tuple(wires.changes), slides)


def record_controls(times: int, seed: int) -> Trace:
    """Turns of the knob both ways, and presses of every button, short and long, with the bounces of contacts."""
    clock, pins = TableClock(), load_pins()
    wires = _Wires(clock)
    box = SimulatedBox(clock, simulated_pins(), pins.hall)
    hands = Hands(SimulatedTray(clock), box, pins, wires, seed=seed)
    names = ["knob", *dict(pins.buttons)]
    clock.sleep(1.0)
    for number in range(times):
        clock.sleep(max(0.0, hands.turn(number % 5 - 2) - clock.now()) + 0.1)
        clock.sleep(hands.press(names[number % len(names)], 0.05 + 0.1 * (number % 9)) - clock.now() + 0.1)
    clock.sleep(LAST_S)
    return Trace(tuple(wires.changes), 0)


class SteppedClock:
    """Time that goes from change to change; the real stack is waited for in between."""

    def __init__(self) -> None:
        self.now_s = 0.0

    def now(self) -> float:
        """The moment of the trace."""
        return self.now_s

    def sleep(self, seconds: float) -> None:
        """Let so much of the trace's time pass."""
        self.now_s += seconds


def replay(
    trace: Trace, clock: SteppedClock, pull: Callable[[int, bool], None], due_s: Callable[[], float | None],
    look: Callable[[], list[Any]],
) -> list[Any]:  # fmt: skip
    """Do to the wires what the trace says, and look whenever a wire changed or the driver's own wait ended."""
    found: list[Any] = []

    def wait_until(moment_s: float) -> None:
        while (due := due_s()) is not None and clock.now_s < due <= moment_s:
            clock.now_s = due
            found.extend(look())
        clock.now_s = max(clock.now_s, moment_s)

    for change in trace.changes:
        wait_until(change.at_s)
        pull(change.pin, change.low)
        found.extend(look())
    wait_until(clock.now_s + LAST_S)
    return found + look()


def new_box(clock: Clock, pins: Pins, factory: Any) -> Box:
    """The real driver of the box above some pins."""
    return Box(clock, HallGrid(clock, pins.hall, factory, Reservations()), last_hole=5)


def replay_slides_on_mock(trace: Trace, opened_s: float = 0.0) -> list[Fact]:
    """The facts that a trace gives above the mock's pins, in a box opened at some moment."""
    clock, factory = SteppedClock(), simulated_pins()
    clock.now_s = opened_s
    box = new_box(clock, load_pins(), factory)
    box.open()
    found = replay(trace, clock, lambda pin, low: factory.pin(pin).pull_down_from_outside(low), box.due_s, box.facts)
    box.close()
    return found


def replay_controls(
    trace: Trace,
    clock: SteppedClock,
    factory: Any,
    pull: Callable[[int, bool], None],
    on_edge: Callable[[], None] | None = None,
) -> list[Control]:
    """What knob and buttons say of a trace above some pins."""
    pins, book = load_pins(), Reservations()
    knob, buttons = Knob(clock, pins.knob, factory, book), Buttons(clock, pins.buttons, factory, book)
    knob.open()
    buttons.open()
    knob.on_edge = buttons.on_edge = on_edge

    def due_s() -> float | None:
        return min((due for due in (knob.due_s(), buttons.due_s()) if due is not None), default=None)

    found = replay(trace, clock, pull, due_s, lambda: [*knob.events(), *buttons.events()])
    knob.close()
    buttons.close()
    return found


def replay_controls_on_mock(trace: Trace) -> list[Control]:
    """What knob and buttons say of a trace above the mock's pins."""
    factory = simulated_pins()
    return replay_controls(
        trace, SteppedClock(), factory, lambda pin, low: factory.pin(pin).pull_down_from_outside(low)
    )
