"""Playing in a window, at a terminal, or as a simulated evening."""

from __future__ import annotations

import os
import random
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from tablekeeper.display.words.speech import Speech
from tablekeeper.display.words.texts import Said, Texts, shipped_texts
from tablekeeper.engines.catalogue import NAMES as SHIPPED_GAMES
from tablekeeper.engines.catalogue import find_game, names
from tablekeeper.engines.core.game import Game
from tablekeeper.faults import Words
from tablekeeper.firmware.commands.playing.keyboard import Lines, Quit, ask
from tablekeeper.firmware.commands.playing.terminal import Terminal, cause_of
from tablekeeper.firmware.errors import BadInput, JournalFault
from tablekeeper.firmware.journal.care.backup import JOURNAL, newest_backup
from tablekeeper.firmware.journal.care.repair import Opened, open_journal
from tablekeeper.firmware.journal.companions import seats_named
from tablekeeper.firmware.journal.journal import Journal, Record
from tablekeeper.firmware.journal.misfits import shorten, spell_misfit
from tablekeeper.firmware.journal.origin import BOTS, GOOD, PEOPLE
from tablekeeper.firmware.journal.session import Session
from tablekeeper.firmware.pages.table_pages import colours_of
from tablekeeper.firmware.pages.tutor import Tutor, find_taught, note_taught
from tablekeeper.firmware.service.service import Service
from tablekeeper.firmware.settings.config import Config, Settings
from tablekeeper.firmware.settings.copies import SHIPPED, Copies, load_ledger
from tablekeeper.firmware.updates import launch

if TYPE_CHECKING:
    from tablekeeper.firmware.simulated.evening import Summary

Show = Callable[[str], None]
NAMES = ("Ann", "Ben", "Chloé", "Dai", "Eva")
DEVICES = {
    "real": ("camera.backend=real", "box.backend=real"),
    "simulated": ("camera.backend=simulated", "box.backend=simulated"),
    "touch": ("camera.backend=none", "box.backend=none"),
}
"""What --table means in a window; without it the settings count."""
ENGINE_TABLE = {"real": "real", "touch": "real", "simulated": "virtual"}
"""A simulated table knows its components; at the others the people hold them."""


def open_session(
    journal: Journal,
    game: str,
    show: Show,
    *,
    players: str,
    table: str | None,
    edition: str,
    options: Mapping[str, str],
    new: bool,
    copies: Copies,
    resume: int | None = None,
    by: str = PEOPLE,
    strength: str = GOOD,
) -> Session:
    """The game that was asked for, the unfinished game of that kind that was played last, or a new one."""
    found = find_game(game)
    record = choose_record(journal, found, resume, new=new, by=by)
    if record is not None:
        session = Session.resume(journal, record, copies=copies)
        if session.history.misfit is not None or not session.is_over:
            show(Said("terminal.going_on", game=record.id, count=len(session.history.played)))
            people = session.history.setup.players
            if edition or options or _names(players) not in ([], list(people)):
                show(Said("terminal.as_begun", names=", ".join(people)))
            if session.rules_changed and session.history.misfit is None:
                show(Said("terminal.rules_changed"))
            return session
        session.note_end()
    names = _names(players) or list(NAMES[:2])
    companions = seats_named(names) if by == PEOPLE else ()
    on_screen = table is None and (companions or by == BOTS)  # bots hold nothing in their hands
    waiting = journal.unfinished() if record is None else None
    session = Session.begin(
        journal,
        game,
        names,
        table="virtual" if on_screen else ENGINE_TABLE[table or "touch"],
        edition=edition,
        options=options,
        copies=copies,
        by=by,
        companions=companions,
        strength=strength,
    )
    if waiting is not None:  # said only once the new one could begin
        show_waiting(waiting, show)
    return session


def choose_record(journal: Journal, game: Game, number: int | None, *, new: bool, by: str) -> Record | None:
    """The game to go on with: the one with this number, or the last played of its kind; None for a new one."""
    if number is not None:
        return find_record(journal, game, number, new=new)
    waiting = (record for record in journal.waiting(by) if record.name == game.name)
    return None if new else next(waiting, None)


def find_record(journal: Journal, game: Game, number: int, *, new: bool) -> Record:
    """The game of this number, if it can be gone on with."""
    if new:
        raise BadInput(
            "Cannot go on with game {number}: found --new beside --resume; expected one of them", number=number
        )
    record = next((record for record in journal.records() if record.id == number), None)
    if record is None:
        raise BadInput(
            "Cannot go on with game {number}: there is none of that number; expected one that `tablekeeper "
            "games` lists",
            number=number,
        )
    if record.name != game.name:
        raise BadInput(
            "Cannot go on with game {number}: it is a game of {name}; expected play {name}",
            number=number,
            name=shorten(record.name),
        )
    if record.ending == "over":
        raise BadInput(
            "Cannot go on with game {number}: it is finished; expected one that `tablekeeper games` lists as waiting",
            number=number,
        )
    return record


