"""The simulated table's time, and the list of what will happen at which moment.

In fast time nothing waits: sleeping moves the clock from one event to the next. In live time the events happen when
somebody looks at the table or sleeps on this clock. Either way they run in the thread that asked, and see their own
moment as `now`.
"""

from __future__ import annotations

import heapq
import itertools
import time
from collections.abc import Callable


class TableClock:
    """A clock with an agenda."""

    def __init__(self, *, live: bool = False) -> None:
        self.live = live
        self._zero_s = time.monotonic() if live else 0.0
        self._now_s = 0.0
        self._agenda: list[tuple[float, int, Callable[[], None]]] = []
        self._count = itertools.count()
        self._running = False

    def now(self) -> float:
        """Seconds since the table was set up."""
        if self.live and not self._running:
            return max(self._now_s, time.monotonic() - self._zero_s)
        return self._now_s

    def at(self, moment_s: float, happens: Callable[[], None]) -> None:
        """Let something happen at a moment (at once if that has passed, when the table is next looked at)."""
        heapq.heappush(self._agenda, (moment_s, next(self._count), happens))

    def after(self, delay_s: float, happens: Callable[[], None]) -> None:
        """Let something happen after a while."""
        self.at(self.now() + delay_s, happens)

    @property
    def next_s(self) -> float | None:
        """When the next thing happens."""
        return self._agenda[0][0] if self._agenda else None

    def run_due(self) -> None:
        """Let everything happen whose moment has come."""
        self._run_until(self.now())

    def sleep(self, seconds: float) -> None:
        """Let time pass, and everything happen that falls into it."""
        until_s = self.now() + max(0.0, seconds)
        if self.live:
            while (next_s := self.next_s) is not None and next_s < until_s:
                time.sleep(max(0.0, next_s - self.now()))
                self._run_until(next_s)
            time.sleep(max(0.0, until_s - self.now()))
        self._run_until(until_s)

    def _run_until(self, until_s: float) -> None:
        if self._running:  # an event that looks at the table, or sleeps, happens in no time
            return
        self._running = True
        try:
            while self._agenda and self._agenda[0][0] <= until_s:
                moment_s, _, happens = heapq.heappop(self._agenda)
                self._now_s = max(self._now_s, moment_s)
                happens()
            self._now_s = max(self._now_s, until_s)
        finally:
            self._running = False
