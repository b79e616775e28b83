"""Simulated people: they throw what is asked for, decide as bots do, and mend what the reader doubts.

They act on the simulated table as people act on a real one: dice go through the tower, decisions through a wish. They
know what they threw, and that is how misreads are counted; nothing of it reaches the game but through the reader.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

from display import wishes as w
from display.pages import DoubtPage
from engines.core import CHANCE, Question, Roll
from engines.core.playout import Bot
from firmware import arbiter
from firmware.loop import Loop
from firmware.tray import die_of
from hardware.mock.simulated_tray import SimulatedTray

PATIENCE_S = 12.0
"""How long they wait for the companion before they tell a roll by touch."""


@dataclass
class Tally:
    """What happened between tray and game."""

    rolls: int = 0
    dice: int = 0
    silent_misreads: int = 0
    asked: int = 0
    told_by_touch: int = 0
    misread: list[str] = field(default_factory=list)


class People:
    """Everybody at a simulated table."""

    def __init__(
        self,
        loop: Loop,
        tray: SimulatedTray,
        want: Callable[[w.Wish], None],
        *,
        luck: random.Random,
        bots: Mapping[int, Bot],
        now: Callable[[], float],
    ) -> None:
        self.loop = loop
        self.tray = tray
        self.want = want
        self.luck = luck
        self.bots = bots
        self.now = now
        self.tally = Tally()
        self._thrown: tuple[tuple[str, int], ...] = ()
        self._thrown_for = -1
        self._free_at_s = 0.0

    def throw_if_asked(self) -> None:
        """Only throw dice when they are asked for; everything else is left to others."""
        self._check_roll()
        question = self.loop.question
        if (
            self.now() >= self._free_at_s
            and self.loop.sheet is None
            and question is not None
            and arbiter.is_roll(question)
        ):
            self._roll(question)

    def act(self) -> None:
        """Do what a person would do next, if anything; hands take their time."""
        self._check_roll()
        if self.now() < self._free_at_s:
            return
        question = self.loop.question
        if isinstance(self.loop.sheet, DoubtPage):
            self._mend()
        elif question is None:
            return
        elif arbiter.is_roll(question):
            self._roll(question)
        elif question.asked != CHANCE:
            rules, state = self.loop.session.game.rules, self.loop.session.history.state
            self.want(w.Answered(self.bots[question.asked](rules, state, question, self.luck).spell()))

    def _roll(self, question: Question) -> None:
        place = len(self.loop.session.history.played)
        if place == self._thrown_for:
            if self.now() > max(self.tray.settles_s, self._free_at_s) + PATIENCE_S:
                self.tally.told_by_touch += 1
                self.want(w.Answered(Roll(self._truth(question)).spell()))
                self._free_at_s = self.now() + 1.0
            return
        if self.tray.dice:
            self._free_at_s = self.tray.take_out()
            return
        dice = [(colour, self.luck.randint(1, 6)) for colour, count in question.about["dice"] for _ in range(count)]
        self.tray.throw([die_of(colour, value) for colour, value in dice])
        self._thrown, self._thrown_for = tuple(dice), place
        self.tally.rolls += 1
        self.tally.dice += len(dice)

    def _truth(self, question: Question) -> tuple[int, ...]:
        order = [colour for colour, _ in question.about["dice"]]
        return tuple(value for _, value in sorted(self._thrown, key=lambda die: order.index(die[0])))

    def _mend(self) -> None:
        """Look at the tray, say what lies there: dice of one colour are interchangeable."""
        question = self.loop.question
        if question is None or not arbiter.is_roll(question):
            self.want(w.Back())
            return
        self.tally.asked += 1
        self.want(w.FixReading(-1, Roll(_nearest(self._truth(question), self._claimed(), question)).spell()))

    def _claimed(self) -> tuple[int, ...]:
        return tuple(die.value for die in self.loop.claim)

    def _check_roll(self) -> None:
        """Compare what the game took with what lies in the tray, once for each roll."""
        played = self.loop.session.history.played
        at = self._thrown_for
        if not 0 <= at < len(played) or not self._thrown:
            return
        answer = played[at].answer
        thrown = Counter(value for _, value in self._thrown)
        if isinstance(answer, Roll) and (Counter(answer.values) != thrown or not self._colours_fit(answer, at)):
            self.tally.silent_misreads += sum((thrown - Counter(answer.values)).values()) or 1
            self.tally.misread.append(f"answer {at}: threw {self._thrown}, the game took {answer.spell()}")
        self._thrown = ()

    def _colours_fit(self, answer: Roll, at: int) -> bool:
        order = [colour for colour, _ in self._thrown]
        by_colour: dict[str, list[int]] = {}
        for colour, value in zip(order, answer.values, strict=True):
            by_colour.setdefault(colour, []).append(value)
        return all(
            sorted(values) == sorted(value for body, value in self._thrown if body == colour)
            for colour, values in by_colour.items()
        )


def _nearest(truth: Sequence[int], claimed: Sequence[int], question: Question) -> tuple[int, ...]:
    """The truth in the order of the claim, within each colour, so that a right claim is confirmed and not changed."""
    told: list[int] = []
    start = 0
    for _, count in question.about["dice"]:
        left = list(truth[start : start + count])
        said = list(claimed[start : start + count]) or left.copy()
        row: list[int | None] = [None] * count
        for i, value in enumerate(said):
            if value in left:
                row[i] = value
                left.remove(value)
        told.extend(left.pop(0) if value is None else value for value in row)
        start += count
    return tuple(told)
