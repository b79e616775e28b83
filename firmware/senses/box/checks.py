"""What the doctor looks at in the box without a hand: whether its pins can be reached. Magnets need hands."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from tablekeeper.faults import words_of
from tablekeeper.firmware.checks.findings import Finding, fine, found, mend, why
from tablekeeper.firmware.checks.probes import Probes
from tablekeeper.firmware.settings.config import Settings
from tablekeeper.hardware.errors import HardwareError


def look_at_pins(probes: Probes, home: Path, settings: Settings) -> Iterator[Finding]:
    """Whether the pins can be reached; whether sensors answer needs hands (hands.py)."""
    if settings.box.backend != "real":
        yield fine("pins", found("pins_not_used", backend=repr(settings.box.backend)))
        return
    try:
        yield fine("pins", found("pins_reached", library=probes.open_pins(settings.box.gpio)))
    except HardwareError as fault:
        if probes.is_pi:
            yield Finding("pins", "bad", found("pins_not_reached", words_of(fault)), why("pins"), mend("pins_driver"))
        else:
            yield Finding("pins", "look", found("pins_none"), why("pins"), mend("pins_none"))
