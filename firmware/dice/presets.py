"""What somebody rolls again and again: two dice, five dice, a red and a white one, or dice of which some stay lying."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace

from tablekeeper.firmware.senses.arbiter import lies_among
from tablekeeper.vision.reading import NOT_AS_EXPECTED, Die, Doubt, Reading, conclude

STAYED = 0.2
"""Within so many of its sizes a die has not moved. One that is thrown onto the place of another lies that near about
once in a thousand throws, and is kept only if it also shows the same value or is in doubt."""


@dataclass(frozen=True)
class Preset:
    """What is rolled; it may make a roll unsure, and never changes a value that is read surely."""

    name: str
    expect: Mapping[str, int] = field(default_factory=dict)
    """Which dice, by colour; empty: of any colour."""
    count: int = 0
    """How many dice of any colour; 0: any number."""
    keeps: bool = False
    """Whether dice that stay lying keep the value that they had, and were not thrown."""

    def fit(self, reading: Reading, resting: Sequence[Die]) -> tuple[Reading, frozenset[int]]:
        """What a reading means, and the places in it of the dice that stayed; `resting` is what lay there before."""
        if not self.keeps:
            return self._count(reading), frozenset()
        lain = {place: found for place, die in enumerate(reading.dice) if (found := find_same(die, resting))}
        dice = tuple(
            replace(die, value=lain[place].value, doubt=None) if place in lain else die
            for place, die in enumerate(reading.dice)
        )
        kept = [reading.dice[place].box for place in lain]
        doubts = tuple(doubt for doubt in reading.doubts if doubt.box is None or doubt.box not in kept)
        own = [die.box for die in dice if die.doubt]  # conclude adds those of the dice itself
        return conclude(dice, tuple(doubt for doubt in doubts if doubt.box not in own)), frozenset(lain)

    def _count(self, reading: Reading) -> Reading:
        if not self.count or len(reading.dice) in (0, self.count):
            return reading
        return replace(
            reading, sure=False, why=reading.why or NOT_AS_EXPECTED, doubts=(*reading.doubts, Doubt(NOT_AS_EXPECTED))
        )


def find_same(die: Die, resting: Iterable[Die]) -> Die | None:
    """The die that lay at this place and stayed: a sure reading of another value says that it was thrown."""
    for other in resting:
        if (die.doubt or die.value == other.value) and lies_among(replace(die, value=other.value), (other,), STAYED):
            return other
    return None


ANY = Preset("any")
KEEP = Preset("keep", keeps=True)
PRESETS = (ANY, Preset("two", count=2), Preset("five", count=5), Preset("red_white", {"red": 1, "white": 1}), KEEP)
"""In the order in which the page offers them; the first is none at all."""


def find_preset(name: str) -> Preset:
    """The preset of this name."""
    return next(preset for preset in PRESETS if preset.name == name)
