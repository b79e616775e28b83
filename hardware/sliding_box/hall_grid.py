"""Nine hall switches on plain GPIO: edges come by interrupt, so that a resting box costs nothing."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Protocol

from tablekeeper.hardware.cameras.camera import Opened
from tablekeeper.hardware.clock import Clock
from tablekeeper.hardware.header.gpio import Input, PinFactory, give_back, opening, take
from tablekeeper.hardware.header.pins import Reservations
from tablekeeper.hardware.health import Health, HealthLog, Reason


@dataclass(frozen=True)
class Edge:
    """A sensor began or ceased to feel a magnet."""

    cell: int
    present: bool
    at_s: float


class Grid(Protocol):
    """Nine sensors, switched or measured."""

    on_edge: Callable[[], None] | None

    @property
    def health(self) -> Health:
        """How the sensors are."""

    def open(self) -> None:
        """Start listening; the present state of every cell comes first as edges."""

    def close(self) -> None:
        """Stop listening."""

    def edges(self) -> list[Edge]:
        """What happened since the last call."""

    def due_s(self) -> float | None:
        """When to look although nothing called, or None: edges call by themselves."""


class HallGrid(Opened):
    """Sensors that pull their wire to ground when they feel a magnet (DRV5032, A3144), with the Pi's own pull-ups."""

    def __init__(self, clock: Clock, cells: tuple[int, ...], factory: PinFactory | None, book: Reservations) -> None:
        self.clock, self.cells, self.factory, self.book = clock, cells, factory, book
        self.log = HealthLog()
        self.on_edge: Callable[[], None] | None = None
        self._edges: deque[Edge] = deque()
        self._devices: list[Input] = []

    @property
    def health(self) -> Health:
        """How the grid is; single sensors are judged by `Slides`."""
        return self.log.present

    def open(self) -> None:
        """Reserve the pins, then listen on all of them."""
        if not self.cells:
            self.log.set("lost", Reason("no_hall_sensors", "no hall sensors are fitted"), self.clock.now())
            return
        for number, pin in enumerate(self.cells, 1):
            self.book.reserve(pin, f"hall cell {number}")
        with opening(self, self.cells):
            self._listen()
        self.log.set("ready", "", self.clock.now())

    def _listen(self) -> None:
        from gpiozero import DigitalInputDevice

        for number, pin in enumerate(self.cells, 1):
            make = partial(DigitalInputDevice, pin, pull_up=True, pin_factory=self.factory)
            device = take(f"hall cell {number}", pin, make)
            self._devices.append(device)
            device.when_activated = self._note(number, True)
            device.when_deactivated = self._note(number, False)
            self._edges.append(Edge(number, bool(device.is_active), self.clock.now()))

    def close(self) -> None:
        """Give the pins back."""
        give_back(*self._devices)
        for _, pin in zip(self._devices, self.cells, strict=False):
            self.book.release(pin)
        self._devices.clear()
        self._edges.clear()
        self.log.set("closed", "", self.clock.now())

    def edges(self) -> list[Edge]:
        """What happened since the last call; interrupts come from another thread, hence one by one."""
        taken = []
        while self._edges:
            taken.append(self._edges.popleft())
        return taken

    def due_s(self) -> float | None:
        """Never: edges call."""
        return None

    def _note(self, cell: int, present: bool) -> Callable[[], None]:
        def note() -> None:
            self._edges.append(Edge(cell, present, self.clock.now()))
            if self.on_edge is not None:
                self.on_edge()

        return note
