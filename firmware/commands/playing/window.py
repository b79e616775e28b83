"""The program in a window: opens screen, journal and devices, and runs until somebody closes it."""

from __future__ import annotations

import contextlib
import random
import time
from collections.abc import Callable, Sequence
from functools import partial

from tablekeeper.display import intents
from tablekeeper.display.errors import DisplayFault
from tablekeeper.display.window.window import Window
from tablekeeper.faults import Words
from tablekeeper.firmware.commands.playing.open_devices import open_devices
from tablekeeper.firmware.commands.playing.play import Show, is_pi, open_repaired
from tablekeeper.firmware.errands.checkup import Checkup
from tablekeeper.firmware.errands.dicing import open_dice
from tablekeeper.firmware.errands.phoning import Phoning
from tablekeeper.firmware.errands.wizard import Wizard, calibrating
from tablekeeper.firmware.errors import JournalFault, JournalTaken
from tablekeeper.firmware.journal.care.evening_care import care_for
from tablekeeper.firmware.journal.care.repair import Opened, shorten
from tablekeeper.firmware.journal.care.written import Written
from tablekeeper.firmware.journal.journal import Journal
from tablekeeper.firmware.journal.session import Session
from tablekeeper.firmware.mqtt.house import House
from tablekeeper.firmware.mqtt.serving import Serving
from tablekeeper.firmware.pages.advice_desk import in_background
from tablekeeper.firmware.phones.phones import Phones, open_server
from tablekeeper.firmware.program.device_sets import DeviceSet, NoDevices
from tablekeeper.firmware.program.freed_memory import return_freed_memory
from tablekeeper.firmware.program.patience import wait_until_open
from tablekeeper.firmware.program.program import Errands, Home, Program
from tablekeeper.firmware.program.quiet_care import QuietCare
from tablekeeper.firmware.senses.inbox import Inbox
from tablekeeper.firmware.service.power import PiPower, Power
from tablekeeper.firmware.service.service import Service
from tablekeeper.firmware.settings.config import Config
from tablekeeper.firmware.settings.copies import Copies, load_ledger
from tablekeeper.firmware.settings.preferences import shown_values
from tablekeeper.firmware.updates import launch

FRAME_S = 1 / 30
ERRANDS: Errands = {intents.OpenDoctor: Checkup, intents.OpenCalibration: calibrating, intents.OpenWizard: Wizard,
                    intents.OpenPhones: Phoning, intents.OpenDice: open_dice}  # fmt: skip


def play_in_window(
    config: Config, show: Show, begin: Callable[[Journal, Copies], Session] | None = None, *, wizard: bool = False,
    lesson: bool = False, phones: bool = False,
) -> None:  # fmt: skip
    """The program in a window until somebody closes it; `begin` lays a game on the table first."""
    return_freed_memory()
    folder = config.path.parent
    last: list[Power] = []
    with contextlib.ExitStack() as stack:
        stack.callback(switch_off_at_last, last, show)
        service = stack.enter_context(Service(None, time.monotonic(), trial=launch))
        opened = open_patiently(config, show, service)
        if opened is None:
            return
        journal = stack.enter_context(opened.journal)
        service.count(folder, time.monotonic())
        window = open_window(config)
        home = Home(config, journal, service.safe)
        if opened.notice:
            show(opened.notice)
            home.health.note("journal", "doubtful", shorten(opened.notice))
        if left := launch.spell_announced(folder):
            show(left)
        if service.safe:
            show(Words("Starting in safe mode, with no devices: the last three starts did not last a minute."))
        try:
            program = make_program(window, home)
            try:
                if begin is not None:
                    program.play(begin(journal, home.copies), lesson=lesson)
                    if phones:
                        show(f"join {program.phones.let_in()}")
                elif wizard:
                    program.begin_errand(Wizard(program))
                written = Written(folder)
                kept = home.settings.journal.backups_kept
                care = QuietCare(lambda: care_for(folder, kept, written, time.time), program.inbox, time.monotonic())
                run(program, service, care)
                last += [program.power] if program.switching_off else []
                for notice in care.finish():
                    if notice.why:
                        show(notice.why)
            finally:
                program.close()
        finally:
            window.close()


def switch_off_at_last(wanted: Sequence[Power], show: Show) -> None:
    """Once everything is closed, switch the Pi off if somebody wanted that."""
    for power in wanted:
        if why := power.switch_off():
            show(why)


def open_patiently(config: Config, show: Show, service: Service) -> Opened | None:
    """The journal of this table. While it cannot be opened the screen says why; None if somebody leaves."""
    folder = config.path.parent
    try:
        return open_repaired(folder)
    except JournalTaken:
        raise  # the other program is on the screen already
    except JournalFault as fault:
        if config.settings.screen.driver == "dummy":
            raise  # nobody sees that window
        first = fault
    try:
        window = open_window(config)
    except DisplayFault:
        raise first from None
    show(first.words)
    service.listen()
    try:
        return wait_until_open(window, folder, first, lambda: open_repaired(folder), service)
    finally:
        window.close()


def make_program(window: Window, home: Home) -> Program:
    """The program with the devices of this table."""
    pi = is_pi()

    def devices(program: Program) -> DeviceSet:
        if home.safe:
            return NoDevices()
        settings = home.settings
        recorder = program.recorder if settings.journal.flight_recorder else None
        seed = random.randrange(10**6)
        return open_devices(program.inbox, settings, home.folder, is_pi=pi, seed=seed, recorder=recorder)

    port, think = home.settings.phones.port, in_background()
    phones = Phones(home.folder, partial(open_server, port=port), load_ledger, lambda: window.look, think=think)
    house = House(partial(join_house, home))
    return Program(window, home, devices, luck=random.Random(), is_pi=pi, errands=ERRANDS, phones=phones, house=house,
                   power=PiPower(home.settings.power.switch_off, is_pi=pi), think=think)  # fmt: skip


def join_house(home: Home, inbox: Inbox, press: Callable[[str], None]) -> Serving:
    """The worker that speaks with the house's broker."""
    return Serving(home.settings, home.folder, inbox, press, time.time)


def open_window(config: Config) -> Window:
    """The window as the settings want it."""
    screen = config.settings.screen
    driver = None if screen.driver == "auto" else screen.driver
    size = (screen.width_px, screen.height_px)
    chosen = is_pi() or "screen.full_screen" in config.origins
    window = Window(size, driver=driver, fullscreen=screen.full_screen and chosen, monitor=screen.monitor)
    for name, value in shown_values(config.settings).items():
        window.adjust(name, value)
    window.restyle(brightness=config.settings.table.brightness)
    return window


def run(program: Program, service: Service, care: QuietCare) -> None:
    """Step until it is over, thirty times a second; the loop itself feeds the watchdog."""
    service.listen()
    program.step(time.monotonic())
    service.ready()
    while not program.over and service.alive(began := time.monotonic()):
        program.step(began)
        loop = program.loop
        care.step(began, playing=loop is not None, over=loop is not None and loop.session.is_over)
        time.sleep(max(0.0, FRAME_S - (time.monotonic() - began)))
