"""Exact binomial confidence intervals, for honest accuracy figures."""

import math
from collections.abc import Callable


def clopper_pearson(events: int, trials: int, confidence: float = 0.95) -> tuple[float, float]:
    """The exact two-sided interval for the chance of an event seen `events` times in `trials`."""
    if trials <= 0:
        return 0.0, 1.0
    tail = (1 - confidence) / 2
    low = 0.0 if events == 0 else _solve(lambda p: 1 - _at_most(events - 1, trials, p), tail)
    high = 1.0 if events == trials else _solve(lambda p: 1 - _at_most(events, trials, p), 1 - tail)
    return low, high


def _at_most(events: int, trials: int, chance: float) -> float:
    """The chance of at most so many events."""
    if chance <= 0 or events >= trials:
        return 1.0
    if chance >= 1:
        return 0.0
    total = 0.0
    for k in range(events + 1):
        log = math.lgamma(trials + 1) - math.lgamma(k + 1) - math.lgamma(trials - k + 1)
        total += math.exp(log + k * math.log(chance) + (trials - k) * math.log1p(-chance))
    return min(total, 1.0)


def _solve(rising: Callable[[float], float], wanted: float) -> float:
    """Where a function that rises from 0 to 1 reaches a value, by halving."""
    low, high = 0.0, 1.0
    for _ in range(60):
        middle = (low + high) / 2
        if rising(middle) < wanted:
            low = middle
        else:
            high = middle
    return (low + high) / 2
