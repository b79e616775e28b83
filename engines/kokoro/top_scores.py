"""The list of best solo scores: a pure ranking of finished games; who keeps the list writes it down."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

KEPT = 10
"""How many scores a list keeps."""


class Result(NamedTuple):
    """A finished solo game."""

    score: int
    name: str
    day: str
    """When it was played, as in `2026-11-18`, so that equal scores keep their order."""
    side: str = "blue"
    decree: str = ""


class Placed(NamedTuple):
    """A list with a new result in it."""

    results: tuple[Result, ...]
    rank: int | None
    """The place of the new result from 1 on, or None where it did not get into the list."""


def rank_results(results: Iterable[Result], keep: int = KEPT) -> tuple[Result, ...]:
    """The best results first; of equal ones the earlier stays in front."""
    return tuple(sorted(results, key=lambda result: (-result.score, result.day))[:keep])


def enter_result(results: Sequence[Result], new: Result, keep: int = KEPT) -> Placed:
    """A list that was ranked before, with one game more."""
    before = rank_results(results, keep)
    at = sum(result.score >= new.score for result in before)
    if at >= keep:
        return Placed(before, None)
    return Placed((*before[:at], new, *before[at:])[:keep], at + 1)
