"""The program behind the window: the menu, the game that is played, and the errands that are not part of a game."""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Protocol

from tablekeeper.display import intents
from tablekeeper.display.any_page import Page
from tablekeeper.display.drawing.look import Look
from tablekeeper.display.pages import DoubtPage
from tablekeeper.display.words.texts import Said
from tablekeeper.engines.core import TEAM, Answer, Roll
from tablekeeper.faults import Words
from tablekeeper.firmware.errors import BadInput
from tablekeeper.firmware.journal.finished import draw_end_code
from tablekeeper.firmware.journal.journal import Journal, Record
from tablekeeper.firmware.journal.session import Session
from tablekeeper.firmware.mqtt.house import House, refuse_house
from tablekeeper.firmware.mqtt.requests import AGAIN, QUIET
from tablekeeper.firmware.pages import menu_pages
from tablekeeper.firmware.pages.advice_desk import Think, at_once
from tablekeeper.firmware.pages.tutor import Tutor, find_taught, note_taught
from tablekeeper.firmware.phones.phones import DiceTable, Phones, refuse_phones
from tablekeeper.firmware.program import menu_handlers
from tablekeeper.firmware.program.device_sets import DeviceSet
from tablekeeper.firmware.program.health import HealthLine
from tablekeeper.firmware.program.loop import Hooks, Loop
from tablekeeper.firmware.program.screen import Screen, show_knob
from tablekeeper.firmware.senses.arbiter import colour_of
from tablekeeper.firmware.senses.inbox import Ailing, Inbox, Lain, Message, Seen, Stirring, Turned, Wanted
from tablekeeper.firmware.senses.reasons import say_reason
from tablekeeper.firmware.senses.recorder import Recorder
from tablekeeper.firmware.service.power import NoPower, Power
from tablekeeper.firmware.settings.config import Config, Settings, write_setting
from tablekeeper.firmware.settings.copies import Copies, load_ledger
from tablekeeper.vision.picture import Picture
from tablekeeper.vision.reading import Die

BOT_PACE_S = 1.5
"""So long the companion thinks about its own move, as people would."""


class Errand(Protocol):
    """Something that is done in the window beside the games: a wizard, the camera's setup, the doctor."""

    over: bool

    @property
    def page(self) -> Page:
        """What it shows now; the same object while nothing changed."""

    def step(self, now_s: float) -> None:
        """Whatever is due."""

    def handle(self, intent: intents.Intent) -> bool:
        """Do what somebody wants, if it is meant for this errand."""

    def close(self) -> None:
        """Leave everything as the games need it."""


Errands = Mapping[type[intents.Intent], "Callable[[Program], Errand | None]"]
"""What begins with an intent; None where the table has not got what it needs."""


@dataclass
class Home:
    """One table's things on disk, and how it is set."""

    config: Config
    journal: Journal
    safe: bool = False
    """Whether nothing but the games that ship is used: no devices, no owner's editions."""
    health: HealthLine = field(default_factory=HealthLine)

    @property
    def folder(self) -> Path:
        """Where everything of this table lies."""
        return self.config.path.parent

    @property
    def copies(self) -> Copies:
        """The editions that may be played with."""
        return Copies(None if self.safe else self.folder)

    @property
    def settings(self) -> Settings:
        """How this table is set."""
        return self.config.settings


