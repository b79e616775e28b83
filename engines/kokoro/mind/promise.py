"""What the paths and the empty spaces of a mat promise at one stage of the game.

What a path promises depends on what counts on it, on how its two ends go on, and on how many golden cards are still to
come. The weights were tuned on the shipped mat by the mean score of whoever always takes what promises most.
"""

from __future__ import annotations

from math import exp
from typing import NamedTuple

from tablekeeper.engines.kokoro.edition import GOLDEN_A_ROUND, ROUNDS
from tablekeeper.engines.kokoro.mat import LETTERS
from tablekeeper.engines.kokoro.mind.ends import GUARDIANS, LATER, NEXT, NOW, features_of
from tablekeeper.engines.kokoro.scoring import PENALTY

WAITS = ROUNDS * GOLDEN_A_ROUND - 1
"""Golden cards that are to come after the first one: time is a share of them."""
GOES_ON = (0.0, 1.0, 1.6, 2.32)
"""What an end is worth: shut, or going on into a plain space, one with features, one with a place that scores."""
BOTH_ENDS = 1.86
"""How many times the sum of both a path is worth that goes on at both ends."""

NOW_WEIGHT, NOW_FADES = 2.22, 0.687
"""What a point for the sanctuary of this round is worth at the beginning of the game, and how much less at its end."""
NOW_GROWS = 0.783
"""Features that an end brings to it for each golden card left in the round."""
NOW_DOUBT = 3.93
"""How fast the odds fall with each feature that it still needs."""
LATER_POINT, LATER_EARLY = 0.969, 2.44
"""What a feature is worth for a sanctuary that comes later: at the end of the game, and more at its beginning."""
LATER_GROWS = 5.24
GUARDIAN_GROWS = 4.50
LOOSE_GROWS = 0.240
"""What an end is worth in the whole game for those, and for each feature of a path on which nothing scores."""
EMPTY_FEATURE, EMPTY_GUARDIAN, EMPTY_LATER, EMPTY_NOW = 1.132, 9.63, 22.9, 11.2
"""What is lost by filling a space with a feature or a place that scores, beside what the path then promises."""


class Stage(NamedTuple):
    """How far the game is, for one seat."""

    round: int
    golden: int
    """Golden cards of this round, with the one that is being answered."""
    bar: int
    """The number that was written last: more is needed."""
    known: bool
    """Whether the next sanctuary has been seen."""


class Promise(dict[int, float]):
    """What any path promises at one stage, by what counts on it and how its ends go on; worked out once each."""

    def __init__(self, stage: Stage) -> None:
        super().__init__()
        self.bar = stage.bar
        self.left = GOLDEN_A_ROUND - stage.golden
        self.time = (self.left + GOLDEN_A_ROUND * (ROUNDS - stage.round)) / WAITS
        to_come, cards = ROUNDS - stage.round, len(LETTERS) - stage.round
        self.odds = (to_come - stage.known) / (cards - stage.known) if to_come else 0.0
        """How likely a sanctuary comes later that is not known to be next."""
        self.next = 1.0 if to_come else 0.0
        self.bare = Bare(self)

    def __missing__(self, key: int) -> float:
        one, other = GOES_ON[key & 3], GOES_ON[key >> 2 & 3]
        growth = (one + other) * BOTH_ENDS if one and other else one + other
        worth = self[key] = self._worth(key, growth)
        return worth

    def _worth(self, content: int, growth: float) -> float:
        features, later = features_of(content), self.later(content)
        soon = growth * self.time
        worth = later * ((LATER_POINT + LATER_EARLY * self.time) * features + LATER_GROWS * soon)
        if content & NOW:
            worth += self._now(features, growth)
        if content & GUARDIANS[0]:
            worth += (content >> 4 & 255) + GUARDIAN_GROWS * soon
        if content & GUARDIANS[1]:
            worth += (content >> 12 & 255) + GUARDIAN_GROWS * soon
        return worth if content >= LATER else LOOSE_GROWS * features * soon

    def later(self, content: int) -> float:
        """How many sanctuaries of these may be expected to come later."""
        return self.odds * (content >> 20 & 7) + (self.next if content & NEXT else 0.0)

    def _now(self, features: int, growth: float) -> float:
        reach = growth * self.left
        needed = self.bar + 1 - features
        if needed > 0 and not reach:
            return 0.0
        odds = exp(-needed * NOW_DOUBT / reach) if needed > 0 else 1.0
        weight = NOW_WEIGHT - NOW_FADES * (1 - self.time)
        return weight * odds * (PENALTY + max(features, self.bar + 1) + NOW_GROWS * reach)


class Bare(dict[int, float]):
    """What empty spaces promise, by what is printed there."""

    def __init__(self, promise: Promise) -> None:
        super().__init__()
        self._time, self._later, self._left = promise.time, promise.later, promise.left

    def __missing__(self, content: int) -> float:
        guardians = sum(bool(content & guardian) for guardian in GUARDIANS)
        lasting = EMPTY_FEATURE * features_of(content) + EMPTY_GUARDIAN * guardians + EMPTY_LATER * self._later(content)
        worth = self[content] = lasting * self._time + (EMPTY_NOW if content & NOW and self._left else 0.0)
        return worth
