"""Pins of a Raspberry Pi that is not there, with wires that something outside can pull to ground."""

from __future__ import annotations

from typing import Protocol

from tablekeeper.hardware.header.gpio import Pin


class HeldWire(Pin, Protocol):
    """A wire that can be held from outside."""

    def pull_down_from_outside(self, held: bool) -> None:
        """Tie it to ground, or let it go."""


class HeldWires(Protocol):
    """A pin factory of such wires."""

    def pin(self, name: int) -> HeldWire:
        """One wire."""

    def close(self) -> None:
        """Give all wires back."""


def simulated_pins() -> HeldWires:
    """A gpiozero MockFactory of its own; nothing global is touched. Every pin can do PWM and be held from outside."""
    from gpiozero.pins.mock import MockFactory, MockPWMPin

    class HeldPin(MockPWMPin):  # type: ignore[misc]
        """An input that something outside holds down keeps low when its pull-up is switched on, as a real one does."""

        held_low = False

        def pull_down_from_outside(self, held: bool) -> None:
            """Connect the wire to ground, or let go of it."""
            self.held_low = held
            (self.drive_low if held else self.drive_high)()

        def _set_pull(self, value: str) -> None:
            if self.held_low:
                self._pull = value
            else:
                super()._set_pull(value)

    factory: HeldWires = MockFactory(pin_class=HeldPin)
    return factory
