"""What the program does for each intent beside the games: menu, setup, settings, ways in and out."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from tablekeeper.display import intents
from tablekeeper.display.care_pages import SwitchOffPage
from tablekeeper.display.pages import ResumePage
from tablekeeper.display.words.texts import ENGLISH, Said, shipped_texts
from tablekeeper.engines.catalogue import find_game
from tablekeeper.engines.core import EngineError
from tablekeeper.engines.core.errors import SetupFault
from tablekeeper.faults import words_of
from tablekeeper.firmware.errors import BackupFault, BadInput, GameUnreadable, JournalFault
from tablekeeper.firmware.journal.care.backup import write_backup
from tablekeeper.firmware.journal.care.sticks import copy_to_stick, find_sticks
from tablekeeper.firmware.journal.session import Session
from tablekeeper.firmware.pages import menu_pages
from tablekeeper.firmware.settings import preferences

if TYPE_CHECKING:
    from tablekeeper.firmware.journal.journal import Record
    from tablekeeper.firmware.program.program import Program


def handle(program: Program, intent: intents.Intent) -> None:
    """Carry out what somebody wants; an intent that nobody knows here is nobody's."""
    do = INTENT_HANDLERS.get(type(intent))
    if do is not None:
        do(program, intent)


def open_menu(program: Program, intent: intents.Intent) -> None:
    """Back to the menu; the game is kept and can be gone on with."""
    while program.errands:
        program.errands.pop().close()
    program.clear_table()
    program.page = menu_pages.menu_page(program)


def open_setup(program: Program, intent: intents.OpenSetup) -> None:
    """Who plays this game, and how?"""
    program.lay(menu_pages.setup_page(program, intent.game))


def start_game(program: Program, intent: intents.StartGame) -> None:
    """Begin."""
    options = dict(intent.options)
    if find_game(intent.game).colours and intent.colours:
        options["colours"] = ",".join(intent.colours)
    try:
        session = Session.begin(
            program.journal, intent.game, intent.players, table=intent.table,
            edition=intent.edition, options=options, copies=program.home.copies, companions=intent.companions,
            strength=intent.strength,
        )  # fmt: skip
    except (EngineError, BadInput) as fault:
        program.lay(menu_pages.setup_page(program, intent.game, name_setup_fault(intent.game, fault)))
        return
    program.play(session, lesson=intent.lesson)


def name_setup_fault(game: str, fault: Exception) -> Said:
    """Why a game cannot begin, as the screen says it: the choices do not fit, or the copy cannot be used. The terminal
    says which place of which file."""
    if not isinstance(fault, SetupFault):
        return Said("setup.fault_copy")
    key = f"{game}.fault.{fault.code}"
    return Said(key if key in shipped_texts(ENGLISH) else "setup.fault_choices")


def go_on(program: Program, intent: intents.Continue) -> None:
    """Go on with the unfinished game, after a look at the table; after a game, once more with the same people."""
    if program.loop is not None and program.loop.session.is_over:
        _play_once_more(program, program.loop.session)
        return
    session = _looked_at(program)
    record = program.journal.unfinished()
    if session is not None:
        _settle_and_play(program, session)
    elif record is None:
        program.page = menu_pages.menu_page(program)
    else:
        _offer(program, record)


def _looked_at(program: Program) -> Session | None:
    """The game whose table somebody has just looked at."""
    page = program.page
    return program.find_session(page.number) if program.loop is None and isinstance(page, ResumePage) else None


def _settle_and_play(program: Program, session: Session) -> None:
    """Go on from where the game still fits."""
    try:
        if session.history.misfit is not None:
            session.settle("touch")
    except JournalFault as fault:
        _report_late(program, fault)
        program.page = menu_pages.resume_page(program, session)
        return
    program.play(session)


def _offer(program: Program, record: Record) -> None:
    """Show how the table must look to go on with a game, or why it cannot be gone on with."""
    try:
        program.page = menu_pages.resume_page(program, program.resume(record))
    except GameUnreadable as fault:
        program.page = menu_pages.unfinished_page(program, fault.words)


def _report_late(program: Program, fault: JournalFault) -> None:
    program.home.health.note("saving", "lost", Said("trouble.saving_late", words_of(fault)))


def export(program: Program, intent: intents.Export) -> None:
    """Back up now, onto a stick if there is one for it; the menu says what became of it."""
    home = program.home
    try:
        write_backup(home.folder)
        copies = [copy_to_stick(home.folder, stick, home.settings.journal.backups_kept) for stick in find_sticks()]
    except (BackupFault, JournalFault) as fault:
        says = Said("trouble.not_backed_up", words_of(fault))
    else:
        done = [copy.parent for copy in copies if copy is not None]
        places = Said("menu.exported", place=f"{done[0].parent.name}/{done[0].name}") if done else None
        says = places or Said("menu.exported_here")
    program.page = replace(menu_pages.menu_page(program), says=says)


