"""Opens whatever devices the settings name: real ones, simulated ones, or none."""

from __future__ import annotations

from pathlib import Path

from tablekeeper.firmware.program.device_sets import DeviceSet, NoDevices
from tablekeeper.firmware.program.real_devices import known_tray, open_real
from tablekeeper.firmware.senses.inbox import Inbox
from tablekeeper.firmware.senses.recorder import Recorder
from tablekeeper.firmware.settings.config import Settings
from tablekeeper.firmware.settings.hardware import kind_of_table
from tablekeeper.firmware.simulated.simulated_devices import SimulatedDevices


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
