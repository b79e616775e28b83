"""Cards for the whole team: how many each player draws, or gives up."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

from tablekeeper.engines.chocobo.answers import Share


@cache
def shares(total: int, most: tuple[int, ...]) -> tuple[Share, ...]:
    """Every way to split so many cards among the seats, none beyond what it may take."""
    return tuple(map(Share, _split(total, most)))


def _split(total: int, most: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
    if not most:
        if not total:
            yield ()
        return
    for first in range(min(total, most[0]), -1, -1):
        for rest in _split(total - first, most[1:]):
            yield (first, *rest)