def show_waiting(record: Record, show: Show) -> None:
    """A new game begins: the one that was played before goes on waiting."""
    name = shorten(record.name)
    title = find_game(record.name).title if record.name in names() else name
    show(Said("terminal.waits", game=record.id, title=title, name=name.replace("_", "-")))


def settle_at_terminal(session: Session, say: Callable[[str], None], hear: Callable[[], str], texts: Texts) -> bool:
    """Show what no longer fits, and let the people choose; whether the game goes on."""
    misfit = session.history.misfit
    if misfit is None:
        return True
    say(Said("terminal.misfit", words=spell_misfit(misfit)))
    while True:
        say(Said("terminal.settle_how"))
        word = hear().strip().lower()
        if word in ("quit", "q", texts.say("terminal.command.quit")):
            raise Quit
        if word in ("go on", texts.say("terminal.settle_words")):
            session.settle("keyboard")
            return True
        if word in ("leave", texts.say("terminal.leave_word")):
            session.leave()
            say(Said("terminal.left", game=session.record))
            return False


def play(
    config: Config, game: str, show: Show, *, headless: bool, seed: int | None, bots: bool, out: Path,
    lesson: bool, phones: bool = False, port: int | None = None, **wanted: Any,
) -> None:  # fmt: skip
    """`tablekeeper play`: in a window; at the terminal, or as a simulated evening, without one."""
    home = config.path.parent
    headless = headless or not has_screen(os.environ, config.settings)
    if headless and phones:
        raise BadInput("Cannot let phones join: found no window; expected a screen and no --headless")
    if headless and wanted["table"] == "simulated":
        found = find_game(game)
        names = _names(wanted["players"]) or list(NAMES[: max(2, found.seats[0])])
        if wanted["resume"] is not None:
            raise BadInput(
                "Cannot play a simulated evening: found --resume; expected a game with --table touch or real"
            )
        seed = 1 if seed is None else seed
        play_evening(found.name, names, show, seed=seed, out=out, home=home, options=wanted["options"])
    elif headless:
        language = config.settings.table.language
        play_at_terminal(home, game, show, seed=seed, bots=bots, language=language, lesson=lesson, **wanted)
    else:
        from tablekeeper.firmware.commands.playing.window import play_in_window

        door = () if port is None else (f"phones.port={port}",)
        config = config.again(*DEVICES.get(wanted["table"], ()), *door)
        if bots:
            wanted |= {"edition": wanted["edition"] or SHIPPED, "by": BOTS}
        play_in_window(
            config, show, lambda journal, copies: open_session(journal, game, show, copies=copies, **wanted),
            lesson=lesson, phones=phones,
        )  # fmt: skip


def _names(text: str) -> list[str]:
    """The names of --players; where the locale knows no letter of theirs, their bytes are still UTF-8."""
    try:
        decoded = os.fsencode(text).decode("utf-8")
    except UnicodeDecodeError:
        raise BadInput("Cannot read the names of --players: found {text!r}; expected UTF-8 text", text=text) from None
    return [name.strip() for name in decoded.split(",") if name.strip()]


def play_at_terminal(
    home: Path, game: str, show: Show, *, seed: int | None, bots: bool, language: str, lesson: bool, **wanted: Any
) -> None:
    """One game at the terminal, kept in the journal of this table."""
    texts = shipped_texts(language)

    def speak(words: str) -> None:
        show(texts.translate(words))

    if left := launch.spell_announced(home):
        show(left)
    with open_table_journal(home, speak) as journal, Service(home, time.monotonic(), trial=launch) as service:
        if bots:  # nobody is there who could look at a box, or count what joins on a mat
            wanted["edition"] = wanted["edition"] or SHIPPED
            wanted["table"] = wanted["table"] or "simulated"
        by = BOTS if bots else PEOPLE
        session = open_session(journal, game, speak, copies=Copies(home), by=by, **wanted)
        if bots and session.history.misfit is not None:
            session.settle("bot")
        if lesson:
            note_taught(home, session.record)
        service.listen()
        service.ready()
        luck, lines = random.Random(seed), Lines()
        taught = lesson or find_taught(home) == session.record
        terminal = Terminal(
            session,
            load_ledger(session.game),
            Speech(texts, session.game.name, session.names, colours_of(session.history.setup), session.bot_seats),
            ask=lambda prompt: "" if bots else ask(prompt, service, lines),
            alive=lambda: service.alive(time.monotonic()),
            show=show,
            luck=luck,
            bots=session.bots,
            tutor=Tutor.of(session, language) if taught else None,
        )
        if not bots:
            terminal.say("help")
        try:
            if settle_at_terminal(session, speak, lambda: ask("> ", service, lines), texts):
                terminal.play()
        except Quit:
            terminal.say("kept")


