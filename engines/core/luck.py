"""Where random numbers come from: engines are handed them, they never make any."""

from __future__ import annotations

from typing import Protocol


class Luck(Protocol):
    """What the engines need of a random generator; random.Random fits."""

    def random(self) -> float:
        """A number from 0 up to 1."""
        ...
