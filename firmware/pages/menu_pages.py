"""The pages beside the games: menu, resume, setup, settings, statistics."""

from __future__ import annotations

import random
from collections.abc import Mapping
from dataclasses import replace
from typing import TYPE_CHECKING

from tablekeeper.display import care_pages as care
from tablekeeper.display import pages as p
from tablekeeper.display.any_page import Page
from tablekeeper.display.intents import OpenSetup
from tablekeeper.display.rulebook import Layout
from tablekeeper.display.rules_pages import RulesPage
from tablekeeper.engines.catalogue import find_game, names
from tablekeeper.engines.core import PUBLIC
from tablekeeper.engines.core.game import Option
from tablekeeper.firmware.errors import GameUnreadable
from tablekeeper.firmware.journal import statistics
from tablekeeper.firmware.journal.care.backup import JOURNAL
from tablekeeper.firmware.journal.listing import list_game
from tablekeeper.firmware.journal.misfits import shorten, spell_misfit
from tablekeeper.firmware.journal.moments import TIME, spell_moment
from tablekeeper.firmware.pages import table_pages
from tablekeeper.firmware.settings import preferences
from tablekeeper.firmware.settings.copies import OWN, SHIPPED, load_ledger

if TYPE_CHECKING:
    from tablekeeper.firmware.journal.journal import Record
    from tablekeeper.firmware.journal.session import Session
    from tablekeeper.firmware.program.program import Program

PEOPLE = ("Ann", "Ben", "Chloé", "Dai", "Eva", "Finn", "Gil", "Hana")
"""Names proposed where nobody has typed any."""
OTHERS = 3
"""So many games that wait are opened for the menu, besides the first one."""
VERDICTS = {statistics.TOO_FEW: "few", statistics.FAIR: "fair", statistics.UNEVEN: "odd"}


def first_page(program: Program) -> Page:
    """The game that waits, or the menu; a careful start opens no game before somebody asks for it."""
    record = None if program.home.safe else program.journal.unfinished()
    try:
        return menu_page(program) if record is None else resume_page(program, program.resume(record))
    except GameUnreadable:
        return menu_page(program)


def menu_page(program: Program) -> p.MenuPage:
    """The games, and those that wait."""
    waiting = program.journal.waiting()
    unfinished = find_waiting(program, waiting[0]) if waiting else None
    games = tuple((name, *find_game(name).seats) for name in names())
    more = max(0, len(waiting) - 1)
    others = tuple(find_waiting(program, record) for record in waiting[1 : 1 + OTHERS])
    lights, safe = program.home.health.lights(), program.home.safe
    return p.MenuPage(games, unfinished, others, more, lights, safe, program.power.available)


def find_waiting(program: Program, record: Record) -> p.Unfinished:
    """The game that waits, with its turn; one that cannot be set up is named as well as it goes."""
    unopened = p.Unfinished(shorten(record.name), tuple(map(shorten, record.players)), number=record.id)
    if program.home.safe:
        return unopened
    try:
        session = program.resume(record)
    except GameUnreadable:
        return unopened
    setup = session.history.setup
    if session.history.misfit is not None:
        return unopened
    turn, view = session.game.turn(session.history.state), session.game.rules.view(session.history.state, PUBLIC)
    return p.Unfinished(record.name, tuple(setup.players), setup.colours, turn, record.id, view=view)


def unfinished_page(program: Program, fault: str = "") -> p.UnfinishedPage:
    """All games that wait."""
    rows = []
    for record in program.journal.waiting():
        listed = list_game(record, program.journal.entries(record.id))
        found = find_waiting(program, record)
        rows.append(replace(found, answers=listed.answers, left_at=spell_moment(listed.last_at_s)))
    return p.UnfinishedPage(tuple(rows), fault, program.home.health.lights())


def resume_page(program: Program, session: Session) -> p.ResumePage:
    """How the table must look to go on."""
    history = session.history
    entries = program.journal.entries(session.record)
    stopped_at = spell_moment(entries[-1].taken_at_s, TIME) if entries else ""
    misfit = spell_misfit(history.misfit) if history.misfit else ""
    others = sum(record.id != session.record for record in program.journal.waiting())
    return p.ResumePage(
        session.game.name, session.game.rules.view(history.state, PUBLIC), table_pages.public_question(session),
        session.names, table_pages.colours_of(history.setup), stopped_at, program.home.health.lights(),
        session.record, misfit, session.rules_changed, others,
    )  # fmt: skip


def setup_page(program: Program, name: str, fault: str = "") -> p.SetupPage:
    """Who plays this game, and how?"""
    game = find_game(name)
    fewest, most = game.seats
    usual = program.home.settings.table.players
    others = tuple(person for person in PEOPLE if person not in usual)
    waiting = next(iter(program.journal.waiting()), None)
    tables = ("virtual", "real") if program.devices.virtual else ("real", "virtual")
    return p.SetupPage(
        game.name, fewest, most, (*usual, *others), players=min(most, max(len(usual) or 2, fewest)),
        editions=(SHIPPED,) if program.home.safe else (SHIPPED, OWN), options=choices(game.options), tables=tables,
        fault=fault, health=program.home.health.lights(), lesson=game.lesson,
        kept=shorten(waiting.name) if waiting is not None else "",
        companions=tables if game.sits_at_table else ("virtual",), strengths=game.strengths,
        **({"colours": game.colours} if game.colours else {}),
    )  # fmt: skip


def rules_page(program: Program, name: str) -> RulesPage:
    """The rules of a game that nobody plays yet; closing them leads back to its set-up."""
    game = find_game(name)
    clauses = table_pages.list_clauses(load_ledger(game))
    layout = Layout(max(2, game.seats[0]))
    return RulesPage(game.name, clauses, None, layout, OpenSetup(game.name), program.home.health.lights())


def settings_page(program: Program) -> care.SettingsPage:
    """The settings as they stand."""
    settings, house = program.home.settings, program.house
    shown = preferences.shown_values(settings)
    on = house.on if settings.mqtt.host else None
    return care.SettingsPage(shown, program.home.health.lights(), on, house.fault)


def evenings_page(program: Program) -> p.EveningsPage:
    """The statistics of all evenings in the journal."""
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
