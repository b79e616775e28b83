"""Serves a device that rings when something happens: at rest it costs nothing."""

from __future__ import annotations

import threading
from abc import ABC, abstractmethod
from collections.abc import Callable
from typing import Protocol

from tablekeeper.firmware.senses.inbox import Ailing, Inbox
from tablekeeper.firmware.senses.reasons import say_reason
from tablekeeper.hardware.clock import Clock
from tablekeeper.hardware.health import Health

LONGEST_WAIT_S = 1.0


class Ringing(Protocol):
    """A device that rings, maybe from another thread."""

    clock: Clock

    @property
    def health(self) -> Health:
        """How it is."""

    @property
    def on_edge(self) -> Callable[[], None] | None:
        """What it calls when there is something to look at."""

    @on_edge.setter
    def on_edge(self, call: Callable[[], None] | None) -> None: ...

    def due_s(self) -> float | None:
        """When to look although nothing rang, or None."""


class EdgeWorker(ABC):
    """A ringing device whose news go to the inbox."""

    def __init__(self, name: str, device: Ringing, inbox: Inbox) -> None:
        self.name, self._device, self.inbox = name, device, inbox
        self._health = ""
        self._rang = threading.Event()
        device.on_edge = self._rang.set

    @abstractmethod
    def report_news(self) -> None:
        """Send what is certain by now; never waits."""

    def step(self) -> None:
        """Wait until something rings, or becomes certain by waiting; then report it."""
        due_s = self._device.due_s()
        wait_s = LONGEST_WAIT_S if due_s is None else due_s - self._device.clock.now()
        self._rang.wait(min(LONGEST_WAIT_S, max(0.0, wait_s)))
        self._rang.clear()
        try:
            self.report()
        except BaseException:
            self._health = ""  # the supervisor reports the loss, so the next health is news again
            raise

    def report_due(self) -> None:
        """Report if something rang or has become certain by waiting; costs nothing while all rests."""
        due_s = self._device.due_s()
        if self._rang.is_set() or (due_s is not None and due_s <= self._device.clock.now()):
            self._rang.clear()
            self.report()

    def report(self) -> None:
        """Report what is certain by now, and the device's health; never waits."""
        self.report_news()
        health = self._device.health
        if health.state != self._health:
            self._health = health.state
            self.inbox.put(Ailing(self.name, health.state, say_reason(health.why)))
