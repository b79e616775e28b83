"""Nine linear hall sensors behind two MCP3008: strength and polarity, with thresholds against each one's own rest."""

from __future__ import annotations

import gc
from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol

from tablekeeper.hardware.cameras.camera import Opened
from tablekeeper.hardware.clock import Clock
from tablekeeper.hardware.header.gpio import PinFactory
from tablekeeper.hardware.header.pins import Reservations
from tablekeeper.hardware.health import Health, HealthLog, Reason
from tablekeeper.hardware.sliding_box.hall_grid import Edge

SAMPLE_S = 0.05
_ON, _OFF = 0.08, 0.05  # shares of the converter's range, either pole
_MIDDLE = 0.5  # a linear sensor rests at half its supply
_SLOWLY = 0.02


@dataclass
class _Cell:
    """One sensor's memory: what it shows without a magnet, and whether it feels one."""

    rest: float
    felt: bool
    strength: float = 0.0

    def feed(self, value: float) -> bool:
        """Take a sample; whether the cell changed. The rest follows slow drift only while no magnet is near."""
        self.strength = value - self.rest
        felt = abs(self.strength) > (_OFF if self.felt else _ON)
        changed, self.felt = felt != self.felt, felt
        if not felt:
            self.rest += _SLOWLY * self.strength
        return changed


class Channel(Protocol):
    """One input of a converter, as gpiozero reads it."""

    @property
    def value(self) -> float:
        """0 to 1."""

    def close(self) -> None:
        """Give its wires back."""


class AnalogGrid(Opened):
    """Sensors such as SS49E. They must be asked: twenty times a second, no more."""

    def __init__(self, clock: Clock, pins: tuple[int, ...], factory: PinFactory | None, book: Reservations) -> None:
        self.clock, self.pins, self.factory, self.book = clock, pins, factory, book
        self.log = HealthLog()
        self.on_edge: Callable[[], None] | None = None
        self._channels: list[Channel] = []
        self._cells: list[_Cell] = []
        self._next_s = 0.0
        self._first: list[Edge] = []

    @property
    def health(self) -> Health:
        """`lost` while the converters do not answer."""
        return self.log.present

    @property
    def strengths(self) -> tuple[float, ...]:
        """How far each sensor is from its rest, -0.5 to 0.5; the sign is the magnet's pole."""
        return tuple(cell.strength for cell in self._cells)

    def open(self) -> None:
        """Open both converters and take the baseline of this start."""
        from gpiozero import MCP3008

        # gpiozero 2.0.1 keeps the wires that converters share by their pins; a closed set of wires that is collected
        # as garbage between two channels takes the open set's entry away, and the next channel finds its pins in use
        gc.collect()
        clock, mosi, miso, *selects = self.pins
        names = ("analog clock", "analog mosi", "analog miso", "analog select 1", "analog select 2")
        for owner, pin in zip(names, self.pins, strict=True):
            self.book.reserve(pin, owner)
        for number in range(9):
            chip, channel = divmod(number, 8)
            self._channels.append(
                MCP3008(
                    channel=channel, clock_pin=clock, mosi_pin=mosi, miso_pin=miso, select_pin=selects[chip],
                    pin_factory=self.factory,
                )
            )  # fmt: skip
        now_s = self.clock.now()
        values = self._sample()
        # with a magnet in place the rest cannot be measured: then the middle of the range stands in for it
        self._cells = [_Cell(v if abs(v - _MIDDLE) < _ON else _MIDDLE, abs(v - _MIDDLE) >= _ON) for v in values]
        self._first = [Edge(number, cell.felt, now_s) for number, cell in enumerate(self._cells, 1)]
        self._next_s = now_s + SAMPLE_S
        self._judge(values)

    def close(self) -> None:
        """Give the converters back."""
        for channel in self._channels:
            channel.close()
        for pin in self.pins:
            self.book.release(pin)
        self._channels.clear()
        self._cells.clear()
        self.log.set("closed", "", self.clock.now())

    def edges(self) -> list[Edge]:
        """Sample if it is time, and say which cells changed."""
        first, self._first = self._first, []
        now_s = self.clock.now()
        if not self._channels or now_s < self._next_s - 1e-9:
            return first
        self._next_s = now_s + SAMPLE_S
        values = self._sample()
        if not self._judge(values):
            return first
        changed = [(number, cell) for number, cell in enumerate(self._cells, 1) if cell.feed(values[number - 1])]
        return first + [Edge(number, cell.felt, now_s) for number, cell in changed]

    def due_s(self) -> float | None:
        """The next sample."""
        return self._next_s if self._channels else None

    def _sample(self) -> list[float]:
        return [float(channel.value) for channel in self._channels]

    def _judge(self, values: list[float]) -> bool:
        """A converter that is not there reads the same extreme on every channel."""
        answers = not (all(v <= 0.001 for v in values) or all(v >= 0.999 for v in values))
        why = (
            ""
            if answers
            else Reason(
                "converters_silent", "the converters do not answer; check the SPI wires and that SPI is switched on"
            )
        )
        self.log.set("ready" if answers else "lost", why, self.clock.now())
        return answers
