"""Supervision: each device's worker runs in its own thread; what it raises is logged and shown, and it is retried."""

from __future__ import annotations

import logging
import threading
from typing import Protocol

from tablekeeper.firmware.senses.inbox import Ailing, Inbox
from tablekeeper.firmware.senses.reasons import say_fault

LOG = logging.getLogger(__name__)
FIRST_PAUSE_S = 0.5
LONGEST_PAUSE_S = 30.0
STOP_S = 2.0


class Worker(Protocol):
    """A device that is served step by step; each step ends within its timeout."""

    def step(self) -> None:
        """Do one thing."""


class Device(Protocol):
    """What a worker serves."""

    def open(self) -> None:
        """Start it."""

    def close(self) -> None:
        """Give it back; also when it never started."""


def reopen(device: Device) -> None:
    """Open a device again, whatever state a fault left it in."""
    device.close()
    device.open()


class Supervisor:
    """Keeps workers alive. The loop never waits for them; they never end it."""

    def __init__(self, inbox: Inbox, first_pause_s: float = FIRST_PAUSE_S) -> None:
        self.inbox = inbox
        self.first_pause_s = first_pause_s
        self._stop = threading.Event()
        self._threads: list[threading.Thread] = []

    def start(self, name: str, worker: Worker, device: Device, *, is_open: bool = True) -> None:
        """Serve a worker from now on; after a fault its device is opened again before it is tried once more."""
        thread = threading.Thread(target=self._serve, args=(name, worker, device, is_open), name=name, daemon=True)
        self._threads.append(thread)
        thread.start()

    def stop(self) -> list[str]:
        """Ask all workers to end and wait a little; the names of those that did not."""
        self._stop.set()
        for thread in self._threads:
            thread.join(STOP_S / max(1, len(self._threads)))
        return [thread.name for thread in self._threads if thread.is_alive()]

    def _serve(self, name: str, worker: Worker, device: Device, is_open: bool) -> None:
        pause_s = self.first_pause_s
        while not self._stop.is_set():
            try:
                if not is_open:
                    reopen(device)
                    is_open = True
                worker.step()
                pause_s = self.first_pause_s
            except Exception as fault:
                LOG.exception("the %s stopped; trying again in %.1f s", name, pause_s)
                is_open = False
                self.inbox.put(Ailing(name, "lost", say_fault("worker_stopped", fault)))
                if self._stop.wait(pause_s):
                    return
                pause_s = min(2 * pause_s, LONGEST_PAUSE_S)
