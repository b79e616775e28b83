"""`tablekeeper shots`: every screen as a picture, with states of real games in it."""

from __future__ import annotations

import random
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path

from tablekeeper.display import care_pages as care
from tablekeeper.display import pages as p
from tablekeeper.display.any_page import Page
from tablekeeper.display.dice_pages import DicePage
from tablekeeper.display.window.shots import shots
from tablekeeper.display.words.texts import Said
from tablekeeper.engines.catalogue import find_game, names
from tablekeeper.engines.core.bots.playout import choose_randomly
from tablekeeper.faults import Words
from tablekeeper.firmware.errands import wizard
from tablekeeper.firmware.journal.journal import Journal
from tablekeeper.firmware.journal.session import Session
from tablekeeper.firmware.pages import table_pages
from tablekeeper.firmware.pages.menu_pages import PEOPLE, choices
from tablekeeper.firmware.senses import arbiter
from tablekeeper.firmware.settings.copies import load_ledger
from tablekeeper.firmware.settings.folder import make_folder

SEED = 5
GAMES_LOOKED_AT = 6
"""Random games in which each kind of question is looked for."""


def take_shots(out: Path, show: Callable[[str], None], game: str = "") -> int:
    """Draw every screen, or those of one game, into a folder, with progress game by game; return their number."""
    only = (find_game(game).name,) if game else ()
    make_folder(out, Words("pictures"))
    taken = 0 if only else len(shots(out, _general_pages()))
    for name in only or names():
        taken += len(shots(out, _game_pages(name)))
        show(f"{find_game(name).title}: {taken} pictures so far")
    return taken


def _general_pages() -> Iterator[tuple[str, Page]]:
    games = tuple((name, *find_game(name).seats) for name in names())
    yield "menu", p.MenuPage(games)
    for name in names():
        game = find_game(name)
        fewest, most = game.seats
        yield (
            f"setup_{name}",
            p.SetupPage(name, fewest, most, PEOPLE, players=max(2, fewest), options=choices(game.options)),
        )
    yield "settings", care.SettingsPage({})
    for name, answers in wizard.CHOICES.items():
        if answers:
            yield f"wizard_{name}", care.WizardPage(name, answers, answers[0], 1, len(wizard.CHOICES))
    yield "names", care.NamesPage(PEOPLE[:3])
    yield "corners", care.CornersPage(2, (True, False, False, False))
    yield "magnets", care.MagnetPage(5, (True,) * 4 + (False,) * 5)
    yield "calibration", care.CalibrationPage(None)
    yield "by_hand", care.HandsPage("knob", Said("hands.turn_right"))
    yield (
        "doctor",
        care.DoctorPage(
            (care.Finding("camera", "ok", "a picture"), care.Finding("sound", "doubt", "no card", "plug one in"))
        ),
    )
    dice = (p.DieCrop(3, "red"), p.DieCrop(5, "red"), p.DieCrop(6, "white"))
    yield "dice", DicePage(2, dice, ((("red", 1), ("red", 4), ("white", 2)),))
    yield "evenings", p.EveningsPage((p.GameCount(names()[1], 4, 3, (("Ann", 2),)),))


def _game_pages(name: str) -> Iterator[tuple[str, Page]]:
    seen: set[str] = set()
    with tempfile.TemporaryDirectory() as home, Journal(Path(home) / "journal.sqlite") as journal:
        for number in range(GAMES_LOOKED_AT):
            session = Session.begin(journal, name, _players(name), table="virtual")
            yield from _new_questions(session, random.Random(SEED + number), seen)
        ledger = load_ledger(session.game)
        events = [event for played in session.history.played for event in played.events]
        why = table_pages.why_page(session, ledger, events, 2, p.ALL_WELL)
        if why is not None:
            yield f"{name}_why", why
        yield f"{name}_timeline", table_pages.timeline_page(session, p.ALL_WELL)
        yield f"{name}_end", table_pages.end_page(session, 1, p.ALL_WELL)


def _players(name: str) -> list[str]:
    fewest, most = find_game(name).seats
    return list(PEOPLE[: max(fewest, min(4, most))])


def _new_questions(session: Session, luck: random.Random, seen: set[str]) -> Iterator[tuple[str, Page]]:
    """A page for each kind of question that no earlier game has shown."""
    humans = range(len(session.history.setup.players))
    while not session.is_over:
        question = session.history.question
        if question.kind not in seen:
            seen.add(question.kind)
            yield f"{session.game.name}_{question.kind}", table_pages.table_page(session, humans)
            if arbiter.is_roll(question):
                dice = table_pages.asked_dice(question)
                yield f"{session.game.name}_doubt", table_pages.doubt_page(session, dice, 0, -1, p.ALL_WELL)
        answer = choose_randomly(session.game.rules, session.history.state, question, luck)
        session.answer(answer, "simulation")