class Program:
    """Menu, games, settings and errands on one screen; `step(now)` does what is due."""

    def __init__(
        self,
        screen: Screen,
        home: Home,
        open_devices: Callable[[Program], DeviceSet],
        *,
        luck: random.Random,
        is_pi: bool = False,
        errands: Errands | None = None,
        phones: Phones | None = None,
        house: House | None = None,
        power: Power | None = None,
        think: Think = at_once,
    ) -> None:
        """`think` works out what the companion's choices promised."""
        self.screen = screen
        self.home = home
        self.luck = luck
        self.recorder = Recorder()
        """The last minute, kept when somebody fixes a reading."""
        self.inbox = Inbox()
        self.loop: Loop | None = None
        self.errands: list[Errand] = []
        """What is being done, the latest last."""
        self.over = self.switching_off = False
        self.power: Power = power or NoPower()
        self._taught = find_taught(home.folder)
        """The game that is taught while it is played, or 0."""
        self._sessions: dict[int, Session] = {}
        """The games of the journal that were folded since the start; only this program changes them."""
        self.dice: DiceTable | None = None
        """Who reads dice while no game is played."""
        self.listener: Callable[[Message], bool] | None = None
        """Hears every message first while something is tried by hand, and says which it took."""
        self._held: Seen | None = None
        """Dice that were rolled while something else was on the screen."""
        self.is_pi = is_pi
        self._make_errand = errands or {}
        self._open_devices = open_devices
        self._think = think
        self._shown: Page | None = None
        self.phones = phones or Phones(home.folder, refuse_phones, load_ledger, Look)
        self.house = house or House(refuse_house)
        self.devices = open_devices(self)
        self._note_devices()
        if home.settings.mqtt.on:
            self.open_house()
        self.page: Page = menu_pages.first_page(self)

    @property
    def journal(self) -> Journal:
        """The journal of this table."""
        return self.home.journal

    def step(self, now_s: float) -> None:
        """Whatever is due: devices, the game, an errand, or the menu."""
        self.devices.step()
        self._serve_phones()
        self._serve_house()
        if self.loop is not None and not self.errands:
            loop = self.loop
            loop.step(now_s)
            self.over |= loop.over
            if loop.lessons.tutor is None and self._taught == loop.session.record:
                self._teach(0)
            self.phones.show(loop)
            return
        self._hear(now_s)
        for intent in self.screen.intents(now_s):
            self._want(intent)
        self._step_errand(now_s)
        self._show_page()
        self.screen.draw(now_s)
        if self.dice is None:
            self.phones.show(self.loop)

    def _serve_phones(self) -> None:
        """Phones are heard; one that asks for a seat asks the table."""
        self.phones.step(self.loop, paused=bool(self.errands), dice=self.dice)
        self.home.health.note("phones", "ready" if self.phones.on else "off")
        asking = intents.OpenPhones in self._make_errand and self.phones.requests
        if asking and self.loop is not None and not self.errands:
            self.handle(intents.OpenPhones())

    def open_house(self) -> None:
        """Let the house see the table; what keeps it from that is a trouble of the house's sign."""
        self.house.switch_on(self.inbox)
        self.home.health.note("house", "lost" if self.house.fault else "starting", self.house.fault)

    def _serve_house(self) -> None:
        """The house sees what everybody sees, and may press two buttons."""
        self.house.step(self.loop)
        for button in self.house.take_pressed():
            self._press(button)

    def _press(self, button: str) -> None:
        loop = self.loop
        if button == AGAIN and loop is not None and not self.errands and isinstance(loop.cover.page, DoubtPage):
            loop.handle(intents.RollAgain())
        elif button == QUIET:
            self.screen.adjust("sound", "quiet")
            self.change("table.sound", "quiet")

    def _want(self, intent: intents.Intent) -> None:
        if not (self.errands and self.errands[-1].handle(intent)):
            self.handle(intent)

    def play(self, session: Session, *, lesson: bool = False) -> None:
        """Put a game on the table."""
        self.clear_table()
        self._sessions[session.record] = session
        if session.history.misfit is not None:  # the people choose first
            self.page = menu_pages.resume_page(self, session)
            return
        session.note_end()  # where the power went, or the disk refused, after the last answer
        table = "virtual" if session.history.setup.virtual else "real"
        if lesson or not session.history.played:
            self._teach(session.record if lesson else 0)
        taught = self._taught == session.record
        tutor = Tutor.of(session, self.home.settings.table.language) if taught else None
        hooks = Hooks(
            self.keep_fix, self.keep_reading, self.handle, self._signal, self.devices.serve,
            elsewhere=self.phones.seats, code=lambda: draw_end_code(self.journal.path, session.record),
            think=self._think,
        )  # fmt: skip
        devices, alone = self.devices, TEAM in session.bot_seats
        self.loop = Loop(
            session, self.screen, self.inbox, load_ledger(session.game), luck=self.luck, eye=devices.eye,
            bots=session.bots, pace_s=BOT_PACE_S,
            deals=table == "virtual", observed=lambda asked: not alone and devices.observes(session.game, asked),
            health=self.home.health, tutor=tutor, hooks=hooks,
        )  # fmt: skip
        self.devices.attach(self.loop)

    def _signal(self, name: str) -> None:
        self.devices.signal(name)
        self.house.signal(name)

    def _teach(self, game: int) -> None:
        """From now on this game is taught (0: none), after a power cut too."""
        self._taught = game
        try:
            note_taught(self.home.folder, game)
        except OSError as fault:
            self.home.health.note(
                "saving",
                "doubtful",
                Said("trouble.lesson_not_kept", Words("the lesson cannot be kept: {fault}", fault=fault)),
            )

    def resume(self, record: Record) -> Session:
        """A game from the journal, folded once."""
        if record.id not in self._sessions:
            self._sessions[record.id] = Session.resume(self.journal, record, copies=self.home.copies)
        return self._sessions[record.id]

    def find_session(self, number: int) -> Session | None:
        """A game that was folded since the start."""
        return self._sessions.get(number)

    def give_dice(self, to: DiceTable | None) -> None:
        """From now on this errand hears what the eye sees, as no game is played; None: nobody does."""
        self.dice = to

    def begin_errand(self, errand: Errand) -> None:
        """Do this first; what was on the screen comes back afterwards."""
        self.errands.append(errand)
        self._shown = None
        if self.loop is not None and len(self.errands) == 1:
            self.devices.attach(None)

    def reopen_devices(self) -> None:
        """The devices have changed: open those that the settings name now."""
        self.devices.close()
        self.devices = self._open_devices(self)
        self._note_devices()

    def change(self, name: str, value: object) -> None:
        """Store one setting; what cannot be stored still counts until the end, and the saving dot shows it."""
        try:
            write_setting(self.home.folder, name, value)
            self.home.config = self.home.config.again()
        except (OSError, BadInput) as fault:
            self.home.health.note(
                "saving",
                "doubtful",
                Said("trouble.setting_not_kept", Words("a setting cannot be kept: {fault}", fault=fault)),
            )

    def keep_reading(self, at: int, dice: tuple[Die, ...], picture: Picture | None) -> None:
        """The picture behind an answer, in case somebody fixes it."""
        if picture is not None:
            self.recorder.note_reading(at, picture, dice, [colour_of(die) for die in dice])

    def keep_fix(self, at: int, answer: Answer) -> None:
        """A corrected reading becomes a labelled picture, so that the reader can be measured on this very table."""
        if isinstance(answer, Roll) and at in self.recorder.readings:
            why = self.recorder.save_fix(self.home.folder, at, answer.values, time.time()).why
            words = Said("trouble.picture_not_kept", why) if why else ""
            self.home.health.note("recorder", "doubtful" if why else "ready", words)

    def close(self) -> None:
        """Give the devices back; the game is kept."""
        while self.errands:
            self.errands.pop().close()
        self.clear_table()
        self.phones.close()
        self.house.close()
        self.devices.close()

    def handle(self, intent: intents.Intent) -> None:
        """What somebody wants of the program."""
        if type(intent) in self._make_errand:
            errand = self._make_errand[type(intent)](self)
            if errand is not None:
                self.begin_errand(errand)
            return
        menu_handlers.handle(self, intent)

    def _step_errand(self, now_s: float) -> None:
        if self.errands:
            errand = self.errands[-1]
            errand.step(now_s)
            if errand.over and errand in self.errands:
                self.end_errand()

    def end_errand(self) -> None:
        """The latest errand is done, or is left; what was on the screen before it comes back."""
        self.errands.pop().close()
        self._shown = None
        if self.errands:
            return
        if self.loop is not None:
            self.devices.attach(self.loop)
            self.loop.cover.lay(None)
            if self._held is not None:
                self.inbox.put(self._held)
                self._held = None
        else:
            self.page = menu_pages.menu_page(self)

    def _hear(self, now_s: float) -> None:
        """Beside the games health, the knob and windows that speak for everybody count; dice are nobody's answer."""
        for message in self.inbox.take():
            if self.listener is not None and self.listener(message):
                continue
            if isinstance(message, Ailing):
                self.home.health.note(message.device, message.state, message.why)
            elif isinstance(message, Seen) and self.loop is not None:
                self._held = message
            elif isinstance(message, Seen | Lain | Stirring) and self.dice is not None:
                self.dice.hear(message)
            elif isinstance(message, Turned):
                show_knob(self.screen, message, now_s)
            elif isinstance(message, Wanted) and message.sender.seat is None:
                self._want(message.intent)

    def _note_devices(self) -> None:
        for name, health in self.devices.health().items():
            if name in ("camera", "box") or not health.usable:
                self.home.health.note(name, health.state, "" if health.state == "closed" else say_reason(health.why))
        for name, device in (("camera", self.devices.eye), ("box", self.devices.box)):
            if device is None:
                self.home.health.note(name, "off")

    def _show_page(self) -> None:
        page = self.errands[-1].page if self.errands else self.page
        if (self.loop is None or self.errands) and page is not self._shown:
            self._shown = page
            self.screen.show(page)

    def lay(self, page: Page) -> None:
        """Show a page: over the game, where one is played."""
        if self.loop is not None and not self.errands:
            self.loop.cover.lay(page)
        else:
            self.page = page

    def clear_table(self) -> None:
        """No game lies on the table any more; the journal keeps it."""
        if self.loop is not None:
            self.devices.attach(None)
        self.loop = self._shown = None
