"""Turns a chattering contact into settled values. Pure: time comes in with every edge."""

from __future__ import annotations

from collections import deque

QUIET_S = 0.020
NOISY_EDGES = 40
NOISY_WINDOW_S = 1.0


class Debounce:
    """One line. A new value counts once the line has been quiet for a while; a line that never rests is noisy."""

    def __init__(self, value: bool, at_s: float, quiet_s: float = QUIET_S) -> None:
        self.settled = value
        self.quiet_s = quiet_s
        self._level = value
        self.since_s = at_s - quiet_s
        self._edges: deque[float] = deque(maxlen=NOISY_EDGES)

    def feed(self, level: bool, at_s: float) -> None:
        """An edge, or a sampled level."""
        if level != self._level:
            self._level, self.since_s = level, at_s
            self._edges.append(at_s)

    def value(self, at_s: float) -> bool | None:
        """The settled value, or None while the line is noisy."""
        if at_s - self.since_s >= self.quiet_s - 1e-9:
            self.settled = self._level
        return None if self.noisy(at_s) else self.settled

    def noisy(self, at_s: float) -> bool:
        """Whether so many edges came within a second that no magnet can have made them."""
        return len(self._edges) == NOISY_EDGES and at_s - self._edges[0] < NOISY_WINDOW_S - 1e-9

    def due_s(self, at_s: float) -> float | None:
        """When the value may change without another edge, or None."""
        if self.noisy(at_s):
            return self._edges[0] + NOISY_WINDOW_S
        return self.since_s + self.quiet_s if self._level != self.settled else None
