"""One roll as other programs get it."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace

from tablekeeper.engines.core.toml_text import Tree
from tablekeeper.vision.picture import Picture
from tablekeeper.vision.reading import Die, Reading, conclude


@dataclass(frozen=True)
class DiceRoll:
    """Dice that came to rest, and whether the reader is sure of them."""

    number: int
    """Counted from 1."""
    at: float
    """Seconds: Unix time from a camera, since the beginning in a video. In a folder the picture's number, from 0."""
    reading: Reading
    picture: Picture | None = None
    kept: frozenset[int] = frozenset()
    """The places, among its dice, of those that stayed lying and keep their value."""

    @property
    def dice(self) -> tuple[Die, ...]:
        """The dice that lie there, those that stayed from the roll before among them."""
        return self.reading.dice

    @property
    def sure(self) -> bool:
        """Whether the values may be believed."""
        return self.reading.sure

    @property
    def why(self) -> str | None:
        """Why not, if they may not."""
        return self.reading.why

    @property
    def sum(self) -> int:
        """All values together."""
        return sum(die.value for die in self.dice)

    @property
    def sums(self) -> dict[str, int]:
        """The values of each colour together."""
        counts: Counter[str] = Counter()
        for die in self.dice:
            counts[die.body] += die.value
        return dict(counts)

    def confirmed(self, values: Sequence[int]) -> DiceRoll:
        """The same roll as people say that it fell: it may be believed."""
        dice = (replace(die, value=value, doubt=None) for die, value in zip(self.dice, values, strict=True))
        return replace(self, reading=conclude(tuple(dice), ()))

    def to_plain(self) -> Tree:
        """The fields that `tablekeeper dice --json` promises."""
        dice = [
            {"value": die.value, "body": die.body, "confidence": die.confidence, **({"kept": True} if kept else {})}
            for die, kept in ((die, place in self.kept) for place, die in enumerate(self.dice))
        ]
        return {
            "roll": self.number,
            "at": round(self.at, 3),
            "sure": self.sure,
            "why": self.why,
            "dice": dice,
            "sum": self.sum,
        }

    def to_json(self) -> str:
        """One line."""
        return json.dumps(self.to_plain(), ensure_ascii=False)

    def spell(self) -> str:
        """One line for people."""
        dice = ", ".join(f"{die.body} {die.value}" for die in self.dice) or "no dice"
        doubt = "" if self.sure else f" (not sure: {self.why})"
        return f"{self.number}: {dice} = {self.sum}{doubt}"
