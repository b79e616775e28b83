"""Reads whatever is rolled, with no game: the eye of the games, its rolls on a page, one tap where it is not sure."""

from __future__ import annotations

import time
from collections import Counter, deque
from dataclasses import replace
from typing import TYPE_CHECKING

from tablekeeper.display import intents
from tablekeeper.display.dice_pages import DicePage, Face
from tablekeeper.display.pages import DieCrop, DoubtPage
from tablekeeper.engines.core import EngineError, Roll
from tablekeeper.engines.core.answer import Reader
from tablekeeper.faults import words_of
from tablekeeper.firmware.dice.presets import ANY, PRESETS
from tablekeeper.firmware.dice.roll import DiceRoll
from tablekeeper.firmware.dice.roll_log import RollLog
from tablekeeper.firmware.dice.rolls import Rolls
from tablekeeper.firmware.errors import BadInput
from tablekeeper.firmware.journal.statistics import FACES, judge_dice
from tablekeeper.firmware.pages.menu_pages import VERDICTS
from tablekeeper.firmware.senses.camera.crops import crop
from tablekeeper.firmware.senses.camera.eye import ANY_DICE
from tablekeeper.firmware.senses.inbox import Lain, Message, Seen, Stirring

if TYPE_CHECKING:
    from tablekeeper.firmware.program.program import Program

KEPT = 8
"""Rolls that the page can show beside the latest."""
THROWN = ("red", "white")
"""What simulated hands throw."""
READER = Reader((Roll,))
UNSURE = "unsure"


