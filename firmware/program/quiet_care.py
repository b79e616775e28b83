"""Looks after the journal while nobody waits: when a game has ended, and twice a day at a table that stays on."""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence

from tablekeeper.firmware.journal.care.evening_care import Notice
from tablekeeper.firmware.senses.inbox import Ailing, Inbox

PAUSE_S = 12 * 3600.0
Work = Callable[[], Sequence[Notice]]


def start_thread(work: Callable[[], None]) -> threading.Thread:
    """Let it run beside the loop."""
    thread = threading.Thread(target=work, name="care", daemon=True)
    thread.start()
    return thread


class QuietCare:
    """Does its work beside the loop, one at a time; what is not well goes to the inbox."""

    def __init__(
        self, work: Work, inbox: Inbox, now_s: float,
        start: Callable[[Callable[[], None]], threading.Thread] = start_thread,
    ) -> None:  # fmt: skip
        self._work, self._inbox, self._start = work, inbox, start
        self._last_s = now_s
        """When it was done; the journal was checked when it was opened."""
        self._was_over = False
        self._running: threading.Thread | None = None

    def step(self, now_s: float, *, playing: bool, over: bool) -> None:
        """Begin, if it is time: `playing` is whether a game lies on the table, `over` whether that game has ended."""
        ended, self._was_over = over and not self._was_over, over
        due = ended or (now_s - self._last_s >= PAUSE_S and (over or not playing))
        if due and (self._running is None or not self._running.is_alive()):
            self._last_s = now_s
            self._running = self._start(self._do)

    def finish(self) -> Sequence[Notice]:
        """Wait for what is being done, and do it a last time."""
        if self._running is not None:
            self._running.join()
        return self._work()

    def _do(self) -> None:
        for notice in self._work():
            if notice.state != "off":
                self._inbox.put(Ailing(notice.name, notice.state, notice.why))
