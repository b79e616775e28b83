"""The list of best solo scores: a pure ranking of finished games."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import NamedTuple

KEPT = 10
"""How many scores a list keeps."""


class Result(NamedTuple):
    """A finished solo game."""

    score: int
    name: str
    day: str
    """When it was played, as in `2026-11-18`, so that equal scores keep their order."""
    game: str = ""
    details: Mapping[str, str] = {}
    """What the game lists a score with, such as the side of the mat."""

    def to_plain(self) -> dict[str, object]:
        """As JSON holds it."""
        return {"score": self.score, "name": self.name, "day": self.day, "game": self.game, **self.details}


def rank_results(results: Iterable[Result]) -> tuple[Result, ...]:
    """The best results first; of equal ones the earlier stays in front."""
    return tuple(sorted(results, key=lambda result: (-result.score, result.day))[:KEPT])
