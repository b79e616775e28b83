"""What a stated confidence is worth: risk against coverage, how often it holds, and a bound on silent errors."""

from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import pairwise
from typing import Any

from tablekeeper.vision.measure.intervals import clopper_pearson
from tablekeeper.vision.reading import Die, Reading

Judged = tuple[Reading, tuple[int, ...]]  # what was read, and the true values in rising order

Measured = dict[str, Any]
"""Measured figures by name, as `--json` prints them."""
COVERAGES = (0.25, 0.5, 0.75, 0.9, 1.0)
BINS = (0.0, 0.5, 0.6, 0.7, 0.8, 0.85, 0.9, 0.95, 1.0)
ONE_SIDED = 0.9  # the two-sided level whose upper end is the one-sided 95 % bound


def confidence_of(reading: Reading) -> float:
    """How sure a whole reading is: as its weakest die, and less than any sure one where something is doubted."""
    weakest = min((die.confidence for die in reading.dice), default=1.0)
    return weakest if reading.sure else weakest - 1.0


def risk_coverage(judged: Iterable[Judged]) -> list[Measured]:
    """Wrong pictures among the most confident ones, for growing shares of them, and at the shipped threshold."""
    ranked = sorted(judged, key=lambda one: -confidence_of(one[0]))
    wrong = [reading.values != truth for reading, truth in ranked]
    sure = sum(reading.sure for reading, _ in ranked)
    points = [("shipped", sure), *((f"{100 * share:.0f} %", round(share * len(ranked))) for share in COVERAGES)]
    return [_point(name, wrong[:count], len(ranked)) for name, count in sorted(points, key=lambda point: point[1])]


def _point(name: str, wrong: Sequence[bool], pictures: int) -> Measured:
    return {
        "at": name,
        "coverage": len(wrong) / pictures if pictures else 0.0,
        "wrong": sum(wrong),
        "of": len(wrong),
        "risk": sum(wrong) / len(wrong) if wrong else 0.0,
    }


def reliability(judged: Iterable[Judged]) -> list[Measured]:
    """How many dice are right of those that were read with about the same confidence."""
    dice = [one for reading, truth in judged for one in _right_dice(reading, truth)]
    rows = []
    for low, high in pairwise(BINS):
        here = [(said, right) for said, right in dice if low <= said < high or said == high == 1.0]
        if here:
            right = sum(right for _, right in here)
            rows.append(
                {
                    "from": low,
                    "to": high,
                    "dice": len(here),
                    "said": sum(said for said, _ in here) / len(here),
                    "right": right / len(here),
                    "least": clopper_pearson(right, len(here))[0],
                }
            )
    return rows


def _right_dice(reading: Reading, truth: tuple[int, ...]) -> list[tuple[float, bool]]:
    """Each die's confidence and whether it is right; of too many dice of a value the least confident are wrong."""
    left = Counter(truth)
    found: list[tuple[float, bool]] = []
    for die in sorted(reading.dice, key=_by_confidence):
        right = left[die.value] > 0
        left[die.value] -= right
        found.append((die.confidence, right))
    return found


def _by_confidence(die: Die) -> float:
    return -die.confidence


def miscalibration(rows: Iterable[Measured]) -> float:
    """The mean gap between what was said and what held, by dice."""
    kept = list(rows)
    dice = sum(row["dice"] for row in kept)
    return sum(row["dice"] * abs(row["said"] - row["right"]) for row in kept) / dice if dice else 0.0


def bound(silent_dice: int, sure_dice: int) -> Measured:
    """How many of the dice in sure readings may be wrong: the upper 95 % bound."""
    return {"count": silent_dice, "of": sure_dice, "at_most": clopper_pearson(silent_dice, sure_dice, ONE_SIDED)[1]}


def spell_confidence(figures: Measured) -> list[str]:
    """The curve, the table and the bounds as lines for people."""
    curve = "; ".join(
        f"{point['at']}{' (' + format(100 * point['coverage'], '.1f') + ' %)' if point['at'] == 'shipped' else ''}: "
        f"{point['wrong']} of {point['of']} wrong ({100 * point['risk']:.2f} %)"
        for point in figures["risk_coverage"]
    )
    lines = [f"risk at coverage, most confident pictures first: {curve}"]
    lines += [
        f"confidence {row['from']:.2f} to {row['to']:.2f}: {row['dice']} dice, said {100 * row['said']:.1f} %, "
        f"right {100 * row['right']:.1f} % (at least {100 * row['least']:.1f})"
        for row in figures["reliability"]
    ]
    return [*lines, f"mean gap between what is said and what holds: {100 * figures['miscalibration']:.1f} %"]
