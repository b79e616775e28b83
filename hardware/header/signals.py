"""What the table shows and sounds by itself: two half-rings of light and a buzzer. Somebody must call `tick`."""

from __future__ import annotations

import math
from functools import partial
from typing import Literal

from tablekeeper.hardware.cameras.camera import Opened
from tablekeeper.hardware.clock import Clock
from tablekeeper.hardware.errors import ConfigError
from tablekeeper.hardware.header.gpio import Output, PinFactory, give_back, opening, take
from tablekeeper.hardware.header.pins import Reservations
from tablekeeper.hardware.health import Health, HealthLog, Reason

Mood = Literal["steady", "breathing", "left", "right"]
_PWM_HZ = 1000  # far above what a shutter of 10 ms could see as bands
_BREATH_S = 4.0
_LONGEST_BEEP_S = 2.0


def brightness(mood: Mood, level: float, at_s: float) -> tuple[float, float]:
    """What the two half-rings shine at a moment. Calm: nothing ever blinks."""
    if mood == "breathing":
        breath = level * (0.6 + 0.4 * math.cos(2 * math.pi * at_s / _BREATH_S))
        return breath, breath
    return (0.0 if mood == "right" else level), (0.0 if mood == "left" else level)


class Lamp(Opened):
    """Two half-rings of LEDs around the camera. With one half alone the reader can distinguish highlights from pips."""

    def __init__(
        self, clock: Clock, pins: tuple[int, int] | None, factory: PinFactory | None, book: Reservations
    ) -> None:
        self.clock, self.pins, self.factory, self.book = clock, pins, factory, book
        self.log = HealthLog()
        self.mood: Mood = "steady"
        self.level = 0.0
        self._halves: list[Output] = []
        self._since_s = 0.0

    @property
    def health(self) -> Health:
        """`lost` when none is fitted."""
        return self.log.present

    def open(self) -> None:
        """Reserve the pins; the lamp stays dark."""
        if self.pins is None:
            self.log.set("lost", Reason("no_lamp", "no lamp is fitted"), self.clock.now())
            return
        from gpiozero import PWMLED

        for pin, owner in zip(self.pins, ("lamp left", "lamp right"), strict=True):
            self.book.reserve(pin, owner)
        with opening(self, self.pins):
            for pin in self.pins:
                make = partial(PWMLED, pin, frequency=_PWM_HZ, pin_factory=self.factory)
                self._halves.append(take("lamp", pin, make))
        self.log.set("ready", "", self.clock.now())

    def close(self) -> None:
        """Dark, and the pins given back."""
        give_back(*self._halves)
        for pin in (self.pins or ()) if self._halves else ():
            self.book.release(pin)
        self._halves.clear()
        self.level = 0.0
        self.log.set("closed", "", self.clock.now())

    def shine(self, level: float, mood: Mood = "steady") -> None:
        """Light for the camera (0 to 1), steady, on one half only, or slowly breathing as a signal."""
        if not 0 <= level <= 1:
            raise ConfigError("Cannot light the lamp: found the level {level!r}; expected 0 to 1", level=level)
        self.level, self.mood, self._since_s = level, mood, self.clock.now()
        self.tick()

    def tick(self) -> None:
        """Follow the mood; ten times a second is plenty, and only while it breathes."""
        wanted = brightness(self.mood, self.level, self.clock.now() - self._since_s)
        for half, value in zip(self._halves, wanted, strict=False):
            half.value = value


class Buzzer(Opened):
    """An active buzzer."""

    def __init__(self, clock: Clock, pin: int | None, factory: PinFactory | None, book: Reservations) -> None:
        self.clock, self.pin, self.factory, self.book = clock, pin, factory, book
        self.log = HealthLog()
        self._device: Output | None = None
        self._until_s = 0.0

    @property
    def health(self) -> Health:
        """`lost` when none is fitted."""
        return self.log.present

    def open(self) -> None:
        """Reserve the pin; silent."""
        if self.pin is None:
            self.log.set("lost", Reason("no_buzzer", "no buzzer is fitted"), self.clock.now())
            return
        from gpiozero import DigitalOutputDevice

        self.book.reserve(self.pin, "buzzer")
        with opening(self, (self.pin,)):
            make = partial(DigitalOutputDevice, self.pin, pin_factory=self.factory)
            self._device = take("buzzer", self.pin, make)
        self.log.set("ready", "", self.clock.now())

    def close(self) -> None:
        """Silent, and the pin given back."""
        if self._device is not None and self.pin is not None:
            give_back(self._device)
            self.book.release(self.pin)
        self._device = None
        self.log.set("closed", "", self.clock.now())

    def beep(self, seconds: float = 0.08) -> None:
        """Sound; `tick` ends it."""
        if not 0 < seconds <= _LONGEST_BEEP_S:
            raise ConfigError(
                "Cannot sound the buzzer: found {seconds!r} seconds; expected up to {longest_beep_s:g}",
                seconds=seconds,
                longest_beep_s=_LONGEST_BEEP_S,
            )
        if self._device is not None:
            self._device.on()
            self._until_s = self.clock.now() + seconds

    def tick(self) -> None:
        """End a beep whose time is over."""
        if self._device is not None and self._device.value and self.clock.now() >= self._until_s:
            self._device.off()

    def due_s(self) -> float | None:
        """When to tick, or None."""
        return self._until_s if self._device is not None and self._device.value else None
