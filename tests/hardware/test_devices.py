"""One contract for every grid, and one for every small device, fitted or not."""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import gpiozero
import pytest
from gpiozero.pins.mock import MockFactory

from tablekeeper.hardware.clock import RealClock
from tablekeeper.hardware.errors import WireError
from tablekeeper.hardware.header.controls import Buttons, Knob
from tablekeeper.hardware.header.gpio import open_pin_factory
from tablekeeper.hardware.header.pins import Reservations, load_pins
from tablekeeper.hardware.header.signals import Buzzer, Lamp
from tablekeeper.hardware.mock.simulated_box import SimulatedBox
from tablekeeper.hardware.mock.simulated_pins import simulated_pins
from tablekeeper.hardware.mock.table_clock import TableClock
from tablekeeper.hardware.recording import Recorder, ReplayGrid
from tablekeeper.hardware.sliding_box.analog_grid import AnalogGrid
from tablekeeper.hardware.sliding_box.box import Box
from tablekeeper.hardware.sliding_box.facts import Fact, Rests, Slid
from tablekeeper.hardware.sliding_box.hall_grid import Edge, Grid, HallGrid
from tablekeeper.hardware.table import TableConfig, assemble

from .fakes import Converter

PINS = load_pins()
SPI = (5, 6, 13, 19, 26)


class Tried:
    """A grid with something that can slide the cocoon from cell 4 into the hole at 5, and what must be given back."""

    def __init__(self, clock: TableClock, grid: Grid, slide: Callable[[], object], book: Reservations) -> None:
        self.clock, self.grid, self.slide, self.book = clock, grid, slide, book


def switches(_path: Path, _patch: pytest.MonkeyPatch) -> Tried:
    clock, factory, book = TableClock(), simulated_pins(), Reservations()
    cocoons = SimulatedBox(clock, factory, PINS.hall)
    cocoons.power_on()
    return Tried(clock, HallGrid(clock, PINS.hall, factory, book), lambda: cocoons.slide(4), book)


def analog(_path: Path, patch: pytest.MonkeyPatch) -> Tried:
    clock, factory, book = TableClock(), MockFactory(), Reservations()
    patch.setattr(gpiozero.Device, "pin_factory", factory)
    chips = [Converter(*SPI[:3], select, pin_factory=factory) for select in SPI[3:]]

    def hole(*cells: int) -> None:
        values = [0.5 if cell in cells else 0.8 for cell in range(1, 10)]
        chips[0].values, chips[1].values = tuple(values[:8]), (values[8],) + (0.5,) * 7

    hole(5)

    def slide() -> None:
        clock.after(0.1, lambda: hole(4, 5))
        clock.after(0.3, lambda: hole(4))

    return Tried(clock, AnalogGrid(clock, SPI, factory, book), slide, book)


def replayed(path: Path, _patch: pytest.MonkeyPatch) -> Tried:
    recorder = Recorder(path / "session")
    for cell in range(1, 10):
        recorder.edge(Edge(cell, cell != 5, 50.0))
    recorder.edge(Edge(4, False, 51.0))
    recorder.edge(Edge(5, True, 51.2))
    recorder.close()
    clock = TableClock()
    return Tried(clock, ReplayGrid(clock, path / "session"), lambda: None, Reservations())


