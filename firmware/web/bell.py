"""News from one thread for streams in others: nobody waits for anybody."""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import Protocol

Wake = Callable[[], None]


class Source(Protocol):
    """Something that has news from time to time."""

    def listen(self, wake: Wake) -> None:
        """Call this at each piece of news, from whichever thread it comes."""

    def leave(self, wake: Wake) -> None:
        """Call it no more."""


class Bell:
    """Rung by one thread, heard by streams in others."""

    def __init__(self) -> None:
        self._wakers: set[Wake] = set()
        self._lock = threading.Lock()

    def __len__(self) -> int:
        return len(self._wakers)

    def listen(self, wake: Wake) -> None:
        """Call this at each piece of news, from whichever thread it comes."""
        with self._lock:
            self._wakers.add(wake)

    def leave(self, wake: Wake) -> None:
        """Call it no more."""
        with self._lock:
            self._wakers.discard(wake)

    def ring(self) -> None:
        """There is news."""
        with self._lock:
            wakers = tuple(self._wakers)
        for wake in wakers:
            wake()