def run_table(config: Config, show: Show, out: Path) -> None:
    """`make run`: the table in a window where there is a screen, else one simulated evening of the first game."""
    if has_screen(os.environ, config.settings):
        from tablekeeper.firmware.commands.playing.window import play_in_window

        play_in_window(config, show, wizard=not config.path.exists())
        return
    shown = find_game(SHIPPED_GAMES[0])
    show(
        Words(
            "There is no screen here: playing one simulated evening of {title}, to look at in {out}",
            title=shown.title,
            out=out,
        )
    )
    with tempfile.TemporaryDirectory() as scratch:  # a table's own unfinished game stays as it is
        play_evening(shown.name, ["Ann", "Ben", "Chloé"], show, seed=1, out=out, home=Path(scratch))


def has_screen(environment: Mapping[str, str], settings: Settings) -> bool:
    """Whether a window can be opened: a desktop, a console with a graphics card on a Pi, or one that nobody sees."""
    if settings.screen.driver == "dummy":
        return True
    driver = environment.get("SDL_VIDEODRIVER", "")
    if driver in ("dummy", "offscreen"):
        return False
    return bool(driver or environment.get("DISPLAY") or environment.get("WAYLAND_DISPLAY") or _has_console_card())


def _has_console_card() -> bool:
    return is_pi() and any(Path("/dev/dri").glob("card*"))


def is_pi() -> bool:
    """Whether this is a Raspberry Pi."""
    model = Path("/proc/device-tree/model")
    return model.exists() and "Raspberry Pi" in model.read_text(encoding="utf-8", errors="replace")


def play_evening(
    game: str, players: list[str], show: Show, *, seed: int, out: Path, home: Path,
    options: Mapping[str, str] | None = None,
) -> None:  # fmt: skip
    """One evening of simulated people at a simulated table; pictures and summary.json go to `out`."""
    from tablekeeper.firmware.simulated.evening import Evening

    with open_table_journal(home, show) as journal, Service(home, time.monotonic()) as service:
        service.listen()
        evening = Evening(journal, game, players, seed=seed, out=out, options=options)
        service.ready()
        try:
            summary = evening.play(show, alive=lambda: service.alive(time.monotonic()))
        finally:
            evening.close()
    if not summary.cause:
        show(Words("Stopped after {count} answers; the game is kept.", count=summary.answers))
        return
    for words in sum_up(game, summary):
        show(words)
    show(Words("Pictures and summary.json are in {out}", out=out))


def sum_up(game: str, summary: Summary) -> Iterator[Words]:
    """How an evening ended, and what was seen, felt and asked in it."""
    cause = cause_of(game, summary.cause)
    if summary.winner:
        yield Words("Over: {names} won ({cause}).", names=", ".join(summary.winner), cause=cause)
    else:
        yield Words("Over: nobody won ({cause}).", cause=cause)
    yield Words(
        "Answers: {answers}; by knob: {pressed}; rolls: {rolls}; dice: {dice}, silently misread: {misread}, asked "
        "about: {asked}; slides felt: {slides}; seconds: {seconds:.0f}.",
        answers=summary.answers, pressed=summary.pressed, rolls=summary.rolls, dice=summary.dice,
        misread=summary.silent_misreads, asked=summary.asked, slides=summary.slides, seconds=summary.seconds,
    )  # fmt: skip


def open_table_journal(home: Path, show: Show) -> Journal:
    """The journal of this table, repaired if need be; one sentence says what was lost."""
    opened = open_repaired(home)
    if opened.notice:
        show(opened.notice)
    return opened.journal


def open_repaired(home: Path) -> Opened:
    """The journal of this table, and the sentence about what was lost."""
    try:
        return open_journal(home / JOURNAL, newest_backup(home))
    except JournalFault as fault:
        from tablekeeper.firmware.program.patience import name_trouble

        if name_trouble(home, fault) in ("damaged", "other"):
            launch.leave_if_on_trial(home, "it cannot open the journal")
        raise
