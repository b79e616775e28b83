"""A program whose screen is in the test's hands, on a table that the test chooses."""

from __future__ import annotations

import random
from collections.abc import Callable
from pathlib import Path
from typing import Any

from tablekeeper.display import intents
from tablekeeper.firmware.commands.playing.window import ERRANDS
from tablekeeper.firmware.journal.care.backup import JOURNAL
from tablekeeper.firmware.journal.journal import Journal
from tablekeeper.firmware.program.device_sets import DeviceSet, NoDevices
from tablekeeper.firmware.program.program import Home, Program
from tablekeeper.firmware.program.real_devices import known_tray
from tablekeeper.firmware.settings.config import load_config
from tablekeeper.firmware.settings.preferences import shown_values
from tablekeeper.firmware.simulated.simulated_devices import SimulatedDevices
from tests.firmware.fakes import FakeScreen

MOST_STEPS = 500


def no_devices(program: Program) -> DeviceSet:
    """No devices."""
    return NoDevices()


def simulated_devices(program: Program, seed: int = 7) -> SimulatedDevices:
    """A simulated table in fast time, with what its home knows of the tray."""
    known = known_tray(program.home.folder, program.inbox)
    devices = SimulatedDevices(program.inbox, seed=seed, calibration=known, recorder=program.recorder, live=False)
    devices.table.tray.frames_per_s = 12.0  # fewer pictures to render than a real camera takes
    return devices


class Sitting:
    """Somebody sits before the screen."""

    def __init__(self, home: Path, devices: Callable[[Program], DeviceSet] = no_devices, *, safe: bool = False) -> None:
        self.journal = Journal(home / JOURNAL)
        self.screen = FakeScreen()
        self.home = Home(load_config(home, environment={}), self.journal, safe)
        self.program = Program(self.screen, self.home, devices, luck=random.Random(1), errands=ERRANDS)
        self.now_s = 0.0

    def intent(self, *wanted: intents.Intent) -> Any:
        """Touch something; the page that is there afterwards."""
        self.screen.wanted.extend(wanted)
        self.step()
        return self.step()

    def step(self) -> Any:
        """One turn of the loop, a moment later."""
        devices = self.program.devices
        self.now_s += 0.1
        if isinstance(devices, SimulatedDevices):
            devices.table.clock.sleep(0.1)
            self.now_s = devices.table.clock.now()
        self.program.step(self.now_s)
        return self.screen.page

    def until(self, seen: Callable[[Any], bool]) -> Any:
        """Wait until the page is as wanted."""
        for _ in range(MOST_STEPS):
            page = self.step()
            if seen(page):
                return page
        raise AssertionError(f"never came; there is {self.screen.page}")

    def close(self) -> None:
        """Everything back."""
        self.program.close()
        self.journal.close()

    @staticmethod
    def shown(home: Path) -> dict[str, str]:
        """The settings page as the next start would show it."""
        return shown_values(load_config(home, environment={}).settings)
