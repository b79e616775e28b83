"""What the program does for each wish beside the games: menu, setup, settings, ways in and out."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from display import wishes as w
from display.texts import Said
from engines.catalogue import find_game
from engines.core import EngineError
from firmware import covers, preferences
from firmware.errors import BadInput
from firmware.session import Session

if TYPE_CHECKING:
    from firmware.program import Program


def grant(program: Program, wish: w.Wish) -> None:
    """Do what is wished for; a wish that nobody knows here is nobody's."""
    do = GRANTS.get(type(wish))
    if do is not None:
        do(program, wish)


def open_menu(program: Program, wish: w.Wish) -> None:
    """Back to the menu; the game is kept and can be gone on with."""
    while program.errands:
        program.errands.pop().close()
    program.clear_table()
    program.page = covers.menu_page(program)


def open_setup(program: Program, wish: w.OpenSetup) -> None:
    """Who plays this game, and how?"""
    program.lay(covers.setup_page(program, wish.game))


def start_game(program: Program, wish: w.StartGame) -> None:
    """Begin."""
    options = dict(wish.options)
    if "colours" in find_game(wish.game).options and wish.colours:
        options["colours"] = ",".join(wish.colours)
    try:
        session = Session.begin(
            program.journal, wish.game, wish.players, table=wish.table,
            edition=wish.edition, options=options, copies=program.home.copies,
        )  # fmt: skip
    except (EngineError, BadInput) as fault:
        program.lay(covers.setup_page(program, wish.game, str(fault)))
        return
    program.play(session, lesson=wish.lesson)


def go_on(program: Program, wish: w.Continue) -> None:
    """Go on with the unfinished game, after a look at the table; after a game, once more with the same people."""
    if program.loop is not None and program.loop.session.is_over:
        _play_once_more(program, program.loop.session)
        return
    record = program.journal.unfinished()
    if record is None:
        program.page = covers.menu_page(program)
    elif covers.is_resume(program.page):
        program.play(program.resume(record))
    else:
        program.page = covers.resume_page(program, record)


def _play_once_more(program: Program, session: Session) -> None:
    try:
        again = session.once_more()
    except BadInput as fault:
        program.home.health.note("saving", "lost", Said("trouble.not_once_more", str(fault)))
        open_menu(program, w.OpenMenu())
        return
    program.play(again)


def open_what_happened(program: Program, wish: w.Wish) -> None:
    """The table is not as the game was left: what happened lies open, to fix a reading or to go back together."""
    record = program.journal.unfinished()
    if record is not None:
        program.play(program.resume(record))
    if program.loop is not None:
        program.loop.open_timeline()


def open_settings(program: Program, wish: w.OpenSettings) -> None:
    """Show the settings."""
    program.lay(covers.settings_page(program))


def open_evenings(program: Program, wish: w.OpenEvenings) -> None:
    """Show what all evenings together tell."""
    program.lay(covers.evenings_page(program))


def change_setting(program: Program, wish: w.Setting) -> None:
    """Change one setting, at once and for good."""
    program.screen.adjust(wish.name, wish.value)
    place, values = preferences.PREFERENCES[wish.name]
    program.change(place, values[wish.value])
    if program.loop is not None and program.loop.tutor is not None:
        program.loop.tutor.language = program.home.settings.table.language
    program.lay(covers.settings_page(program))


def play_by_touch(program: Program, wish: w.PlayByTouch) -> None:
    """From now on people tell the dice."""
    go_back(program, wish)
    if program.loop is not None:
        program.loop.by_touch = True
        program.loop.lay_over(None)


def go_back(program: Program, wish: w.Wish) -> None:
    """Close what is open."""
    if program.errands:
        program.end_errand()
    elif program.loop is None:
        program.page = covers.menu_page(program)


def quit_program(program: Program, wish: w.Quit) -> None:
    """Close the program; the game is kept."""
    program.over = True


GRANTS: dict[type[w.Wish], Callable[[Program, Any], None]] = {
    w.OpenMenu: open_menu,
    w.OpenSetup: open_setup,
    w.StartGame: start_game,
    w.Continue: go_on,
    w.SomethingDiffers: open_what_happened,
    w.OpenTimeline: open_what_happened,
    w.OpenEvenings: open_evenings,
    w.OpenSettings: open_settings,
    w.Setting: change_setting,
    w.PlayByTouch: play_by_touch,
    w.Back: go_back,
    w.Quit: quit_program,
}
