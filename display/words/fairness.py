"""An exact test whether dice are fair; for one evening's rolls it usually has too few of them to say."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from math import exp, lgamma, log

ENOUGH = 60
"""Fewer rolls than this cannot tell a fair die from one that favours a face by half."""
SUSPICIOUS = 0.01


def chance_of_worse(counts: Sequence[int]) -> float:
    """The chance that fair dice show counts that are as unlikely as these, or more (exact multinomial test)."""
    rolls, faces = sum(counts), len(counts)
    here = _log_ways(tuple(sorted(counts, reverse=True)), rolls)
    limit = here + 1e-9
    total = 0.0
    for parts in _partitions(rolls, faces, rolls):
        ways = _log_ways(parts, rolls)
        if ways <= limit:
            total += exp(ways - rolls * log(faces) + _log_orders(parts))
    return min(1.0, total)


def verdict(counts: Sequence[int]) -> str:
    """`few`, `fair` or `odd`."""
    if sum(counts) < ENOUGH:
        return "few"
    return "odd" if _chance(tuple(counts)) < SUSPICIOUS else "fair"


@cache
def _chance(counts: tuple[int, ...]) -> float:
    return chance_of_worse(counts)


def _log_ways(parts: Sequence[int], rolls: int) -> float:
    return lgamma(rolls + 1) - sum(lgamma(part + 1) for part in parts)


def _log_orders(parts: Sequence[int]) -> float:
    """In how many orders these counts can fall on the faces."""
    return lgamma(len(parts) + 1) - sum(lgamma(parts.count(part) + 1) for part in set(parts))


def _partitions(total: int, parts: int, most: int) -> Iterator[tuple[int, ...]]:
    """All ways to write a total as so many falling numbers."""
    if parts == 1:
        if total <= most:
            yield (total,)
        return
    for first in range(min(total, most), -(-total // parts) - 1, -1):
        for rest in _partitions(total - first, parts - 1, first):
            yield (first, *rest)
