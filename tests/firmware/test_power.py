"""Switching the Pi off: asked once, on a Pi only, after everything is closed; leaving is not switching off."""

from __future__ import annotations

import random
from collections.abc import Sequence
from pathlib import Path

import pytest

from tablekeeper.display import care_pages, intents
from tablekeeper.display.pages import MenuPage
from tablekeeper.firmware.commands.playing import window
from tablekeeper.firmware.journal.care.backup import JOURNAL
from tablekeeper.firmware.journal.journal import Journal
from tablekeeper.firmware.program.program import Home, Program
from tablekeeper.firmware.service.power import NoPower, PiPower, Power
from tablekeeper.firmware.settings.config import load_config
from tests.firmware.fakes import FakeScreen
from tests.firmware.sitting import no_devices


class MockPower:
    """A Pi that only notes that it would be off."""

    available = True

    def __init__(self) -> None:
        self.offs = 0

    def switch_off(self) -> str:
        """Noted."""
        self.offs += 1
        return ""


def table(home: Path, power: Power) -> tuple[Program, FakeScreen, Journal]:
    """A program with nothing but a screen and this power."""
    journal, screen = Journal(home / JOURNAL), FakeScreen()
    kept = Home(load_config(home, environment={}), journal)
    return Program(screen, kept, no_devices, luck=random.Random(1), power=power), screen, journal


def want(program: Program, screen: FakeScreen, intent: intents.Intent) -> object:
    """Touch something; the page that is there afterwards."""
    screen.wanted.append(intent)
    program.step(0.0)
    program.step(0.1)
    return screen.page


def test_it_is_asked_once_and_then_the_program_ends(tmp_path: Path) -> None:
    power = MockPower()
    program, screen, journal = table(tmp_path, power)
    program.step(0.0)
    assert isinstance(screen.page, MenuPage)
    assert screen.page.can_switch_off
    assert isinstance(want(program, screen, intents.OpenSwitchOff()), care_pages.SwitchOffPage)
    assert isinstance(want(program, screen, intents.Back()), MenuPage)
    assert not program.over
    want(program, screen, intents.OpenSwitchOff())
    want(program, screen, intents.SwitchOff())
    assert (program.over, program.switching_off, power.offs) == (True, True, 0), "not before everything is closed"
    program.close()
    journal.close()
    window.switch_off_at_last([program.power], print)
    assert power.offs == 1


def test_leaving_is_not_switching_off(tmp_path: Path) -> None:
    program, screen, journal = table(tmp_path, MockPower())
    want(program, screen, intents.OpenSwitchOff())
    want(program, screen, intents.Quit())
    assert (program.over, program.switching_off) == (True, False)
    program.close()
    journal.close()


def test_elsewhere_it_is_neither_offered_nor_done(tmp_path: Path) -> None:
    program, screen, journal = table(tmp_path, NoPower())
    program.step(0.0)
    assert isinstance(screen.page, MenuPage)
    assert not screen.page.can_switch_off
    assert isinstance(want(program, screen, intents.OpenSwitchOff()), MenuPage)
    want(program, screen, intents.SwitchOff())
    assert (program.over, program.switching_off) == (False, False)
    program.close()
    journal.close()


def test_the_command_of_the_settings_runs_on_a_pi_only_and_without_a_shell() -> None:
    ran: list[Sequence[str]] = []
    assert PiPower("sudo -n systemctl poweroff; rm x", is_pi=True, run=ran.append).switch_off() == ""
    assert ran == [["sudo", "-n", "systemctl", "poweroff;", "rm", "x"]]
    for power in (PiPower("systemctl poweroff", is_pi=False, run=ran.append), PiPower("", is_pi=True, run=ran.append)):
        assert not power.available
        assert power.switch_off()
    assert len(ran) == 1


def test_a_command_that_is_not_there_is_one_sentence() -> None:
    why = PiPower("no-such-command-here now", is_pi=True).switch_off()
    found = "Cannot switch off by no-such-command-here: no such file or directory"
    assert why == f"{found}; expected a command that may be run"


@pytest.mark.parametrize("offered", [True, False])
def test_the_settings_of_a_fresh_table_offer_it_on_a_pi(offered: bool, tmp_path: Path) -> None:
    command = load_config(tmp_path, environment={}).settings.power.switch_off
    assert PiPower(command, is_pi=offered, run=lambda words: None).available is offered
