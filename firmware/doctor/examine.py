"""All looks of the doctor, one after the other."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from firmware.config import Settings, load_config
from firmware.doctor import devices, machine
from firmware.doctor.findings import Finding
from firmware.doctor.probes import Probes
from firmware.errors import ConfigFault

MACHINE = (
    machine.look_at_model,
    machine.look_at_power,
    machine.look_at_disk,
    machine.look_at_journal,
    machine.look_at_python,
)
DEVICES = (devices.look_at_camera, devices.look_at_pins, devices.look_at_screen, devices.look_at_sound)


def examine(home: Path, probes: Probes, wished: tuple[str, ...] = ()) -> Iterator[Finding]:
    """Look at everything that needs no hands."""
    for look in MACHINE:
        yield from look(probes, home)
    try:
        settings = load_config(home, wished, probes.environment).settings
        yield Finding("settings", "ok", "every one is known and right")
    except ConfigFault as fault:
        yield Finding("settings", "bad", str(fault), "nothing starts with wrong settings", "mend or remove that line")
        settings = Settings()
    for inspect in DEVICES:
        yield from inspect(probes, home, settings)
