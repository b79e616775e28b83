"""All looks of the doctor, one after the other."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

from tablekeeper.faults import words_of
from tablekeeper.firmware.checks.findings import Finding, fine, found, mend, why
from tablekeeper.firmware.checks.probes import Probes
from tablekeeper.firmware.doctor import card, devices, machine
from tablekeeper.firmware.errors import ConfigFault
from tablekeeper.firmware.senses.catalogue import SENSES
from tablekeeper.firmware.senses.sense import Look
from tablekeeper.firmware.settings.config import Settings, load_config

MachineLook = Callable[[Probes, Path], Iterator[Finding]]
MACHINE: dict[MachineLook, tuple[str, ...]] = {
    machine.look_at_model: ("computer",),
    machine.look_at_power: ("power",),
    machine.look_at_disk: ("disk",),
    card.look_at_card: ("card",),
    card.look_at_written: ("written",),
    machine.look_at_journal: ("journal", "backup"),
    machine.look_at_release: ("release",),
    machine.look_at_python: ("python", "cv2", "numpy", "pygame"),
}
"""Every look at the computer with the names of what it finds."""
DEVICES: dict[Look, tuple[str, ...]] = {
    **{look: names for sense in SENSES for look, names in sense.looks.items()},
    devices.look_at_screen: ("screen",),
    devices.look_at_sound: ("sound",),
}
"""The same for the senses and the other devices."""


def examine(home: Path, probes: Probes, wished: tuple[str, ...] = ()) -> Iterator[Finding]:
    """Look at everything that needs no hands."""
    for look in MACHINE:
        yield from look(probes, home)
    settings, found = _look_at_settings(home, probes, wished)
    yield found
    for inspect in DEVICES:
        yield from inspect(probes, home, settings)


def examine_again(name: str, home: Path, probes: Probes) -> Iterator[Finding]:
    """Look once more at one thing, by the name of its finding."""
    for look, names in MACHINE.items():
        if name in names:
            yield from look(probes, home)
    settings, found = _look_at_settings(home, probes)
    if name == "settings":
        yield found
    for inspect, names in DEVICES.items():
        if name in names:
            yield from inspect(probes, home, settings)


def _look_at_settings(home: Path, probes: Probes, wished: tuple[str, ...] = ()) -> tuple[Settings, Finding]:
    try:
        settings = load_config(home, wished, probes.environment).settings
    except ConfigFault as fault:
        seen = found("settings_wrong", words_of(fault))
        return Settings(), Finding("settings", "bad", seen, why("settings"), mend("settings"))
    return settings, fine("settings", found("settings_well"))
