"""What to believe: a settled reading becomes an answer only when it is sure and fits the open question.

It may say which dice and how many, never which faces. All outcomes are friendly: nothing that lies in the tray is lost.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from tablekeeper.engines.core import Answer, Question, Roll
from tablekeeper.engines.core.game import SlidingBox
from tablekeeper.hardware.sliding_box.facts import Differs, Fact, Rests, Slid, Unknown
from tablekeeper.vision.reading import Die, Reading, conclude

NOT_MOVED = "not-moved"
EARLY = "early"
ALIKE = {"ivory": "white"}
"""Body colours that people call by one name."""
FIRST_CELL = 1
"""The box numbers its cells from 1, the games their places from 0."""
NEAR = 1.0
"""Sizes of a die within which the same value was not thrown anew: it lay there, or was knocked aside by another. Of
59 dice onto which two others were thrown in the simulated tray, 11 slid, two of them by more than 0.75, none by 1."""


@dataclass(frozen=True)
class Accepted:
    """The reading is the answer."""

    roll: Roll
    dice: tuple[Die, ...] = ()
    """In the order in which the roll is spelled."""
    left: tuple[str, ...] = ()
    """Colours of dice that still lie there from before and did not count."""


@dataclass(frozen=True)
class Doubted:
    """The right dice, but not sure: the table is asked, with the reading filled in."""

    dice: tuple[Die, ...]
    """In the order in which the roll is spelled."""


@dataclass(frozen=True)
class Misfit:
    """Other dice than those asked for."""

    missing: Mapping[str, int]
    extra: Mapping[str, int]
    dice: tuple[Die, ...]


@dataclass(frozen=True)
class Early:
    """Dice that nobody has asked for yet: kept until somebody does."""

    dice: tuple[Die, ...]


Judgement = Accepted | Doubted | Misfit | Early


def is_roll(question: Question | None) -> bool:
    """Whether dice are awaited."""
    return question is not None and "dice" in question.about


def colour_of(die: Die) -> str:
    """The colour by which people call a die."""
    return ALIKE.get(die.body, die.body)


def judge(question: Question | None, reading: Reading, before: Sequence[Die] = (), reach: float = NEAR) -> Judgement:
    """What a settled reading means for the open question; `before` is what is known to have lain there already."""
    if question is None or not is_roll(question):
        return Early(reading.dice)
    asked = Counter(dict(question.about["dice"]))
    dice = list(reading.dice)
    left = _leftovers(dice, asked, before, reach)
    for die in left:
        dice.remove(die)
    found = Counter(map(colour_of, dice))
    if found != asked:
        return Misfit(dict(asked - found), dict(found - asked), tuple(reading.dice))
    ordered = _in_order(dice, question)
    still = [replace(die, doubt=die.doubt or NOT_MOVED) if lies_among(die, before, reach) else die for die in ordered]
    if not reading.sure or any(die.doubt for die in still):
        return Doubted(tuple(still))
    return Accepted(Roll(tuple(die.value for die in ordered)), tuple(ordered), tuple(map(colour_of, left)))


def judge_slide(slides: SlidingBox, question: Question | None, fact: Slid, gap: int) -> Answer | None:
    """The answer that a felt slide is: one that the open question offers, into the gap where the game has it."""
    options = question.options if question is not None and fact.end - FIRST_CELL == gap else ()
    return next((option for option in options if slides.slid_from(option) == fact.start - FIRST_CELL), None)


def judge_gap(slides: SlidingBox, question: Question | None, fact: Fact) -> Answer | None:
    """The answer that a resting box gives to the question where its gap is at the start."""
    if question is None or question.kind != slides.start or not isinstance(fact, Rests | Differs | Unknown):
        return None
    return gap_at(slides, question, fact.hole)


def gap_at(slides: SlidingBox, question: Question, hole: int | None) -> Answer | None:
    """The answer that the gap is at this cell of the box."""
    if hole is None:
        return None
    return next((option for option in question.options if slides.laid_at(option) == hole - FIRST_CELL), None)


def agrees(fact: Fact, gap: int) -> bool:
    """Whether the box, as it lies now, is as the game has it; before the game knows a gap, any box is."""
    hole = hole_of(fact)
    return gap < 0 or (hole is not None and hole - FIRST_CELL == gap)


def hole_of(fact: Fact) -> int | None:
    """The cell without a cocoon, as far as a fact of the box names one."""
    if isinstance(fact, Slid):
        return fact.start
    return fact.hole if isinstance(fact, Rests | Differs | Unknown) else None


def _leftovers(dice: Sequence[Die], asked: Counter[str], before: Sequence[Die], reach: float) -> list[Die]:
    """Dice of colours that are not asked for and have not moved since the last roll, such as the Target die."""
    return [die for die in dice if colour_of(die) not in asked and lies_among(die, before, reach)]


def lies_among(die: Die, others: Sequence[Die], reach: float = NEAR) -> bool:
    """Whether one of the others may be this very die: its colour and value, within so many of its sizes."""
    return any(
        colour_of(other) == colour_of(die) and other.value == die.value and _near(other, die, reach) for other in others
    )


def _near(one: Die, other: Die, sizes: float) -> bool:
    (x1, y1, w1, h1), (x2, y2, w2, h2) = one.box, other.box
    reach = sizes * max(w1, h1)
    return abs(x1 + w1 / 2 - x2 - w2 / 2) < reach and abs(y1 + h1 / 2 - y2 - h2 / 2) < reach


def _in_order(dice: Sequence[Die], question: Question) -> list[Die]:
    """The dice as the roll is spelled: colour by colour as asked, in each from left to right."""
    order = [colour for colour, _ in question.about["dice"]]
    return sorted(dice, key=lambda die: (order.index(colour_of(die)), die.box[0]))


def doubt_early(reading: Reading) -> Reading:
    """The same dice, to be confirmed with one tap: they lay there before anybody asked for them."""
    dice = tuple(replace(die, doubt=die.doubt or EARLY) for die in reading.dice)
    return conclude(dice, reading.doubts)
