"""One thing that is wrong with a circuit."""

from __future__ import annotations

from typing import NamedTuple


class Fault(NamedTuple):
    """Which rule, where, and what was found and would be right."""

    rule: str
    where: str
    words: str

    def spell(self) -> str:
        """One sentence."""
        return f"{self.where}: {self.words} ({self.rule})"
