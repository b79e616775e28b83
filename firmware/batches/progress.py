"""How far a run is, and when it may be over, for people who wait."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from tablekeeper.firmware.batches.run import Progress

EVERY_S = 30.0
"""Seconds between two lines, where there is no terminal."""


@contextmanager
def show_progress(title: str, games: int, show: Callable[[str], None]) -> Iterator[Progress]:
    """A bar at a terminal; elsewhere a line now and then."""
    if not sys.stderr.isatty():
        yield Lines(title, games, show)
        return
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, TextColumn, TimeRemainingColumn
    from rich.progress import Progress as Bar

    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Bar(*columns, transient=True, console=Console(stderr=True)) as bar:
        line = bar.add_task(title, total=games)
        yield lambda done: bar.update(line, completed=done)


class Lines:
    """Says now and then how far it is."""

    def __init__(
        self, title: str, games: int, show: Callable[[str], None], clock: Callable[[], float] = time.monotonic
    ) -> None:
        self._title, self._games, self._show, self._clock = title, games, show, clock
        self._began: tuple[float, int] | None = None
        self._said_s = clock()

    def __call__(self, done: int) -> None:
        """So many games have been played."""
        now = self._clock()
        if self._began is None:
            self._began = now, done
        if now - self._said_s < EVERY_S or done >= self._games:
            return
        self._said_s = now
        since_s, before = self._began
        rate = (done - before) / (now - since_s)
        left = f", about {spell_time((self._games - done) / rate)} left" if rate else ""
        self._show(f"{self._title}: {done:,} of {self._games:,} games{left}")


def spell_time(seconds: float) -> str:
    """A time as people say it."""
    if seconds < 90:
        return f"{seconds:.0f} s"
    return f"{seconds / 60:.0f} min" if seconds < 5400 else f"{seconds / 3600:.1f} h"
