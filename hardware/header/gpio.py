"""Opens the library that reaches the pins, by the name in the config, and gives pins back to it."""

from __future__ import annotations

import os
import sys
import tempfile
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from importlib import import_module
from time import sleep
from typing import Protocol, TypeVar

from tablekeeper.hardware.clock import Clock
from tablekeeper.hardware.errors import ConfigError, DriverMissingError, WireError
from tablekeeper.hardware.header.pins import Reservations
from tablekeeper.hardware.health import HealthLog

# what gpiozero calls them; lgpio is the one for Pi 5 and Pi 4, rpigpio for older systems or through rpi-lgpio
LIBRARIES = {
    "lgpio": ("gpiozero.pins.lgpio", "LGPIOFactory", "python3-lgpio"),
    "rpigpio": ("gpiozero.pins.rpigpio", "RPiGPIOFactory", "python3-rpi-lgpio"),
}

D = TypeVar("D", bound="Device")

_BUSY = "busy"
_LETS_GO_IN_S, _LOOK_AGAIN_S = 0.5, 0.01
_USUAL_CHIP = 0
"""Where the factory names none, as that of RPi.GPIO's interface."""


class Pin(Protocol):
    """One wire, as gpiozero watches it."""

    when_changed: Callable[[float, int], None] | None


class Device(Protocol):
    """A gpiozero device on a wire."""

    pin: Pin
    pin_factory: object

    @property
    def closed(self) -> bool:
        """Whether its wire is given back."""

    def close(self) -> None:
        """Give its wire back."""


class Input(Device, Protocol):
    """A gpiozero device that reads a wire."""

    when_activated: Callable[[], None] | None
    when_deactivated: Callable[[], None] | None

    @property
    def is_active(self) -> bool:
        """How the wire is now."""


class Output(Device, Protocol):
    """A gpiozero device that drives a wire."""

    value: float

    def on(self) -> None:
        """Drive it."""

    def off(self) -> None:
        """Let it go."""


class PinFactory(Protocol):
    """What gpiozero opens wires with: real pins, or simulated ones."""

    def pin(self, name: int) -> Pin:
        """One pin."""

    def close(self) -> None:
        """Give all pins back."""


class Wired(Protocol):
    """A device of ours on some wires."""

    clock: Clock
    book: Reservations
    log: HealthLog

    def close(self) -> None:
        """Give its wires back."""


def open_pin_factory(name: str) -> PinFactory:
    """A pin factory of its own, not gpiozero's global one."""
    if name not in LIBRARIES:
        raise ConfigError(
            "Cannot open the pins: found the library {name!r}; expected {known}", name=name, known=", ".join(LIBRARIES)
        )
    module, factory, package = LIBRARIES[name]
    # lgpio makes a pipe in the current folder when it is imported, and fails where that cannot be written
    os.environ.setdefault("LG_WD", tempfile.gettempdir())
    try:
        opened: PinFactory = getattr(import_module(module), factory)()
        return opened
    except ImportError as error:
        raise DriverMissingError(
            "Cannot open the pins through {name}: found no such library ({error}); expected it installed: "
            "sudo apt install "
            "{package}, and a virtual environment made with --system-site-packages",
            name=name,
            error=error,
            package=package,
        ) from error
    except Exception as error:  # each library has its own way to say that this is no Pi
        raise ConfigError(
            "Cannot open the pins through {name}: found {kind} ({error}); is this a Raspberry Pi?",
            name=name,
            kind=type(error).__name__,
            error=error,
        ) from error


def take(owner: str, pin: int, make: Callable[[], D]) -> D:
    """Open a gpiozero device on a wire; the libraries' own ways to refuse it become one sentence."""
    try:
        return make()
    except Exception as error:  # lgpio's own kind is known only where lgpio is installed
        found = str(error).strip("'\"")
        if _BUSY in found.lower():
            raise WireError(
                "Cannot open the {owner} on GPIO {pin}: another program holds this wire; close that program",
                owner=owner,
                pin=pin,
            ) from error
        raise WireError(
            "Cannot open the {owner} on GPIO {pin}: found {kind} ({found}); see tablekeeper doctor",
            owner=owner,
            pin=pin,
            kind=type(error).__name__,
            found=found,
        ) from error


@contextmanager
def opening(device: Wired, pins: Iterable[int]) -> Iterator[None]:
    """A device that cannot have all its wires gives back those that it has, and is lost."""
    try:
        yield
    except WireError as error:
        device.close()
        for pin in pins:
            device.book.release(pin)
        device.log.set("lost", str(error), device.clock.now())
        raise


def give_back(*devices: Device) -> None:
    """Close gpiozero devices: nobody watches their wires any more, and a wire that is still busy is waited for.

    gpiozero's close leaves a wire watched through lgpio; its next edge, even after another table was opened, would then
    end lgpio's only thread. That thread waits on all wires for half a millisecond at a time, and while it does, the
    kernel keeps them; lgpio itself waits for it no longer than two milliseconds, too short on a busy machine.
    """
    watched = [device for device in devices if not device.closed and device.pin.when_changed is not None]
    chips = {int(getattr(device.pin_factory, "chip", _USUAL_CHIP)) for device in watched}
    for device in devices:
        _give_back(device)
    for chip in chips:
        _wake_lgpio(chip)


def _give_back(device: Device) -> None:
    for _ in range(round(_LETS_GO_IN_S / _LOOK_AGAIN_S)):
        try:
            _close(device)
        except Exception as error:  # lgpio's own kind is known only where lgpio is installed
            if _BUSY not in str(error):
                raise
            sleep(_LOOK_AGAIN_S)
        else:
            return
    _close(device)


def _close(device: Device) -> None:
    if not device.closed:
        device.pin.when_changed = None
    device.close()


def _wake_lgpio(chip: int) -> None:
    """Let the other wires be heard again: on a Pi 5 of some kernels the header is chip 4.

    lgpio 0.2.2 keeps the watched wires in a list, the newest first. When the first of the list is given back, its
    thread takes the list for empty (lgPthAlerts.c) and sleeps until some chip is closed or some wire is watched anew;
    the edges of all other wires wait in the kernel meanwhile, which keeps sixteen of each. RPi.GPIO's interface
    (rpi-lgpio) stands on the same thread. To open and close a chip takes a tenth of a second and touches no wire.
    """
    lgpio = sys.modules.get("lgpio")
    if lgpio is not None:
        handle = lgpio.gpiochip_open(chip)
        sleep(_LOOK_AGAIN_S)  # a thread that is not yet asleep would miss it
        lgpio.gpiochip_close(handle)
