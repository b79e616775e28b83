"""Simulated people: they throw what is asked for, slide cocoons, decide as bots do, and mend what the reader doubts.

They act on the simulated table as people act on a real one: dice go through the tower, cocoons slide over sensors, the
knob turns at its pins. They know what they threw, and that is how misreads are counted; nothing of it reaches the game
but through the reader.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

from tablekeeper.display import intents
from tablekeeper.display.pages import DoubtPage
from tablekeeper.engines.core import CHANCE, Answer, Question, Roll
from tablekeeper.engines.core.bots.playout import Bot
from tablekeeper.firmware.program.loop import Loop
from tablekeeper.firmware.senses import arbiter
from tablekeeper.firmware.simulated.known_tray import die_of
from tablekeeper.hardware.mock.simulated_table import SimulatedTable

PATIENCE_S = 12.0
"""How long they wait for the companion before they enter a roll by touch."""
PAUSE_S = 0.5
"""Between seeing a question and pressing: the knob is deaf for a moment after each answer."""
FAR = 12
"""Clicks of the knob beyond which people would rather touch."""


@dataclass
class Tally:
    """What happened between the table and the game."""

    rolls: int = 0
    dice: int = 0
    silent_misreads: int = 0
    asked: int = 0
    told_by_touch: int = 0
    slides: int = 0
    pressed: int = 0
    touched: int = 0
    misread: list[str] = field(default_factory=list)


class People:
    """Everybody at a simulated table."""

    def __init__(
        self,
        loop: Loop,
        table: SimulatedTable,
        want: Callable[[intents.Intent], None],
        *,
        luck: random.Random,
        bots: Mapping[int, Bot],
        find: Callable[[str], int | None] = lambda text: None,
    ) -> None:
        self.loop = loop
        self.table = table
        self.want = want
        self.luck = luck
        self.bots = bots
        self.find = find
        """How many clicks of the knob it takes to reach an answer on the screen, or None."""
        self.tally = Tally()
        self._thrown: tuple[tuple[str, int], ...] = ()
        self._thrown_for = -1
        self._free_at_s = 0.0
        self._decided: tuple[int, Answer] | None = None
        self._patient_until_s = 0.0

    def throw_if_asked(self) -> None:
        """Only throw dice when they are asked for; everything else is left to others."""
        self._check_roll()
        question = self.loop.question
        free = self._now() >= self._free_at_s and self.loop.sheet is None
        if free and question is not None and arbiter.is_roll(question):
            self._roll(question)

    def act(self) -> None:
        """Do what a person would do next, if anything; hands take their time."""
        self._check_roll()
        if self._now() < self._free_at_s:
            return
        question = self.loop.question
        if isinstance(self.loop.sheet, DoubtPage):
            self._mend()
        elif question is None:
            return
        elif arbiter.is_roll(question):
            self._roll(question)
        elif question.asked != CHANCE or self.loop.bots.observed(question):
            self._decide(question)

    def _now(self) -> float:
        return self.table.clock.now()

    def _decide(self, question: Question) -> None:
        place = len(self.loop.session.history.played)
        if self._decided is None or self._decided[0] != place:
            self._decided = (place, self._choose(question))
            self._free_at_s = self._now() + PAUSE_S
            self._patient_until_s = self._now() + PATIENCE_S
            return
        answer, slides = self._decided[1], self.loop.session.game.slides
        slid_from = slides.slid_from(answer) if slides is not None and self.table.box is not None else None
        if slid_from is not None:
            self._slide(answer, slid_from + arbiter.FIRST_CELL)
        else:
            self._press(answer)

    def _choose(self, question: Question) -> Answer:
        slides = self.loop.session.game.slides
        if slides is not None and question.kind == slides.start:
            laid = arbiter.gap_at(slides, question, self.table.cocoons.hole)
            if laid is not None:
                return laid
        rules, state = self.loop.session.game.rules, self.loop.session.history.state
        bot = self.bots[question.speaker]
        return bot(rules, state, question, self.luck)

    def _press(self, answer: Answer) -> None:
        """Reach the answer with the knob where it is near, else touch it."""
        clicks = self.find(answer.spell())
        if clicks is None or abs(clicks) > FAR or self._now() > self._patient_until_s:
            self.tally.touched += 1
            self.want(intents.Answered(answer.spell()))
            self._decided = None
        elif clicks:
            self._free_at_s = self.table.hands.turn(clicks) + 0.1
        else:
            self.tally.pressed += 1
            self._free_at_s = self.table.hands.press("knob") + 0.2

    def _slide(self, answer: Answer, cell: int) -> None:
        if cell == self.table.cocoons.hole:
            if self._now() > self._patient_until_s:
                self.tally.told_by_touch += 1
                self.want(intents.Answered(answer.spell()))
                self._free_at_s = self._now() + 1.0
            return
        self.tally.slides += 1
        self._free_at_s = self.table.hands.slide(cell)
        self._patient_until_s = self._free_at_s + PATIENCE_S

    def _roll(self, question: Question) -> None:
        place = len(self.loop.session.history.played)
        tray = self.table.tray
        if place == self._thrown_for:
            if self._now() > max(tray.settles_s, self._free_at_s) + PATIENCE_S:
                self.tally.told_by_touch += 1
                self.want(intents.Answered(Roll(self._truth(question)).spell()))
                self._free_at_s = self._now() + 1.0
            return
        if tray.dice:
            self._free_at_s = tray.take_out()
            return
        dice = [(colour, self.luck.randint(1, 6)) for colour, count in question.about["dice"] for _ in range(count)]
        tray.throw([die_of(colour, value) for colour, value in dice])
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
            self.want(intents.Back())
            return
        self.tally.asked += 1
        claimed = self.loop.claim.values
        self.want(intents.FixReading(-1, Roll(nearest(self._truth(question), claimed, question)).spell()))

    def _check_roll(self) -> None:
        """Compare what the game took with what lies in the tray, once for each roll."""
        played = self.loop.session.history.played
        at = self._thrown_for
        if not 0 <= at < len(played) or not self._thrown:
            return
        answer = played[at].answer
        if isinstance(answer, Roll):
            taken = Counter(zip((colour for colour, _ in self._thrown), answer.values, strict=True))
            wrong = sum((Counter(self._thrown) - taken).values())
            if wrong:
                self.tally.silent_misreads += wrong
                self.tally.misread.append(f"answer {at}: threw {self._thrown}, the game took {answer.spell()}")
        self._thrown = ()


def nearest(truth: Sequence[int], claimed: Sequence[int], question: Question) -> tuple[int, ...]:
    """The truth in the order of the claim, within each colour, so that a right claim is confirmed and not changed."""
    values: list[int] = []
    start = 0
    for _, count in question.about["dice"]:
        left = list(truth[start : start + count])
        said = list(claimed[start : start + count]) or left.copy()
        row: list[int | None] = [None] * count
        for i, value in enumerate(said):
            if value in left:
                row[i] = value
                left.remove(value)
        values.extend(left.pop(0) if value is None else value for value in row)
        start += count
    return tuple(values)
