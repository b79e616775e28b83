"""Opens the real devices that the settings name. They have never met real hardware yet."""

from __future__ import annotations

from pathlib import Path

from tablekeeper.firmware.program.table_devices import TableDevices
from tablekeeper.firmware.senses.camera.known_tray import load_calibration
from tablekeeper.firmware.senses.inbox import Ailing, Inbox
from tablekeeper.firmware.senses.reasons import say_fault
from tablekeeper.firmware.senses.recorder import Recorder
from tablekeeper.firmware.senses.supervisor import Supervisor
from tablekeeper.firmware.settings.config import Settings
from tablekeeper.firmware.settings.hardware import table_config
from tablekeeper.hardware.table import open_table
from tablekeeper.vision import Calibration


def known_tray(home: Path, inbox: Inbox) -> Calibration | None:
    """What the table has learned of its tray; a calibration that cannot be used is reported, and the game goes on."""
    calibration, fault = load_calibration(home)
    if fault:
        inbox.put(Ailing("light", "doubtful", say_fault("calibration_broken", fault)))
    return calibration


def open_real(inbox: Inbox, settings: Settings, home: Path, recorder: Recorder | None = None) -> TableDevices:
    """The real devices, opened, each in a supervised worker."""
    table = open_table(table_config(settings))
    known = known_tray(home, inbox) if table.camera is not None else None
    return TableDevices(
        inbox, table, Supervisor(inbox), calibration=known, lamp=settings.box.lamp, recorder=recorder, home=home
    )
