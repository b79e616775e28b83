"""Time as this room sees it: a monotonic clock that a simulation can replace."""

from __future__ import annotations

import time
from typing import Protocol


class Clock(Protocol):
    """The time in seconds since an arbitrary moment, and a way to wait."""

    def now(self) -> float:
        """The moment, in seconds; never goes back."""

    def sleep(self, seconds: float) -> None:
        """Let so much time pass."""


class RealClock:
    """The computer's own monotonic clock."""

    def now(self) -> float:
        """Seconds since some moment before the program started."""
        return time.monotonic()

    def sleep(self, seconds: float) -> None:
        """Wait."""
        time.sleep(max(0.0, seconds))


class FastClock:
    """A clock on which nothing waits: sleeping only moves it on."""

    def __init__(self) -> None:
        self._now_s = 0.0

    def now(self) -> float:
        """Seconds that were slept so far."""
        return self._now_s

    def sleep(self, seconds: float) -> None:
        """Move on by so much."""
        self._now_s += max(0.0, seconds)