class Dicing:
    """Open until somebody goes back."""

    def __init__(self, program: Program) -> None:
        self.over = False
        self._program, self._eye = program, program.devices.eye
        self._rolls = Rolls()
        self._kept: frozenset[int] = frozenset()
        """Of the latest roll the places of the dice that stayed lying."""
        self._number = 0
        self._dice: tuple[DieCrop, ...] = ()
        self._before: deque[tuple[Face, ...]] = deque(maxlen=KEPT)
        self._counts: dict[str, Counter[int]] = {}
        self._judged: dict[str, tuple[tuple[int, ...], str]] = {}
        self.latest: DiceRoll | None = None
        """The roll that came last, with the values that people have confirmed."""
        self._asking: tuple[DieCrop, ...] = ()
        """The dice that people are to look at; those of the latest roll when they fix it."""
        self._fixing = False
        self._log = RollLog(program.home.folder, time.time)
        self._saved = self._fault = ""
        self._phase = "" if self._eye is not None else "no_camera"
        self._choose(ANY.name)
        program.give_dice(self)
        self._stale = False
        self._page = self._draw()

    @property
    def page(self) -> DicePage | DoubtPage:
        """The same object while nothing changed."""
        return self._page

    def step(self, now_s: float) -> None:
        """Show what has changed."""
        if self._stale or self._page.health != self._program.home.health.lights():
            self._stale = False
            self._page = self._draw()

    def handle(self, intent: intents.Intent) -> bool:
        """Fix a roll, take a doubtful one as people say, or go back."""
        self._stale, self._saved, self._fault = True, "", ""
        if isinstance(intent, intents.SaveRolls):
            self._save()
        elif isinstance(intent, intents.FixReading):
            self._settle(intent.text)
        elif isinstance(intent, intents.RollAgain):
            self._again()
        elif isinstance(intent, intents.ChoosePreset):
            self._choose(intent.name)
        elif isinstance(intent, intents.OpenFix):
            self._asking, self._fixing = self._dice, bool(self._dice)
        elif isinstance(intent, intents.Back):
            self.over = not self._asking
            self._asking, self._fixing = (), False
        else:
            return isinstance(intent, intents.AskWhy)  # no rule has made this
        return True

    def _choose(self, name: str) -> None:
        """What is rolled from now on."""
        preset = next((preset for preset in PRESETS if preset.name == name), None)
        if preset is not None:
            self._rolls.preset = preset
            if self._eye is not None:
                self._eye.ask(preset.expect or ANY_DICE)

    def _save(self) -> None:
        try:
            self._saved = self._log.save()
        except BadInput as fault:
            self._fault = words_of(fault)

    def close(self) -> None:
        """Dice are nobody's business again."""
        self._program.give_dice(None)
        if self._eye is not None:
            self._eye.ask(None)

    def hear(self, message: Message) -> None:
        """What the eye sees."""
        self._stale = True
        if isinstance(message, Stirring):
            self._phase = "settling" if message.phase == "moving" else ""
        elif isinstance(message, Seen | Lain):
            roll = self._rolls.judge(message)
            if roll is not None:
                self._take(roll)

    def _take(self, roll: DiceRoll) -> None:
        """A sure roll counts at once; people look at any other."""
        self._saved = self._fault = ""
        dice = tuple(crop(die, roll.picture) for die in roll.dice)
        self.latest = replace(roll, number=self._number + 1, at=time.time())
        if roll.sure:
            self._asking, self._fixing = (), False
            self._count(dice)
        else:
            self._asking, self._fixing = _doubted(dice), False

    def _count(self, dice: tuple[DieCrop, ...]) -> None:
        if self._dice:
            self._before.appendleft(_faces(self._dice))
        self._dice, self._kept = dice, self.latest.kept if self.latest is not None else frozenset()
        self._number += 1
        self._log.add(_faces(dice))
        self._add(dice, 1)

    def _settle(self, text: str) -> None:
        """People say what the dice show."""
        asked, fixing, self._asking, self._fixing = self._asking, self._fixing, (), False
        values = _read(text)
        if len(values) != len(asked) or not values:
            return
        dice = tuple(DieCrop(value, die.body, picture=die.picture) for value, die in zip(values, asked, strict=True))
        self._rolls.confirm(values)
        if self.latest is not None:
            self.latest = self.latest.confirmed(values)
        if not fixing:
            self._count(dice)
            return
        self._add(self._dice, -1)
        self._dice = dice
        self._log.correct(_faces(dice))
        self._add(dice, 1)

    def _again(self) -> None:
        """A doubtful roll is thrown away; simulated hands throw the next."""
        self._asking, self._fixing = (), False
        luck = self._program.luck
        self._program.devices.lay([(body, luck.randint(1, FACES)) for body in THROWN])

    def _add(self, every: tuple[DieCrop, ...], times: int) -> None:
        """Count the dice that were thrown."""
        dice = [die for place, die in enumerate(every) if place not in self._kept]
        for die in dice:
            self._counts.setdefault(die.body, Counter())[die.value] += times
        for body in {die.body for die in dice}:
            counts = [self._counts[body][face] for face in range(1, FACES + 1)]
            fair = judge_dice(counts, self._program.luck, len(self._counts))
            self._judged[body] = fair.counts, VERDICTS[fair.verdict]

    def _draw(self) -> DicePage | DoubtPage:
        health = self._program.home.health.lights()
        if self._asking:
            return DoubtPage("home", self._asking, {}, health=health)
        hands = self._eye is not None and self._program.devices.virtual
        return DicePage(
            self._number, self._dice, tuple(self._before), dict(self._judged), self._phase, self._saved, self._fault,
            hands, health, self._rolls.preset.name,
        )  # fmt: skip


def _faces(dice: tuple[DieCrop, ...]) -> tuple[Face, ...]:
    return tuple((die.body, die.value) for die in dice)


def _read(text: str) -> tuple[int, ...]:
    """The values that a spelled roll names; none where it is no roll."""
    try:
        answer = READER.read(text)
    except EngineError:
        return ()
    if not isinstance(answer, Roll) or not all(1 <= value <= FACES for value in answer.values):
        return ()
    return answer.values


def _doubted(dice: tuple[DieCrop, ...]) -> tuple[DieCrop, ...]:
    """The same dice; where the reader names none as doubtful, people look at all."""
    if any(die.doubt for die in dice):
        return dice
    return tuple(DieCrop(die.value, die.body, die.confidence, UNSURE, die.picture) for die in dice)


def open_dice(program: Program) -> Dicing | None:
    """The page; not while a game lies on the table, whose dice these would be."""
    return Dicing(program) if program.loop is None else None
