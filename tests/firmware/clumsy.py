"""Simulated people to whom things happen: they roll too early, leave dice behind, slide strays, mistype, go back.

What they meant is written down beside what the game took, so that a silently wrong value is found whatever its way.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from tablekeeper.display import intents
from tablekeeper.display.pages import DoubtPage
from tablekeeper.engines.core import CHANCE, Question, Roll
from tablekeeper.engines.core.record.history import Played
from tablekeeper.firmware.senses import arbiter
from tablekeeper.firmware.simulated.known_tray import die_of
from tablekeeper.firmware.simulated.people import PATIENCE_S, PAUSE_S, People, nearest
from tablekeeper.hardware.mock.simulated_tray import GRAB_S, REACH_S
from tablekeeper.hardware.mock.truth import wall_gap_mm
from tablekeeper.hardware.sliding_box.slides import neighbours

GLANCE_S = 3.0
"""How long people look at dice on edge, or at a box that differs, before they set it right."""
LATE_S = (30.0, 70.0)
BACK = 6
"""How many answers a rewind goes back at most."""
MISHAPS = (
    "die_left", "early_roll", "late_roll", "double_roll", "stray_slide", "wrong_touch", "take_back", "rewind",
    "curious",
)  # fmt: skip


class Meant(NamedTuple):
    """What an answer should be: a spelled answer; of a roll the values as they lay, with their colours."""

    text: str
    colours: tuple[str, ...] = ()

    def fits(self, answer: Any) -> bool:
        """Whether the answer says so; dice of one colour are interchangeable."""
        if isinstance(answer, Roll) and len(answer.values) == len(self.colours):
            return spell_sorted(self.colours, answer.values) == self.text
        return bool(answer.spell() == self.text)


def spell_sorted(colours: Sequence[str], values: Sequence[int]) -> str:
    """A roll whose dice of one colour stand in order."""
    order = list(dict.fromkeys(colours))
    dice = sorted(zip(colours, values, strict=True), key=lambda die: (order.index(die[0]), die[1]))
    return Roll(tuple(value for _, value in dice)).spell()


class Clumsy(People):
    """People with a plan of mishaps: each happens once, as soon as it can after so many answers."""

    def __init__(
        self, *words: Any, plan: Sequence[tuple[int, str]], strike: Callable[[str], None], **named: Any
    ) -> None:
        super().__init__(*words, **named)
        self.plan = list(plan)
        self.strike = strike
        self.meant: dict[int, Meant] = {}
        self.wrong: list[str] = []
        """Answers that nobody gave."""
        self._known: list[Played] = list(self.loop.session.history.played)
        """The answers as they stood when last looked at."""
        self._stray: tuple[tuple[str, int], ...] = ()
        """Dice in the tray that were thrown for nobody yet."""
        self._to_fix: int | None = None
        self._slid = -1
        self._chosen = (-1, "")
        """The last answer that somebody went for: its number and its text."""
        self._box_off_since_s: float | None = None

    @property
    def at_ease(self) -> bool:
        """Whether nothing is left to be put right."""
        return self._to_fix is None and (self.loop.session.is_over or not self._box_is_off())

    def act(self) -> None:
        """Notice what the game took; put right what is wrong; slip; else do what is asked."""
        self._notice()
        if self._now() < self._free_at_s:
            return
        question = self.loop.question
        if isinstance(self.loop.sheet, DoubtPage):
            self._mend()
        elif self.loop.sheet is not None:
            self.want(intents.Back())
        elif self._to_fix is not None:
            self.want(intents.OpenFix(self._to_fix))
            self._free_at_s = self._now() + PAUSE_S
        elif question is not None and not self._set_box_right() and not self._slip(question):
            self._go_on(question)

    def _go_on(self, question: Question) -> None:
        if arbiter.is_roll(question):
            self._roll(question)
        elif question.asked != CHANCE or self.loop.bots.observed(question):
            self._decide(question)

    # -- what the game took

    def _notice(self) -> None:
        """Compare each new answer with what was meant."""
        played = self.loop.session.history.played
        undone = next((at for at, known in enumerate(self._known) if not self._stands(at, known, played)), None)
        if undone is not None:
            self.forget(undone)
        for at in range(len(self._known), len(played)):
            self._judge(at, played[at])
        self._known = list(played)

    def _stands(self, at: int, known: Played, played: Sequence[Played]) -> bool:
        """Whether the answer of this number is the one that was known, or was fixed to what was meant."""
        if at >= len(played):
            return False
        return played[at] == known or (at in self.meant and self.meant[at].fits(played[at].answer))

    def forget(self, standing: int) -> None:
        """Answers were undone, and others may stand there already: what was meant by them counts no more."""
        del self._known[standing:]
        self.meant = {at: meant for at, meant in self.meant.items() if at < standing}
        self._thrown_for, self._decided = -1, None
        if self._to_fix is not None and self._to_fix >= standing:
            self._to_fix = None

    def _judge(self, at: int, played: Any) -> None:
        answer, source = played.answer, played.source
        if source in ("luck", "bot"):
            return
        if isinstance(answer, Roll) and self._thrown_for == at:
            self.meant[at] = self._meant_roll()
            if source == "touch" and not self.meant[at].fits(answer):
                self._to_fix = at
            elif source == "camera" and self._take("double_roll"):
                self._throw_stray([colour for colour, _ in self._thrown])
        elif source == "hall" and played.kind == "start":
            self.meant[at] = Meant(f"start {self.table.cocoons.hole - arbiter.FIRST_CELL}")
        elif source == "hall":
            self.meant[at] = Meant(f"slide {self._slid - arbiter.FIRST_CELL}")
        elif self._chosen[0] == at:
            self.meant[at] = Meant(self._chosen[1])
        else:
            self.wrong.append(f"answer {at}: {answer.spell()} by {source}, but nobody gave it")

    def _meant_roll(self) -> Meant:
        colours, values = zip(*self._thrown, strict=True)
        return Meant(spell_sorted(colours, values), colours)

    def differences(self) -> list[str]:
        """Answers that stand and are not what was meant."""
        played = self.loop.session.history.played
        return self.wrong + [
            f"answer {at}: meant {meant.text}, the game took {played[at].answer.spell()} by {played[at].source}"
            for at, meant in self.meant.items()
            if at < len(played) and not meant.fits(played[at].answer)
        ]

    # -- dice

    def _roll(self, question: Question) -> None:
        place = len(self.loop.session.history.played)
        asked = [colour for colour, count in question.about["dice"] for _ in range(count)]
        if place == self._thrown_for:
            self._wait_for_the_reader(question)
        elif self._stray and sorted(asked) == sorted(colour for colour, _ in self._stray):
            self._adopt(asked, place)
        elif self._take("late_roll"):
            self._free_at_s = self._now() + self.luck.uniform(*LATE_S)
        elif self.table.tray.dice:
            self._take_out(asked, place)
        else:
            self._throw(asked, place)

    def _adopt(self, asked: Sequence[str], place: int) -> None:
        """The dice were thrown before anybody asked for them; they count now."""
        self._thrown = tuple(sorted(self._stray, key=lambda die: asked.index(die[0])))
        self._thrown_for, self._stray = place, ()

    def _throw(self, asked: Sequence[str], place: int) -> None:
        self._thrown = tuple((colour, self.luck.randint(1, 6)) for colour in asked)
        self._thrown_for = place
        self.table.tray.throw([die_of(colour, value) for colour, value in self._thrown])
        self.tally.rolls += 1
        self.tally.dice += len(asked)
        if self._take("wrong_touch"):
            wrong = tuple(value % 6 + 1 for _, value in self._thrown)
            self.want(intents.Answered(Roll(wrong).spell()))

    def _throw_stray(self, colours: Sequence[str]) -> None:
        """Throw dice for which nobody asked."""
        self._stray = tuple((colour, self.luck.randint(1, 6)) for colour in colours)
        self.table.tray.put(())
        self.table.tray.throw([die_of(colour, value) for colour, value in self._stray])
        self._free_at_s = self.table.tray.settles_s + self.luck.uniform(0, 6)
        question = self.loop.question
        if question is not None and arbiter.is_roll(question) and dict(question.about["dice"]) == Counter(colours):
            self._adopt(list(colours), len(self.loop.session.history.played))  # the game happens to ask for just that

    def _take_out(self, asked: Sequence[str], place: int) -> None:
        # a black die that nobody has seen at rest could as well have been thrown: no camera can know
        left = [die for die in self.table.tray.dice if die.body == "black" and not self._stray]
        self._stray = ()
        self._free_at_s = self.table.tray.take_out()
        if left and self._take("die_left"):
            self.table.clock.after(REACH_S + GRAB_S, lambda: self.table.tray.put(left))
            self._free_at_s += PAUSE_S
            self.table.clock.after(2 * REACH_S + GRAB_S + PAUSE_S / 2, lambda: self._throw_rest(asked, place))

    def _throw_rest(self, asked: Sequence[str], place: int) -> None:
        """Whoever forgets the black die does not throw it either: then nobody stands by this roll."""
        rest = [colour for colour in asked if colour != "black"]
        if len(self.loop.session.history.played) != place:
            return
        self._throw(rest, place)
        if len(rest) != len(asked):
            self._thrown_for = -1
            self._free_at_s = self.table.tray.settles_s + GLANCE_S

    def _wait_for_the_reader(self, question: Question) -> None:
        since_s = self._now() - max(self.table.tray.settles_s, self._free_at_s)
        if since_s > GLANCE_S and self._cocked():
            self._throw_again()
        elif since_s > PATIENCE_S:
            self.tally.told_by_touch += 1
            self.want(intents.Answered(Roll(self._truth(question)).spell()))
            self._free_at_s = self._now() + 1.0

    def _cocked(self) -> bool:
        """Whether a die lies so that people roll again: on edge, on another, beside the tray."""
        tray = self.table.tray._room.tray
        return any(
            die.leaning or abs(die.lift_mm) > 1 or wall_gap_mm(tray, die) < -tray.rim_mm for die in self.table.tray.dice
        )

    def _throw_again(self) -> None:
        self._thrown_for = -1
        self._free_at_s = self.table.tray.take_out()

    def _mend(self) -> None:
        """Look at the tray, and confirm, fix, or roll again."""
        self._free_at_s = self._now() + PAUSE_S
        sheet, question = self.loop.sheet, self.loop.question
        assert isinstance(sheet, DoubtPage)
        place = len(self.loop.session.history.played)
        if sheet.at >= 0:
            self._mend_old(sheet.at)
            return
        if question is None or not arbiter.is_roll(question):
            self.want(intents.Back())
            return
        asked = [colour for colour, count in question.about["dice"] for _ in range(count)]
        if sorted(asked) == sorted(colour for colour, _ in self._stray):
            self._adopt(asked, place)
        if self._thrown_for != place or self._cocked():
            self.want(intents.RollAgain())
            self._throw_again()
        else:
            self.tally.asked += 1
            claimed = self.loop.claim.values
            self.want(intents.FixReading(-1, Roll(nearest(self._truth(question), claimed, question)).spell()))

    def _mend_old(self, at: int) -> None:
        if at != self._to_fix:
            self.want(intents.Back())
            return
        self._to_fix = None
        fix = intents.FixReading(at, self.meant[at].text)
        self.want(fix)
        self.want(fix)  # twice, as fingers do

    # -- the box

    def _box_is_off(self) -> bool:
        """Whether the real gap is elsewhere than the game's, and no slide is on its way to be felt."""
        gap = getattr(self.loop.session.history.state, "gap", -1)
        return gap >= 0 and not self._is_sliding() and self.table.cocoons.hole != gap + arbiter.FIRST_CELL

    def _is_sliding(self) -> bool:
        """Whether a slide has been decided on that the game has not taken yet."""
        here = self._decided is not None and self._decided[0] == len(self.loop.session.history.played)
        slides = self.loop.session.game.slides
        return here and slides is not None and slides.slid_from(self._decided[1]) is not None  # type: ignore[index]

    def _set_box_right(self) -> bool:
        """Slide back what slid out of turn, one cocoon at a time."""
        if not self._box_is_off():
            self._box_off_since_s = None
            return False
        if self._box_off_since_s is None:
            self._box_off_since_s = self._now()
        if self._now() - self._box_off_since_s > GLANCE_S:
            gap = self.loop.session.history.state.gap + arbiter.FIRST_CELL
            hole = self.table.cocoons.hole
            self._slide_cell(min(neighbours(hole), key=lambda cell: distance(cell, gap)))
        return True

    def _slide_cell(self, cell: int) -> None:
        self._slid = cell
        self._free_at_s = self.table.hands.slide(cell) + 0.3

    def _press(self, answer: Any) -> None:
        self._chosen = (len(self.loop.session.history.played), answer.spell())
        super()._press(answer)

    def _slide(self, answer: Any, cell: int) -> None:
        self._chosen = (len(self.loop.session.history.played), answer.spell())
        self._slid = cell
        super()._slide(answer, cell)

    # -- mishaps

    def _slip(self, question: Question) -> bool:
        """A mishap that comes before what is asked, if one is due and fits."""
        place = len(self.loop.session.history.played)
        if self._take("curious"):
            self.want(
                self.luck.choice((intents.AskWhy(0), intents.AskWhy(3), intents.OpenTimeline(), intents.OpenFix()))
            )
        elif place and self._take("take_back"):
            self.want(intents.TakeBack())
            self.want(intents.TakeBack())
        elif place > 1 and self._take("rewind"):
            rewind = intents.Rewind(max(0, place - self.luck.randint(1, BACK)))
            self.want(rewind)
            self.want(rewind)
        elif self._slips_a_cocoon(question) and self._take("stray_slide"):
            self._slide_cell(self.luck.choice(sorted(neighbours(self.table.cocoons.hole))))
            return True
        elif self._rolls_early(question) and self._take("early_roll"):
            self._throw_stray([self.luck.choice(self.loop.session.history.setup.colours)] * 2 + ["black"])
            return True
        else:
            return False
        self._free_at_s = self._now() + PAUSE_S
        return True

    def _slips_a_cocoon(self, question: Question) -> bool:
        return getattr(self.loop.session.history.state, "gap", -1) >= 0 and not self._is_sliding()

    def _rolls_early(self, question: Question) -> bool:
        return self.loop.eye is not None and not arbiter.is_roll(question)

    def _take(self, name: str) -> bool:
        """Whether this mishap is due now; then it happens."""
        answers = len(self.loop.session.history.played)
        due = next((item for item in self.plan if item[1] == name and item[0] <= answers), None)
        if due is None:
            return False
        self.plan.remove(due)
        self.strike(name)
        return True


def distance(one: int, other: int) -> int:
    """Steps between two cells of the box."""
    (r1, c1), (r2, c2) = divmod(one - 1, 3), divmod(other - 1, 3)
    return abs(r1 - r2) + abs(c1 - c2)
