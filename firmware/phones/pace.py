"""How often somebody may ask: a bucket of turns for each, filled slowly."""

from __future__ import annotations

from collections.abc import Callable, Hashable

BURST = 40
"""So many at once: a phone that joins, turns and looks at everything."""
EACH_S = 10.0
"""So many a second after that; nobody taps faster for long."""
MOST_KNOWN = 200


class Pace:
    """Time is handed in; whoever was quiet for longest is forgotten first."""

    def __init__(self, now: Callable[[], float]) -> None:
        self._now = now
        self._left: dict[Hashable, tuple[float, float]] = {}

    def allows(self, who: Hashable) -> bool:
        """Whether it may ask once more; that counts."""
        now_s = self._now()
        left, at_s = self._left.pop(who, (BURST, now_s))
        left = min(BURST, left + (now_s - at_s) * EACH_S)
        self._left[who] = (max(0.0, left - 1), now_s)
        while len(self._left) > MOST_KNOWN:
            del self._left[next(iter(self._left))]
        return left >= 1
