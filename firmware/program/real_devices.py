"""Opens the devices that the settings name. The real ones have never met real hardware yet."""

from __future__ import annotations

from pathlib import Path

from tablekeeper.firmware.program.device_sets import DeviceSet, NoDevices, SimulatedDevices
from tablekeeper.firmware.program.table_devices import TableDevices
from tablekeeper.firmware.senses.camera.known_tray import load_calibration
from tablekeeper.firmware.senses.inbox import Ailing, Inbox
from tablekeeper.firmware.senses.recorder import Recorder
from tablekeeper.firmware.senses.supervisor import Supervisor
from tablekeeper.firmware.settings.config import Settings
from tablekeeper.firmware.settings.hardware import table_config
from tablekeeper.hardware.table import open_table
from tablekeeper.vision import Calibration


def known_tray(home: Path, inbox: Inbox) -> Calibration | None:
    """What the table has learned of its tray; a calibration that cannot be used is told, and the game goes on."""
    calibration, fault = load_calibration(home)
    if fault:
        inbox.put(Ailing("light", "doubtful", fault))
    return calibration


def open_real(inbox: Inbox, settings: Settings, home: Path, recorder: Recorder | None = None) -> TableDevices:
    """The real devices, opened, each in a supervised worker."""
    table = open_table(table_config(settings))
    known = known_tray(home, inbox) if table.camera is not None else None
    return TableDevices(inbox, table, Supervisor(inbox), calibration=known, lamp=settings.box.lamp, recorder=recorder)


def kind_of_table(settings: Settings, is_pi: bool) -> str:
    """`real`, `simulated` or `touch`: what the settings name; without a Pi its own camera can only be simulated."""
    backends = {settings.camera.backend, settings.box.backend}
    if "simulated" in backends:
        return "simulated"
    if backends == {"none"}:
        return "touch"
    return "real" if is_pi or (settings.camera.backend == "real" and settings.camera.kind != "pi") else "simulated"


def open_devices(
    inbox: Inbox, settings: Settings, home: Path, *, is_pi: bool, seed: int, recorder: Recorder | None = None
) -> DeviceSet:
    """The devices of this table, opened."""
    kind = kind_of_table(settings, is_pi)
    if kind == "touch":
        return NoDevices()
    if kind == "real":
        return open_real(inbox, settings, home, recorder)
    has_camera, has_box = settings.camera.backend != "none", settings.box.backend != "none"
    known = known_tray(home, inbox) if has_camera else None
    return SimulatedDevices(
        inbox, seed=seed, calibration=known, recorder=recorder, camera=has_camera, box=has_box,
        masked=settings.box.masked_cell or None,
    )  # fmt: skip
