"""The latest rolls for other programs, laid down by whoever reads dice and taken by a server's thread."""

from __future__ import annotations

from typing import NamedTuple

from tablekeeper.firmware.dice.roll import DiceRoll
from tablekeeper.firmware.web.bell import Bell

KEPT = 200
"""So many rolls wait for a reader who comes back."""


class Sent(NamedTuple):
    """One roll as it goes out."""

    number: int
    line: str


class Rolls:
    """The latest rolls, laid down by the one who reads dice and taken by the server's thread."""

    def __init__(self) -> None:
        self.bell = Bell()
        self._kept: tuple[Sent, ...] = ()

    def add(self, roll: DiceRoll) -> None:
        """One more roll."""
        self.say(roll.number, roll.to_json())

    def say(self, number: int, line: str) -> None:
        """One more roll, as it goes out; one that has the number of the latest puts it right."""
        others = self._kept[:-1] if self._kept and self._kept[-1].number == number else self._kept
        self._kept = (*others[1 - KEPT :], Sent(number, line))
        self.bell.ring()

    def since(self, known: Sent | int | None) -> tuple[Sent, ...]:
        """The rolls after this one, as far as they are kept, and itself if it was put right; None: the latest alone."""
        kept = self._kept
        if known is None:
            return kept[-1:]
        if isinstance(known, int):
            return tuple(roll for roll in kept if roll.number > known)
        return tuple(roll for roll in kept if roll.number >= known.number and roll != known)
