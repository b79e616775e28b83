"""The table comes alive: one loop that hears the devices and the people, and lets the session decide.

`step(now)` does everything that is due and returns; nothing in it waits. Whoever calls it sleeps.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any

from tablekeeper.display import intents
from tablekeeper.display.any_page import Page
from tablekeeper.display.pages import Code, DieCrop, LessonPage, TablePage
from tablekeeper.display.words.texts import Said
from tablekeeper.engines.core import CHANCE, Answer, EngineError, Question
from tablekeeper.engines.core.ledger import Clause
from tablekeeper.engines.core.playout import Bot, choose_randomly
from tablekeeper.firmware.errors import JournalFault
from tablekeeper.firmware.journal.session import Session
from tablekeeper.firmware.pages import table_pages
from tablekeeper.firmware.program import intent_handlers, message_handlers
from tablekeeper.firmware.program.health import HealthLine
from tablekeeper.firmware.program.screen import Roller, Screen
from tablekeeper.firmware.program.signals import NOBODY, Moment, Signaller
from tablekeeper.firmware.program.tutor import Tutor
from tablekeeper.firmware.senses import arbiter
from tablekeeper.firmware.senses.camera.resting_dice import RestingDice
from tablekeeper.firmware.senses.inbox import Inbox, Seen
from tablekeeper.vision.reading import Die, conclude


@dataclass(frozen=True)
class Hooks:
    """What whoever runs the loop is told, and does for it."""

    on_fix: Callable[[int, Answer], None] = lambda at, answer: None
    """An answer was put right."""
    on_reading: Callable[[int, tuple[Die, ...], Any], None] = lambda at, dice, picture: None
    """The dice and the picture of a reading, before its answer counts."""
    on_other: Callable[[intents.Intent], None] = lambda intent: None
    """Intents about the program, such as the menu."""
    signal: Callable[[str], None] = lambda name: None
    """Lamp and buzzer."""
    serve: Callable[[intents.Answered], bool] = lambda intent: False
    """Whether somebody's hands do what was touched, so that a sensor will tell it."""
    code: Callable[[], Code] = tuple
    """Draws the code of a finished game for the play log."""