def open_unfinished(program: Program, intent: intents.OpenUnfinished) -> None:
    """Show all games that wait."""
    program.page = menu_pages.unfinished_page(program)


def resume_game(program: Program, intent: intents.ResumeGame) -> None:
    """Go on with a game of the list, after a look at the table."""
    found = next((record for record in program.journal.waiting() if record.id == intent.number), None)
    if found is None:
        open_unfinished(program, intents.OpenUnfinished())
    else:
        _offer(program, found)


def leave_game(program: Program, intent: intents.LeaveGame) -> None:
    """Put a game away; the journal keeps it."""
    try:
        program.journal.end(intent.number, "left", (), time.time())
    except JournalFault as fault:
        _report_late(program, fault)
    left = program.journal.unfinished()
    program.page = menu_pages.menu_page(program) if left is None else menu_pages.unfinished_page(program)


def _play_once_more(program: Program, session: Session) -> None:
    try:
        again = session.once_more()
    except BadInput as fault:
        program.home.health.note("saving", "lost", Said("trouble.not_once_more", words_of(fault)))
        open_menu(program, intents.OpenMenu())
        return
    program.play(again)


def open_what_happened(program: Program, intent: intents.Intent) -> None:
    """The table is not as the game was left: what happened lies open, to fix a reading or to go back together."""
    session = _looked_at(program)
    if session is not None and session.history.misfit is None:
        program.play(session)
    if program.loop is not None:
        program.loop.handle(intents.OpenTimeline())


def open_settings(program: Program, intent: intents.OpenSettings) -> None:
    """Show the settings."""
    program.lay(menu_pages.settings_page(program))


def open_rules(program: Program, intent: intents.OpenRules) -> None:
    """Show the rules of a game that is not on the table."""
    if intent.game:
        program.lay(menu_pages.rules_page(program, intent.game))


def open_evenings(program: Program, intent: intents.OpenEvenings) -> None:
    """Show the statistics of all evenings."""
    program.lay(menu_pages.evenings_page(program))


def change_setting(program: Program, intent: intents.Setting) -> None:
    """Change one setting, at once and for good."""
    program.screen.adjust(intent.name, intent.value)
    place, values = preferences.PREFERENCES[intent.name]
    program.change(place, values[intent.value])
    if program.loop is not None:
        program.loop.lessons.speak(program.home.settings.table.language)
    program.lay(menu_pages.settings_page(program))


def switch_house(program: Program, intent: intents.SwitchHouse) -> None:
    """Let the house see the table from now on, or no longer; the settings keep it."""
    if intent.on:
        program.open_house()
    else:
        program.house.switch_off()
        program.home.health.note("house", "off")
    if not program.house.fault:
        program.change("mqtt.on", intent.on)
    program.lay(menu_pages.settings_page(program))


def play_by_touch(program: Program, intent: intents.PlayByTouch) -> None:
    """From now on people enter the dice."""
    go_back(program, intent)
    if program.loop is not None:
        program.loop.play_by_touch()


def go_back(program: Program, intent: intents.Intent) -> None:
    """Close what is open."""
    if program.errands:
        program.end_errand()
    elif program.loop is None:
        program.page = menu_pages.menu_page(program)


def ask_switch_off(program: Program, intent: intents.OpenSwitchOff) -> None:
    """Switching off is asked once; where it is not offered, nothing happens."""
    if program.power.available:
        program.lay(SwitchOffPage(program.home.health.lights()))


def switch_off(program: Program, intent: intents.SwitchOff) -> None:
    """Close the program; whoever runs it switches the Pi off once everything is closed."""
    if program.power.available:
        program.over = program.switching_off = True


def quit_program(program: Program, intent: intents.Quit) -> None:
    """Close the program; the game is kept."""
    program.over = True


INTENT_HANDLERS: dict[type[intents.Intent], Callable[[Program, Any], None]] = {
    intents.OpenMenu: open_menu,
    intents.OpenSetup: open_setup,
    intents.StartGame: start_game,
    intents.Continue: go_on,
    intents.Export: export,
    intents.OpenUnfinished: open_unfinished,
    intents.ResumeGame: resume_game,
    intents.LeaveGame: leave_game,
    intents.SomethingDiffers: open_what_happened,
    intents.OpenTimeline: open_what_happened,
    intents.OpenRules: open_rules,
    intents.OpenEvenings: open_evenings,
    intents.OpenSettings: open_settings,
    intents.Setting: change_setting,
    intents.SwitchHouse: switch_house,
    intents.PlayByTouch: play_by_touch,
    intents.Back: go_back,
    intents.OpenSwitchOff: ask_switch_off,
    intents.SwitchOff: switch_off,
    intents.Quit: quit_program,
}
