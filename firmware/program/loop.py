"""The table comes alive: one loop that hears the devices and the people, and lets the session decide.

`step(now)` does everything that is due and returns; nothing in it waits. Whoever calls it sleeps. Handlers and senses
set none of its attributes: they call its methods, or return what is to be done (senses/effects.py).
"""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache

from tablekeeper.display import intents
from tablekeeper.display.any_page import Page
from tablekeeper.display.pages import Code
from tablekeeper.display.words.texts import Said
from tablekeeper.engines.core import Answer, EngineError, Question, Refused, Roll
from tablekeeper.engines.core.bots.playout import Bot
from tablekeeper.engines.core.printed.ledger import Clause
from tablekeeper.engines.core.record.giver import OUT_OF_TURN, STALE, THE_TABLE, Giver
from tablekeeper.faults import words_of
from tablekeeper.firmware.errors import JournalFault
from tablekeeper.firmware.journal.session import Session
from tablekeeper.firmware.pages.advice_desk import AdviceDesk, Think, at_once
from tablekeeper.firmware.pages.tutor import Tutor
from tablekeeper.firmware.program import corrections, intent_handlers, message_handlers
from tablekeeper.firmware.program.bots import Bots
from tablekeeper.firmware.program.carry_out import carry_out
from tablekeeper.firmware.program.cover import Cover
from tablekeeper.firmware.program.health import HealthLine
from tablekeeper.firmware.program.lessons import Lessons
from tablekeeper.firmware.program.screen import Roller, Screen
from tablekeeper.firmware.program.showing import show_page, show_table, take_moment
from tablekeeper.firmware.program.signals import Counts, Signaller
from tablekeeper.firmware.senses import arbiter
from tablekeeper.firmware.senses.camera.claim import Claim
from tablekeeper.firmware.senses.catalogue import GameSenses
from tablekeeper.firmware.senses.effects import Situation
from tablekeeper.firmware.senses.inbox import Considered, Inbox, Message
from tablekeeper.vision.picture import Picture
from tablekeeper.vision.reading import Die