class Loop:
    """One game at one table."""

    def __init__(
        self,
        session: Session,
        screen: Screen,
        inbox: Inbox,
        ledger: Mapping[str, Clause],
        *,
        luck: random.Random,
        eye: Roller | None = None,
        bots: Mapping[int, Bot] | None = None,
        deals: bool = False,
        observed: Callable[[Question], bool] | None = None,
        health: HealthLine | None = None,
        tutor: Tutor | None = None,
        hooks: Hooks = Hooks(),
    ) -> None:
        self.session, self.screen, self.inbox, self.ledger = session, screen, inbox, ledger
        self.luck = luck
        self.eye = eye
        self.bots = dict(bots or {})
        self.deals = deals
        """Whether the companion draws tiles and cards (a virtual table)."""
        self.observed = observed or (lambda question: eye is not None and arbiter.is_roll(question))
        """Which questions to chance the table answers even then: dice, where a camera looks at them."""
        self.hooks = hooks
        self.health = health or HealthLine()
        if eye is not None and self.health["camera"] == "off":
            self.health.note("camera", "ready")
        self.tutor = tutor
        """Teaches the game while it is played; None where nobody wants that."""
        self.by_touch = eye is None
        """Whether people tell the dice although there may be a camera."""
        self._code = cache(hooks.code)
        self._signals = Signaller((screen.signal, hooks.signal))
        self._sensed = {"camera": 0, "hall": 0}
        self.now_s = 0.0
        self._begin()

    def _begin(self) -> None:
        """Nothing has been heard yet; the game stands where its history has brought it."""
        self.asked_table = 0
        self.fixed = 0
        self.refusals = 0
        self.over = False
        self.asks_box = True
        """Whether the box is believed where its gap is at the start."""
        self.note = ""
        self.claim: tuple[Die, ...] = ()
        self.picture: Any = None
        self.resting_dice = RestingDice(unseen=bool(self.session.history.played))
        self.early: Seen | None = None
        self.doubted = conclude((), ())
        """The whole reading behind the claim that the table was asked about."""
        self.sheet: Page | None = None
        self.seen: dict[int, tuple[DieCrop, ...]] = {}
        """The dice of each answer that the camera gave: their crops, for whole pictures would fill the memory."""
        self._stale = True
        self._await()
        self._teach()

    def step(self, now_s: float) -> None:
        """Hear everybody, answer what can be answered, and show what came of it."""
        self.now_s = now_s
        for intent in self.screen.intents(now_s):
            intent_handlers.handle(self, intent)
            self._stale = True
        for message in self.inbox.take():
            message_handlers.handle(self, message)
        self._answer_for_bots()
        if self._stale:
            self._stale = False
            self._signals.look(self._moment())
            self.screen.show(self._page())
        self.screen.draw(now_s)

    @property
    def question(self) -> Question | None:
        """What is awaited now."""
        return None if self.session.is_over else self.session.history.question

    def answer(self, answer: Answer, source: str) -> bool:
        """Answer the open question, unless the rules or the disk refuse: then the screen says so. Whether it counts."""
        at, rolled = len(self.session.history.played), arbiter.is_roll(self.question)
        if not self.keep(lambda: self.session.answer(answer, source)):
            return False
        if source in self._sensed:
            self._sensed[source] += 1
        if rolled and source != "camera":
            self.resting_dice.unseen = True
        if self.claim and source in ("camera", "touch"):
            self.seen[at] = self._crops(self.claim)
        self.clear()
        self._await()
        if self.tutor is not None:
            question = self.question
            self.tutor.hear(self.session.history.happened, None if question is None else question.kind)
            self._teach()
        return True

    def keep(self, change: Callable[[], object]) -> bool:
        """Change the game, unless the rules or the disk refuse: then nothing has changed and the screen says so."""
        try:
            change()
        except EngineError:
            self.refuse("refused")
            return False
        except JournalFault as fault:
            self.health.note("saving", "lost", Said("trouble.saving_late", str(fault)))
            self.show_note(note="disk_late")
            return False
        self.health.note("saving", "ready")
        for name, notice in self.session.notices.items():
            self.health.note(name, "doubtful", notice)
        return True

    def refuse(self, note: str) -> None:
        """Something was told or shown that does not fit what is asked."""
        self.refusals += 1
        self.show_note(note)

    def _answer_for_bots(self) -> None:
        while (question := self.question) is not None and self.sheet is None:
            bot = self._answerer(question)
            if bot is None:
                return
            rules, state = self.session.game.rules, self.session.history.state
            if not self.answer(bot(rules, state, question, self.luck), "luck" if question.asked == CHANCE else "bot"):
                return

    def _answerer(self, question: Question) -> Bot | None:
        if question.asked == CHANCE:
            return choose_randomly if self.deals and not self.observed(question) else None
        return self.bots.get(question.asked)

    def ask_about(self, dice: tuple[Die, ...], seen: Seen) -> None:
        """The table is asked, with the claim filled in."""
        self.doubted, picture = seen.reading, seen.picture
        self.hooks.on_reading(len(self.session.history.played), dice, picture)
        self.asked_table += 1
        self.claim = dice
        question = self.question
        seat = question.about.get("seat", question.asked) if question is not None else CHANCE
        self.picture = picture
        self.sheet = table_pages.doubt_page(self.session, self._crops(dice), seat, -1, self.health.lights())
        self._stale = True

    def _crops(self, dice: tuple[Die, ...]) -> tuple[DieCrop, ...]:
        """Dice beside their pieces of the last picture."""
        return tuple(table_pages.crop(die, self.picture) for die in dice)

    def lay_over(self, page: Page | None) -> None:
        """Show a page over the table until it is closed."""
        self.sheet = page
        self._stale = True

    def go_back(self) -> None:
        """Show the table as it is after a fix, a choice taken back, or a rewind."""
        self.asks_box = self.asks_box and bool(self.session.history.played)
        self.seen = {at: kept for at, kept in self.seen.items() if at < len(self.session.history.played)}
        self.clear()
        self._await()

    def _await(self) -> None:
        """Tell the eye what is awaited; dice that came too early are offered now."""
        question = self.question
        awaited = dict(question.about["dice"]) if question is not None and arbiter.is_roll(question) else None
        if self.eye is not None:
            self.eye.ask(awaited)
        if awaited and self.early is not None:
            early, self.early = self.early, None
            verdict = self.resting_dice.judge(question, arbiter.doubt_early(early.reading))
            if isinstance(verdict, arbiter.Doubted):
                self.ask_about(verdict.dice, early)

    def clear(self) -> None:
        """Nothing is claimed, and nothing lies over the table."""
        self.claim, self.sheet, self.note = (), None, ""
        self._stale = True

    def show_note(self, note: str) -> None:
        """Say one line above what is asked."""
        self.note = note
        self._stale = True

    def open_timeline(self) -> None:
        """Lay open what happened so far."""
        self.lay_over(table_pages.timeline_page(self.session, self.health.lights()))

    @property
    def teaches(self) -> bool:
        """Whether a lesson lies over the table."""
        return isinstance(self.sheet, LessonPage)

    def read_on(self) -> None:
        """The lesson was read: the next one, if it does not wait for something to happen."""
        if self.tutor is not None:
            self.tutor.close()
        self.lay_over(None)
        self._teach()

    def _teach(self) -> None:
        """Lay the next step of the lesson over the table, once."""
        if self.tutor is not None and self.sheet is None and (step := self.tutor.take()) is not None:
            self.lay_over(table_pages.lesson_page(self._table_page(), step, self.tutor.language))

    def _moment(self) -> Moment:
        """What is worth a signal when it changes."""
        question, ending = self.question, ""
        if question is None:
            outcome = self.session.game.rules.outcome(self.session.history.state)
            ending = "won" if outcome is not None and outcome.winners else "over"
        seat = NOBODY if question is None else question.about.get("seat", question.asked)
        rolling = arbiter.is_roll(question) and self.sheet is None
        return Moment(
            lost=self.health.lost(), refusals=self.refusals, doubts=self.asked_table, read=self._sensed["camera"],
            moved=self._sensed["hall"], seat=seat if seat >= 0 else NOBODY,
            rolling=len(self.session.history.played) if rolling else -1, ending=ending,
        )  # fmt: skip

    def _page(self) -> Page:
        if self.sheet is not None:
            return self.sheet
        if self.session.is_over:
            return table_pages.end_page(self.session, self.fixed, self.health.lights(), self._code())
        return self._table_page()

    def _table_page(self) -> TablePage:
        humans = [seat for seat in range(len(self.session.history.setup.players)) if seat not in self.bots]
        claim = self._crops(self.claim) or None
        return table_pages.table_page(
            self.session, humans,
            health=self.health.lights(), claim=claim, note=self.note,
            touch=self.by_touch or self.health["camera"] in ("lost", "closed", "off"),
        )  # fmt: skip