@pytest.mark.parametrize("make", [switches, analog, replayed])
def test_every_grid_keeps_the_contract(
    make: Callable[[Path, pytest.MonkeyPatch], Tried], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    tried = make(tmp_path, monkeypatch)
    assert tried.grid.health.state == "closed"
    box = Box(tried.clock, tried.grid, last_hole=5)
    box.open()
    assert tried.grid.health.state == "ready"
    facts: list[Fact] = _until(tried.clock, box, 0.5)
    assert [type(fact) for fact in facts] == [Rests]
    tried.slide()
    facts = _until(tried.clock, box, 3.0)
    assert [(fact.start, fact.end) for fact in facts if isinstance(fact, Slid)] == [(4, 5)]
    assert box.hole == 4
    box.close()
    box.close()
    assert tried.grid.health.state == "closed"
    assert tried.book.owners == {}
    box.open()
    box.close()


def _until(clock: TableClock, box: Box, moment_s: float) -> list[Fact]:
    facts: list[Fact] = []
    while True:
        waits = [due for due in (clock.next_s, box.due_s()) if due is not None and due <= moment_s]
        clock.sleep((min(waits) if waits else moment_s) - clock.now())
        facts += box.facts()
        if not waits:
            return facts


SMALL: dict[str, Callable[[Any, Any, Reservations, bool], Any]] = {
    "knob": lambda clock, factory, book, fitted: Knob(clock, PINS.knob if fitted else None, factory, book),
    "buttons": lambda clock, factory, book, fitted: Buttons(clock, PINS.buttons if fitted else (), factory, book),
    "lamp": lambda clock, factory, book, fitted: Lamp(clock, PINS.lamp if fitted else None, factory, book),
    "buzzer": lambda clock, factory, book, fitted: Buzzer(clock, PINS.buzzer if fitted else None, factory, book),
    "grid": lambda clock, factory, book, fitted: HallGrid(clock, PINS.hall if fitted else (), factory, book),
}


COMES_OF_USE: dict[str, dict[bool, object]] = {
    "knob": {True: [], False: []},
    "buttons": {True: [], False: []},
    "lamp": {True: (0.4, 2), False: (0.4, 0)},
    "buzzer": {True: True, False: False},
    "grid": {True: [*range(1, 10)], False: []},
}
"""What using each device gives where it is there and open, and where it is not: nothing ever raises."""


def use(device: Any) -> object:
    """Use it, and tell what came of it: events, the lamp's level and its wires, a sound, the cells that told."""
    if isinstance(device, Knob | Buttons):
        return device.events()
    if isinstance(device, HallGrid):
        return sorted({edge.cell for edge in device.edges()})
    if isinstance(device, Lamp):
        device.shine(0.4, "breathing")
        return device.level, len(device._halves)
    device.beep()
    sounds = bool(device._device and device._device.value)
    device.tick()
    return sounds


@pytest.mark.parametrize(
    ("make_clock", "make_factory", "fitted"),
    [
        pytest.param(TableClock, simulated_pins, True, id="fitted"),
        pytest.param(TableClock, simulated_pins, False, id="not fitted"),
        pytest.param(RealClock, lambda: open_pin_factory("lgpio"), True, id="fitted on a pi", marks=pytest.mark.bench),
    ],
)
@pytest.mark.parametrize("name", SMALL)
def test_every_small_device_keeps_the_contract(
    name: str, make_clock: Callable[[], Any], make_factory: Callable[[], Any], fitted: bool
) -> None:
    book, factory = Reservations(), make_factory()
    device = SMALL[name](make_clock(), factory, book, fitted)
    assert device.health.state == "closed"
    for _ in range(2):
        device.open()
        assert device.health.state == ("ready" if fitted else "lost")
        assert bool(device.health.why) != fitted
        assert bool(book.owners) == fitted
        assert use(device) == COMES_OF_USE[name][fitted]
        device.close()
        device.close()
        assert device.health.state == "closed"
        assert book.owners == {}
        assert use(device) == COMES_OF_USE[name][False]
    factory.close()


class LgpioError(Exception):
    """As lgpio's own, which puts what it says into quotation marks."""

    def __str__(self) -> str:
        return repr(self.args[0])


def refuse_to_close(factory: Any, patch: pytest.MonkeyPatch, often: int, words: str = "GPIO busy") -> list[str]:
    """Each pin of a factory refuses so often to be given back; the pins that were, in order."""
    left: dict[str, int] = {}
    closed: list[str] = []

    def close(pin: Any) -> None:
        name = pin.info.name
        left[name] = left.get(name, often) - 1
        if left[name] >= 0:
            raise LgpioError(words)
        closed.append(name)

    patch.setattr(factory.pin_class, "close", close)
    return closed


@pytest.mark.parametrize(
    ("words", "told"),
    [
        ("GPIO busy", "Cannot open the .* on GPIO .*: another program holds this wire; close that program"),
        ("no permission", "Cannot open the .* on GPIO .*: found LgpioError .no permission.; see tablekeeper doctor"),
    ],
)
@pytest.mark.parametrize("name", SMALL)
def test_a_wire_that_another_program_holds_is_one_sentence_and_the_others_are_given_back(
    name: str, words: str, told: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    book, factory = Reservations(), simulated_pins()
    device = SMALL[name](TableClock(), factory, book, True)
    device.open()
    last = [*book.owners][-1]
    device.close()
    pin_of = factory.pin

    def pin(name: Any) -> Any:
        if name in (last, f"GPIO{last}"):
            raise LgpioError(words)
        return pin_of(name)

    monkeypatch.setattr(factory, "pin", pin)
    with pytest.raises(WireError, match=told):
        device.open()
    assert (book.owners, device.health.state) == ({}, "lost")
    assert device.health.why
    monkeypatch.undo()
    device.open()
    assert device.health.state == "ready"
    device.close()


def test_a_table_whose_box_is_held_by_another_program_opens_and_tells(monkeypatch: pytest.MonkeyPatch) -> None:
    factory = simulated_pins()
    table = assemble(TableClock(), None, load_pins(), factory, TableConfig("real", camera=None, grid="switches"))
    pin_of = factory.pin

    def pin(name: Any) -> Any:
        if name in (PINS.hall[0], f"GPIO{PINS.hall[0]}"):
            raise LgpioError("GPIO busy")
        return pin_of(name)

    monkeypatch.setattr(factory, "pin", pin)
    with table:
        assert table.health()["box"].state == "lost"
        assert "another program holds this wire" in table.health()["box"].why


@pytest.mark.parametrize("name", SMALL)
def test_a_wire_that_is_busy_for_a_moment_is_given_back_all_the_same(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    book, factory, naps = Reservations(), simulated_pins(), list[float]()
    monkeypatch.setattr("tablekeeper.hardware.header.gpio.sleep", naps.append)
    closed = refuse_to_close(factory, monkeypatch, often=3)
    device = SMALL[name](TableClock(), factory, book, True)
    device.open()
    wires = len(book.owners)
    device.close()
    assert len(closed) == wires
    assert len(naps) == 3 * wires
    assert book.owners == {}
    assert device.health.state == "closed"
    device.open()
    device.close()


@pytest.mark.parametrize(("words", "naps"), [("GPIO busy", 0.5), ("bad handle", 0.0)])
def test_a_wire_that_cannot_be_given_back_is_told(words: str, naps: float, monkeypatch: pytest.MonkeyPatch) -> None:
    factory, slept = simulated_pins(), list[float]()
    monkeypatch.setattr("tablekeeper.hardware.header.gpio.sleep", slept.append)
    refuse_to_close(factory, monkeypatch, often=10**6, words=words)
    buzzer = Buzzer(TableClock(), PINS.buzzer, factory, Reservations())
    buzzer.open()
    with pytest.raises(LgpioError, match=words):
        buzzer.close()
    assert sum(slept) == pytest.approx(naps)
    monkeypatch.undo()
    buzzer.close()


@pytest.mark.parametrize("name", ["knob", "buttons", "grid"])
def test_nothing_watches_a_wire_any_more_when_it_is_given_back(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    book, factory, unwatched = Reservations(), simulated_pins(), list[str]()
    refuse_to_close(factory, monkeypatch, often=0)  # as lgpio's pins: their own close leaves the watching as it is
    monkeypatch.setattr(factory.pin_class, "_disable_event_detect", lambda pin: unwatched.append(pin.info.name))
    device = SMALL[name](TableClock(), factory, book, True)
    device.open()
    unwatched.clear()
    wires = [f"GPIO{pin}" for pin in book.owners]
    device.close()
    assert unwatched == wires


class ListeningThread:
    """lgpio's thread as it is: it sleeps when the newest of its wires is given back, until a chip is closed."""

    def __init__(self) -> None:
        self.asleep = False
        self.open: set[int] = set()
        self.opened: list[int] = []

    def gpiochip_open(self, chip: int) -> int:
        self.open.add(chip)
        self.opened.append(chip)
        return chip

    def gpiochip_close(self, handle: int) -> None:
        self.open.remove(handle)
        self.asleep = False

    def give_back_newest(self, *_: object) -> None:
        self.asleep = True


@pytest.mark.parametrize("name", [name for name in SMALL if name not in ("lamp", "buzzer")])
def test_a_device_that_is_closed_leaves_no_other_deaf(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    thread, factory = ListeningThread(), simulated_pins()
    monkeypatch.setitem(sys.modules, "lgpio", thread)
    monkeypatch.setattr("tablekeeper.hardware.header.gpio.sleep", lambda seconds: None)
    monkeypatch.setattr(factory.pin_class, "close", thread.give_back_newest)
    device = SMALL[name](TableClock(), factory, Reservations(), True)
    device.open()
    device.close()
    assert (thread.asleep, thread.open) == (False, set())


@pytest.mark.parametrize(("factory_has", "chip"), [({}, 0), ({"chip": 4}, 4)])
def test_it_is_woken_by_the_chip_of_the_header(
    factory_has: dict[str, int], chip: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    thread, factory = ListeningThread(), simulated_pins()
    monkeypatch.setitem(sys.modules, "lgpio", thread)
    monkeypatch.setattr("tablekeeper.hardware.header.gpio.sleep", lambda seconds: None)
    for name, value in factory_has.items():
        monkeypatch.setattr(factory, name, value, raising=False)
    with Knob(TableClock(), PINS.knob, factory, Reservations()):
        assert not thread.opened
    assert thread.opened == [chip]


def test_wires_that_nobody_watched_wake_nobody(monkeypatch: pytest.MonkeyPatch) -> None:
    factory = simulated_pins()
    monkeypatch.setitem(sys.modules, "lgpio", object())  # any use of it would fail
    buzzer = Buzzer(TableClock(), PINS.buzzer, factory, Reservations())
    buzzer.open()
    buzzer.close()
    assert buzzer.health.state == "closed"
