"""When to try a broker again: later and later, and not in step with everybody else who lost it."""

from __future__ import annotations

import random

FIRST_PAUSE_S, LONGEST_PAUSE_S = 1.0, 60.0


class Comeback:
    """The pauses between two tries."""

    def __init__(self, luck: random.Random) -> None:
        self.fresh = True
        """Whether nothing has failed since it worked last."""
        self._luck = luck
        self._pause_s, self._next_s = FIRST_PAUSE_S, 0.0

    def is_due(self, now_s: float) -> bool:
        """Whether to try now."""
        return now_s >= self._next_s

    def worked(self) -> None:
        """It is there."""
        self.fresh, self._pause_s = True, FIRST_PAUSE_S

    def failed(self, now_s: float, least_s: float = 0.0) -> None:
        """It is gone."""
        self.fresh = False
        self._next_s = now_s + max(self._pause_s, least_s) * self._luck.uniform(0.8, 1.2)
        self._pause_s = min(2 * self._pause_s, LONGEST_PAUSE_S)
