"""What the doctor looks at in the buttons: which are wired, and whether anything knows their names."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from tablekeeper.faults import words_of
from tablekeeper.firmware.checks.findings import Finding, fine, found, mend, why
from tablekeeper.firmware.checks.probes import Probes
from tablekeeper.firmware.senses.button.judging import KNOWN
from tablekeeper.firmware.senses.button.watch import NAME
from tablekeeper.firmware.settings.config import Settings
from tablekeeper.hardware.errors import PinError
from tablekeeper.hardware.header.pins import DEFAULT_PINS, load_pins


def look_at_buttons(probes: Probes, home: Path, settings: Settings) -> Iterator[Finding]:
    """Whether the buttons of the wiring mean something; whether they are soldered well needs a finger."""
    if settings.box.backend != "real":
        yield fine(NAME, found("pins_not_used", backend=repr(settings.box.backend)))
        return
    try:
        wired = [name for name, _ in load_pins(Path(settings.box.pins) if settings.box.pins else DEFAULT_PINS).buttons]
    except PinError as fault:
        yield Finding(NAME, "bad", found("wiring_wrong", words_of(fault)), why("buttons"), mend("wiring"))
        return
    strange = [name for name in wired if name not in KNOWN]
    if strange:
        seen = found("buttons_strange", names=", ".join(strange))
        yield Finding(NAME, "look", seen, why("buttons"), mend("buttons", names=", ".join(KNOWN)))
    else:
        yield fine(NAME, found("buttons_wired", names=", ".join(wired)) if wired else found("buttons_none"))