@dataclass(frozen=True)
class Hooks:
    """What the loop needs from whoever runs it."""

    on_fix: Callable[[int, Answer], None] = lambda at, answer: None
    """An answer was put right."""
    on_reading: Callable[[int, tuple[Die, ...], Picture | None], None] = lambda at, dice, picture: None
    """The dice and the picture of a reading, before its answer counts."""
    on_other: Callable[[intents.Intent], None] = lambda intent: None
    """Intents about the program, such as the menu."""
    signal: Callable[[str], None] = lambda name: None
    """Lamp and buzzer."""
    serve: Callable[[intents.Answered], bool] = lambda intent: False
    """Whether somebody's hands do what was touched, so that a sensor will report it."""
    elsewhere: Callable[[], frozenset[int]] = frozenset
    """The seats that have a window of their own: their secrets are shown there alone."""
    code: Callable[[], Code] = tuple
    """Draws the code of a finished game for the play log."""
    think: Think = at_once
    """Who works out what the companion's choices promised: in a window somebody beside the loop."""


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
        pace_s: float = 0.0,
        deals: bool = False,
        observed: Callable[[Question], bool] | None = None,
        health: HealthLine | None = None,
        tutor: Tutor | None = None,
        hooks: Hooks = Hooks(),
    ) -> None:
        self.session, self.screen, self.inbox, self.ledger, self.hooks = session, screen, inbox, ledger, hooks
        self.eye = eye
        sees_dice = observed or (lambda question: eye is not None and arbiter.is_roll(question))
        self.bots = Bots(
            bots or {}, luck, deals=deals, observed=sees_dice, pace_s=pace_s, obvious=session.game.obvious,
            held=session.held_in_hand, own_pieces=session.has_own_pieces,
        )  # fmt: skip
        self.health = health or HealthLine()
        if eye is not None and self.health["camera"] == "off":
            self.health.note("camera", "ready")
        self.by_touch = eye is None
        """Whether people enter the dice although there may be a camera."""
        self.over = False
        self.now_s = 0.0
        self.counts, self.cover = Counts(), Cover()
        self.senses = GameSenses(resumed=bool(session.history.played))
        self.claim = self.senses.find(Claim)
        self.lessons = Lessons(tutor, self.cover, lambda: show_table(self))
        self.draw_code = cache(hooks.code)
        self.desk = AdviceDesk(hooks.think, self._ring)
        """Where it is worked out what the companion's choices promised."""
        self._signals = Signaller((screen.signal, hooks.signal))
        self._go_on()
        self.lessons.teach()

    def step(self, now_s: float) -> None:
        """Hear everybody, answer what can be answered, and show what came of it."""
        self.now_s = now_s
        for intent in self.screen.intents(now_s):
            self.handle(intent)
        for message in self.inbox.take():
            message_handlers.handle(self, message)
        self._answer_for_bots()
        if self.cover.take_stale():
            self._signals.look(take_moment(self))
            self.screen.show(show_page(self))
        self.screen.draw(now_s)

    @property
    def question(self) -> Question | None:
        """What is awaited now."""
        return None if self.session.is_over else self.session.history.question

    @property
    def sheet(self) -> Page | None:
        """The page that lies over the table."""
        return self.cover.page

    @property
    def note(self) -> str:
        """The line above what is asked."""
        return self.cover.note

    def handle(self, intent: intents.Intent, sender: intents.Sender = intents.TABLE) -> None:
        """Carry out what somebody wants."""
        intent_handlers.handle(self, intent, sender)
        self.cover.touch()

    def sense(self, message: Message) -> None:
        """Let the sense that this message is for judge it, and do what it says."""
        carry_out(self, self.senses.judge(self._situation(), message))

    def read(self, text: str, giver: Giver) -> Answer | None:
        """The answer that a text spells, if this giver may give it now; else the screen says why not."""
        try:
            answer = self.session.game.rules.read(text)
            self.session.history.check(answer, giver)
        except EngineError as fault:
            self.refuse(note_of(fault))
            return None
        return answer

    def answer(self, answer: Answer, source: str, giver: Giver = THE_TABLE) -> bool:
        """Answer the open question, unless the rules or the disk refuse: then the screen says so. Whether it counts."""
        number = len(self.session.history.played)
        if not self.keep(lambda: self.session.answer(answer, source, giver)):
            return False
        self.counts.note_source(source)
        if isinstance(answer, Roll):
            corrections.teach_eye(self, self.claim.become(number, answer, source))
        self.clear()
        self._go_on()
        self.lessons.hear(self.session)
        return True

    def undo(self, change: Callable[[], object]) -> bool:
        """Change what stands already, and show the table as it is then. Whether it counts."""
        if not self.keep(change):
            return False
        self.senses.went_back(self._situation())
        self.clear()
        self._go_on()
        return True

    def keep(self, change: Callable[[], object]) -> bool:
        """Change the game, unless the rules or the disk refuse: then nothing has changed and the screen says so."""
        try:
            change()
        except EngineError as fault:
            self.refuse(note_of(fault))
            return False
        except JournalFault as fault:
            self.health.note("saving", "lost", Said("trouble.saving_late", words_of(fault)))
            self.cover.show("disk_late")
            return False
        self.health.note("saving", "ready")
        for name, notice in self.session.notices.items():
            self.health.note(name, "doubtful", notice)
        return True

    def refuse(self, note: str) -> None:
        """Something was entered or seen that does not answer the question."""
        self.counts.refused += 1
        self.cover.show(note)

    def clear(self) -> None:
        """Nothing is claimed, and nothing lies over the table."""
        self.claim.drop()
        self.cover.clear()

    def play_by_touch(self) -> None:
        """From now on people enter the dice."""
        self.by_touch = True
        self.cover.lay(None)

    def leave(self) -> None:
        """Nobody plays any more; the game is kept."""
        self.over = True

    def _ring(self) -> None:
        """Called in the thinking thread."""
        self.inbox.put(Considered())

    def _situation(self) -> Situation:
        return Situation(self.session.game, self.session.history, self.question, self.cover.note, self.cover.page)

    def _go_on(self) -> None:
        """Another question is open: the eye looks for its dice, and what was shown too early is offered now."""
        question = self.question
        if self.eye is not None:
            rolls = question is not None and arbiter.is_roll(question)
            self.eye.ask(dict(question.about["dice"]) if question is not None and rolls else None)
        for effect in self.senses.went_on(self._situation()):
            carry_out(self, effect)

    def _answer_for_bots(self) -> None:
        while (question := self.question) is not None and self.cover.page is None:
            chosen = self.bots.choose(self.session, question, self.now_s)
            if chosen is None or not self.answer(*chosen):
                return


REFUSALS = {STALE: "too_late", OUT_OF_TURN: "other_seat"}
"""What the screen says, where it can say more than that something does not fit."""


def note_of(fault: EngineError) -> str:
    """The line that the screen shows for a refusal."""
    return REFUSALS.get(fault.reason, "refused") if isinstance(fault, Refused) else "refused"
