"""Knob and buttons: turns and presses from plain pins. Parts that are not fitted are a state, not an error."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

from tablekeeper.hardware.cameras.camera import Opened
from tablekeeper.hardware.clock import Clock
from tablekeeper.hardware.header.gpio import Input, PinFactory, give_back, opening, take
from tablekeeper.hardware.header.pins import Reservations
from tablekeeper.hardware.health import Health, HealthLog, Reason

_CONTACT_S = 0.008
# what one quarter step from (a, b) to (a, b) means; anything else is a bounce or a missed step and counts nothing
_STEP = {(0, 1): 1, (1, 3): 1, (3, 2): 1, (2, 0): 1, (1, 0): -1, (3, 1): -1, (2, 3): -1, (0, 2): -1}


@dataclass(frozen=True)
class Turned:
    """The knob was turned by so many clicks; clockwise is positive."""

    clicks: int
    at_s: float


@dataclass(frozen=True)
class Pressed:
    """A button (or the knob, named "knob") went down."""

    name: str
    at_s: float


@dataclass(frozen=True)
class Released:
    """A button came up again after so long."""

    name: str
    held_s: float
    at_s: float


Control = Turned | Pressed | Released


class Quadrature:
    """Two contacts, four quarter steps a click. Pure; bouncing between two neighbours cancels itself out."""

    def __init__(self, a: bool = False, b: bool = False) -> None:
        self._state = 2 * a + b
        self._quarters = 0

    def feed(self, a: bool, b: bool) -> int:
        """The whole clicks that this change completes."""
        state = 2 * a + b
        self._quarters += _STEP.get((self._state, state), 0)
        self._state = state
        if state != 0 or abs(self._quarters) < 3:  # a click rests with both contacts open
            if state == 0:
                self._quarters = 0
            return 0
        clicks = 1 if self._quarters > 0 else -1
        self._quarters = 0
        return clicks


class _Inputs(Opened):
    """Contacts to ground on plain pins, whose edges are noted as they come."""

    def __init__(
        self, clock: Clock, wires: dict[str, int], missing: Reason, factory: PinFactory | None, book: Reservations
    ) -> None:
        self.clock, self.wires, self.missing, self.factory, self.book = clock, wires, missing, factory, book
        self.log = HealthLog()
        self.on_edge: Callable[[], None] | None = None
        self._devices: list[Input] = []
        self._noted: deque[tuple[str, bool, float]] = deque()

    @property
    def health(self) -> Health:
        """`lost` when none is fitted."""
        return self.log.present

    def open(self) -> None:
        """Reserve the pins and listen."""
        if not self.wires:
            self.log.set("lost", self.missing, self.clock.now())
            return
        from gpiozero import DigitalInputDevice

        for name, pin in self.wires.items():
            self.book.reserve(pin, name)
        with opening(self, self.wires.values()):
            for name, pin in self.wires.items():
                device = take(name, pin, partial(DigitalInputDevice, pin, pull_up=True, pin_factory=self.factory))
                self._devices.append(device)
                device.when_activated = self._note(name, True)
                device.when_deactivated = self._note(name, False)
        self.log.set("ready", "", self.clock.now())

    def close(self) -> None:
        """Give the pins back."""
        give_back(*self._devices)
        for pin in self.wires.values() if self._devices else ():
            self.book.release(pin)
        self._devices.clear()
        self._noted.clear()
        self.log.set("closed", "", self.clock.now())

    def _note(self, name: str, active: bool) -> Callable[[], None]:
        def note() -> None:
            self._noted.append((name, active, self.clock.now()))
            if self.on_edge is not None:
                self.on_edge()

        return note

    def _take(self) -> list[tuple[str, bool, float]]:
        taken = []
        while self._noted:
            taken.append(self._noted.popleft())
        return taken


class Buttons(_Inputs):
    """Push buttons to ground. A press counts at its first contact; bounces after it are swallowed."""

    def __init__(
        self, clock: Clock, pins: tuple[tuple[str, int], ...], factory: PinFactory | None, book: Reservations
    ) -> None:
        super().__init__(
            clock,
            {f"button {name}": pin for name, pin in pins},
            Reason("no_button", "no button is fitted"),
            factory,
            book,
        )
        self._press = _Presses()

    def events(self) -> list[Control]:
        """Presses and releases since the last call."""
        found: list[Control] = []
        for name, down, at_s in self._take():
            found += self._press.feed(name.removeprefix("button "), down, at_s)
        return found + self._press.settle(self.clock.now())

    def due_s(self) -> float | None:
        """When a release becomes certain without another edge, or None."""
        return self._press.due_s()


class Knob(_Inputs):
    """A rotary encoder with a push switch."""

    def __init__(
        self, clock: Clock, pins: tuple[int, int, int] | None, factory: PinFactory | None, book: Reservations
    ) -> None:
        names = ("knob a", "knob b", "knob push")
        super().__init__(
            clock,
            dict(zip(names, pins, strict=True)) if pins else {},
            Reason("no_knob", "no knob is fitted"),
            factory,
            book,
        )
        self._quadrature = Quadrature()
        self._contacts = {"knob a": False, "knob b": False}
        self._press = _Presses()

    def events(self) -> list[Control]:
        """Turns and presses since the last call."""
        found: list[Control] = []
        for name, active, at_s in self._take():
            if name == "knob push":
                found += self._press.feed("knob", active, at_s)
                continue
            self._contacts[name] = active
            clicks = self._quadrature.feed(self._contacts["knob a"], self._contacts["knob b"])
            if clicks:
                found.append(Turned(clicks, at_s))
        return found + self._press.settle(self.clock.now())

    def due_s(self) -> float | None:
        """When a release becomes certain without another edge, or None."""
        return self._press.due_s()


class _Presses:
    """Turns contacts into presses: the first touch is a press at once, a release only after a quiet moment."""

    def __init__(self) -> None:
        self._down_s: dict[str, float] = {}
        self._open_s: dict[str, float] = {}

    def feed(self, name: str, down: bool, at_s: float) -> list[Control]:
        """A contact's edge."""
        found = self.settle(at_s)
        if not down:
            self._open_s[name] = at_s
            return found
        self._open_s.pop(name, None)
        if name not in self._down_s:
            self._down_s[name] = at_s
            found.append(Pressed(name, at_s))
        return found

    def settle(self, at_s: float) -> list[Control]:
        """The releases that are certain by now."""
        found: list[Control] = []
        for name, open_s in tuple(self._open_s.items()):
            if name in self._down_s and at_s - open_s >= _CONTACT_S - 1e-9:
                found.append(Released(name, open_s - self._down_s.pop(name), open_s))
        return found

    def due_s(self) -> float | None:
        """When a release becomes certain, or None."""
        return min((open_s + _CONTACT_S for name, open_s in self._open_s.items() if name in self._down_s), default=None)
