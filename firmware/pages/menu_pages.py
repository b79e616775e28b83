"""The pages beside the games: menu, resume, setup, settings, statistics."""

from __future__ import annotations

import random
import time
from collections.abc import Mapping
from typing import TYPE_CHECKING

from tablekeeper.display import care_pages as care
from tablekeeper.display import pages as p
from tablekeeper.display.any_page import Page
from tablekeeper.engines.catalogue import find_game, names
from tablekeeper.engines.core import PUBLIC
from tablekeeper.engines.core.game import Option
from tablekeeper.firmware.journal import statistics
from tablekeeper.firmware.journal.backup import JOURNAL
from tablekeeper.firmware.pages import table_pages
from tablekeeper.firmware.settings import preferences
from tablekeeper.firmware.settings.copies import OWN, SHIPPED

if TYPE_CHECKING:
    from tablekeeper.firmware.journal.journal import Record
    from tablekeeper.firmware.program.program import Program

PEOPLE = ("Ann", "Ben", "Chloé", "Dai", "Eva", "Finn", "Gil", "Hana")
"""Names proposed where nobody has typed any."""
VERDICTS = {statistics.TOO_FEW: "few", statistics.FAIR: "fair", statistics.UNEVEN: "odd"}


def first_page(program: Program) -> Page:
    """The game that waits, or the menu."""
    record = program.journal.unfinished()
    return menu_page(program) if record is None else resume_page(program, record)


def is_resume(page: Page) -> bool:
    """Whether somebody has looked at the table already."""
    return isinstance(page, p.ResumePage)


def menu_page(program: Program) -> p.MenuPage:
    """The games, and the one that waits."""
    record = program.journal.unfinished()
    unfinished = None
    if record is not None:
        session = program.resume(record)
        setup = session.history.setup
        turn = session.game.turn(session.history.state)
        unfinished = p.Unfinished(record.name, tuple(setup.players), setup.colours, turn)
    games = tuple((name, *find_game(name).seats) for name in names())
    return p.MenuPage(games, unfinished, program.home.health.lights(), program.home.safe)


def resume_page(program: Program, record: Record) -> p.ResumePage:
    """How the table must look to go on."""
    session = program.resume(record)
    view = session.game.rules.view(session.history.state, PUBLIC)
    entries = program.journal.entries(record.id)
    stopped_at = time.strftime("%H:%M", time.localtime(entries[-1].taken_at_s)) if entries else ""
    return p.ResumePage(
        record.name, view, table_pages.public_question(session), session.names,
        table_pages.colours_of(session.history.setup), stopped_at, program.home.health.lights(),
    )  # fmt: skip


def setup_page(program: Program, name: str, fault: str = "") -> p.SetupPage:
    """Who plays this game, and how?"""
    game = find_game(name)
    fewest, most = game.seats
    usual = program.home.settings.table.players
    others = tuple(person for person in PEOPLE if person not in usual)
    tables = ("virtual", "real") if program.devices.virtual else ("real", "virtual")
    return p.SetupPage(
        game.name, fewest, most, (*usual, *others), players=min(most, max(len(usual) or 2, fewest)),
        editions=(SHIPPED,) if program.home.safe else (SHIPPED, OWN), options=choices(game.options), tables=tables,
        fault=fault, health=program.home.health.lights(), lesson=game.lesson,
        **({"colours": game.colours} if game.colours else {}),
    )  # fmt: skip


def settings_page(program: Program) -> care.SettingsPage:
    """The settings as they stand."""
    return care.SettingsPage(preferences.shown_values(program.home.settings), program.home.health.lights())


def evenings_page(program: Program) -> p.EveningsPage:
    """What the journal tells of all evenings."""
    counted = statistics.count_journal(program.home.folder / JOURNAL, random.Random(0))
    games = tuple(
        p.GameCount(name, game.begun, game.finished, tuple(game.wins.most_common()))
        for name, game in counted.games.items()
    )
    dice = {colour: (fair.counts, VERDICTS[fair.verdict]) for colour, fair in counted.dice.items()}
    return p.EveningsPage(games, dice, counted.fixed, program.home.health.lights())


def choices(options: Mapping[str, Option]) -> tuple[p.Choice, ...]:
    """The options that offer a choice between few values."""
    return tuple(p.Choice(name, option.values) for name, option in options.items() if option.values)
