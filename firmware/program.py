"""The program behind the window: the menu, the game that is played, and the screens that are not part of a game."""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from display import wishes as w
from display.pages import (
    Choice,
    DoctorPage,
    Light,
    MenuPage,
    Page,
    ResumePage,
    SettingsPage,
    SetupPage,
    Unfinished,
)
from engines.catalogue import NAMES, find_game
from engines.core import PUBLIC, Answer, EngineError, Roll
from engines.core.game import Option
from firmware import pages
from firmware.arbiter import colour_of
from firmware.copies import OWN, SHIPPED, Copies, load_ledger
from firmware.errors import BadInput
from firmware.inbox import Inbox
from firmware.journal import Journal, Record
from firmware.kits import Kit
from firmware.loop import Loop, Screen
from firmware.recorder import Recorder
from firmware.session import Session
from vision.reading import Die

PEOPLE = ("Ann", "Ben", "Chloé", "Dai", "Eva", "Finn", "Gil", "Hana")
"""Names proposed where nobody has typed any."""


class Program:
    """Menu, games and settings on one screen; `step(now)` does what is due."""

    def __init__(
        self,
        screen: Screen,
        journal: Journal,
        make_kit: Callable[[Inbox, Any, str], Kit],
        *,
        luck: random.Random,
        home: Path | None = None,
        settings: dict[str, str] | None = None,
        restyle: Callable[[str, str], None] = lambda name, value: None,
        diagnose: Callable[[], DoctorPage] | None = None,
    ) -> None:
        self.screen = screen
        self.journal = journal
        self.make_kit = make_kit
        self.luck = luck
        self.home = home
        self.copies = Copies(home)
        self.recorder = Recorder()
        """The last minute, kept when somebody fixes a reading."""
        self.settings = dict(settings or {})
        self.restyle = restyle
        self.diagnose = diagnose
        self.inbox = Inbox()
        self.loop: Loop | None = None
        self.kit: Kit | None = None
        self.page: Page = self._first_page()
        self.over = False
        self._shown: Page | None = None

    def step(self, now_s: float) -> None:
        """Whatever is due: devices, the game, or the menu."""
        if self.kit is not None:
            self.kit.step()
        loop = self.loop  # a wish may clear the table while the loop runs
        if loop is not None:
            loop.step(now_s)
            self.over |= loop.over
            return
        for wish in self.screen.wishes(now_s):
            self.grant(wish)
        self._show_page()
        self.screen.draw(now_s)

    def play(self, session: Session, table: str) -> None:
        """Put a game on the table."""
        self._clear_table()
        self.kit = self.make_kit(self.inbox, session.history.setup, table)
        self.loop = Loop(
            session, self.screen, self.inbox, load_ledger(session.game),
            luck=self.luck, eye=self.kit.eye, deals=table == "virtual", on_other=self.grant, on_fix=self.keep_fix,
            on_reading=self.keep_reading,
        )  # fmt: skip
        self.kit.attach(self.loop)

    def keep_reading(self, at: int, dice: tuple[Die, ...], picture: Any) -> None:
        """The picture behind an answer, in case somebody fixes it."""
        if picture is not None:
            self.recorder.note_reading(at, picture, dice, [colour_of(die) for die in dice])

    def keep_fix(self, at: int, answer: Answer) -> None:
        """A corrected reading becomes a labelled picture, so that the reader can be measured on this very table."""
        if self.home is not None and isinstance(answer, Roll):
            self.recorder.save_fix(self.home, at, answer.values, time.time())

    def close(self) -> None:
        """Give the devices back; the game is kept."""
        self._clear_table()

    def grant(self, wish: w.Wish) -> None:
        """What somebody wants of the program."""
        grant = GRANTS.get(type(wish))
        if grant is not None:
            grant(self, wish)

    def grant_menu(self, wish: w.Wish) -> None:
        """Back to the menu; the game is kept and can be gone on with."""
        self._clear_table()
        self.page = self._menu()

    def grant_setup(self, wish: w.OpenSetup) -> None:
        """Who plays this game, and how?"""
        self._lay(self._setup(wish.game))

    def grant_start(self, wish: w.StartGame) -> None:
        """Begin."""
        options = dict(wish.options)
        if "colours" in find_game(wish.game).options and wish.colours:
            options["colours"] = ",".join(wish.colours)
        try:
            session = Session.begin(
                self.journal, wish.game, wish.players, table=wish.table,
                edition=wish.edition, options=options, copies=self.copies,
            )  # fmt: skip
        except (EngineError, BadInput) as fault:
            self._lay(self._setup(wish.game, str(fault)))
            return
        self.play(session, wish.table)

    def grant_continue(self, wish: w.Continue) -> None:
        """Go on with the unfinished game, after a look at the table."""
        record = self.journal.unfinished()
        if record is None:
            self.page = self._menu()
        elif isinstance(self.page, ResumePage):
            session = Session.resume(self.journal, record, copies=self.copies)
            self.play(session, "virtual" if session.history.setup.virtual else "real")
        else:
            self.page = self._resume(record)

    def grant_settings(self, wish: w.OpenSettings) -> None:
        """Show the settings."""
        self._lay(SettingsPage(dict(self.settings)))

    def grant_setting(self, wish: w.Setting) -> None:
        """Change one setting, at once."""
        self.settings[wish.name] = wish.value
        self.restyle(wish.name, wish.value)
        self._lay(SettingsPage(dict(self.settings)))

    def grant_doctor(self, wish: w.Wish) -> None:
        """Is everything well?"""
        if self.diagnose is not None:
            self._lay(self.diagnose())

    def grant_back(self, wish: w.Back) -> None:
        """Close what is open."""
        self.page = self._menu()

    def grant_quit(self, wish: w.Quit) -> None:
        """Close the program; the game is kept."""
        self.over = True

    def _show_page(self) -> None:
        if self.loop is None and self.page is not self._shown:
            self._shown = self.page
            self.screen.show(self.page)

    def _lay(self, page: Page) -> None:
        if self.loop is not None:
            self.loop.lay_over(page)
        else:
            self.page = page

    def _clear_table(self) -> None:
        if self.kit is not None:
            self.kit.close()
        self.kit = self.loop = self._shown = None

    def _setup(self, name: str, fault: str = "") -> SetupPage:
        game = find_game(name)
        fewest, most = game.seats
        return SetupPage(
            game.name, fewest, most, PEOPLE, players=max(2, fewest), options=choices(game.options),
            editions=(SHIPPED, OWN), fault=fault,
        )  # fmt: skip

    def _first_page(self) -> Page:
        record = self.journal.unfinished()
        return self._menu() if record is None else self._resume(record)

    def _menu(self) -> MenuPage:
        record = self.journal.unfinished()
        unfinished = None
        if record is not None:
            session = Session.resume(self.journal, record, copies=self.copies)
            view = session.game.rules.view(session.history.state, PUBLIC)
            setup = session.history.setup
            colours = tuple(getattr(setup, "colours", ()))
            unfinished = Unfinished(record.name, tuple(setup.players), colours, getattr(view, "turn", 0))
        games = tuple((name, *find_game(name).seats) for name in NAMES)
        return MenuPage(games, unfinished, self._lights())

    def _resume(self, record: Record) -> ResumePage:
        session = Session.resume(self.journal, record, copies=self.copies)
        view = session.game.rules.view(session.history.state, PUBLIC)
        colours = pages.colours_of(session.history.setup)
        return ResumePage(
            record.name, view, pages.public_question(session), session.names, colours, health=self._lights()
        )

    def _lights(self) -> tuple[Light, ...]:
        return (Light("camera", "off"), Light("box", "off"), Light("saving"))


def choices(options: Mapping[str, Option]) -> tuple[Choice, ...]:
    """The options that offer a choice between few values."""
    return tuple(Choice(name, option.values) for name, option in options.items() if option.values)


GRANTS: dict[type[w.Wish], Callable[[Program, Any], None]] = {
    w.OpenMenu: Program.grant_menu,
    w.OpenSetup: Program.grant_setup,
    w.StartGame: Program.grant_start,
    w.Continue: Program.grant_continue,
    w.OpenSettings: Program.grant_settings,
    w.Setting: Program.grant_setting,
    w.OpenDoctor: Program.grant_doctor,
    w.Test: Program.grant_doctor,
    w.Back: Program.grant_back,
    w.Quit: Program.grant_quit,
}
