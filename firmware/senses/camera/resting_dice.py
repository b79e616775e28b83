"""What is known to lie in the tray: thrown dice are distinguished from dice that were left there."""

from __future__ import annotations

from collections.abc import Sequence

from tablekeeper.engines.core import Question
from tablekeeper.firmware.senses import arbiter
from tablekeeper.firmware.senses.arbiter import Accepted, Early, Judgement
from tablekeeper.vision.reading import Die, Reading

ANYWHERE = float("inf")


class RestingDice:
    """The dice as they were last seen outside a question; or nobody has seen them, because the roll was entered."""

    def __init__(self, *, unseen: bool) -> None:
        self.dice: tuple[Die, ...] = ()
        self.left = False
        """Whether they stayed while others were taken: then one that lies elsewhere later was knocked, not thrown."""
        self.unseen = unseen
        """Dice may lie there that have answered already: after a roll entered by touch, and when a game is resumed."""

    def judge(self, question: Question | None, reading: Reading) -> Judgement:
        """What a reading means; whatever is seen first after an unseen roll may be that roll, so the table is asked."""
        if self.unseen:
            self.note(reading.dice)
        verdict = arbiter.judge(question, reading, self.dice, ANYWHERE if self.left else arbiter.NEAR)
        if isinstance(verdict, Early) and self._are_left(reading.dice):
            self.narrow(reading.dice)
        elif isinstance(verdict, Accepted | Early):
            self.note(reading.dice)
        return verdict

    def _are_left(self, dice: Sequence[Die]) -> bool:
        """Whether these are what was left of the known dice when others were taken."""
        return len(dice) < len(self.dice) and all(arbiter.lies_among(die, self.dice) for die in dice)

    def note(self, dice: Sequence[Die]) -> None:
        """These dice have been seen lying there: one that has not moved by the next reading was not thrown for it."""
        self.dice, self.left, self.unseen = tuple(dice), False, False

    def narrow(self, dice: Sequence[Die]) -> None:
        """No more than this lies in a still tray: what is gone was taken out, and what comes next was thrown."""
        self.dice = tuple(old for old in self.dice if arbiter.lies_among(old, dice))
        self.left = bool(self.dice)
