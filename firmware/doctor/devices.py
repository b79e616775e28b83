"""The devices that are no senses: screen and sound."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

from tablekeeper.firmware.checks.findings import Finding, fine, found, mend, why
from tablekeeper.firmware.checks.probes import Probes
from tablekeeper.firmware.settings.config import Settings


def look_at_screen(probes: Probes, home: Path, settings: Settings) -> Iterator[Finding]:
    """Which way to a screen there is."""
    wanted = settings.screen.driver
    ways = []
    if probes.environment.get("WAYLAND_DISPLAY"):
        ways.append("wayland")
    if probes.environment.get("DISPLAY"):
        ways.append("x11")
    if probes.exists("/dev/dri/card0") or probes.exists("/dev/dri/card1"):
        ways.append("kmsdrm")
    seen = found("screen_ways" if ways else "screen_no_way", ways=", ".join(ways), wanted=repr(wanted))
    if wanted == "dummy" or (wanted == "auto" and ways) or wanted in ways:
        yield fine("screen", seen)
        return
    yield Finding("screen", "look", seen, why("screen"), mend("screen"))


def look_at_sound(probes: Probes, home: Path, settings: Settings) -> Iterator[Finding]:
    """Whether anything can sound."""
    cards = [line for line in (probes.read_text("/proc/asound/cards") or "").splitlines() if "]:" in line]
    runtime = probes.environment.get("XDG_RUNTIME_DIR", "")
    served = bool(runtime) and any(
        probes.exists(os.path.join(runtime, name)) for name in ("pipewire-0", os.path.join("pulse", "native"))
    )
    if settings.table.sound == "off":
        yield fine("sound", found("switched_off"))
    elif cards or served:
        yield fine("sound", found("sound_served" if served else "sound_cards", count=len(cards)))
    else:
        yield Finding("sound", "look", found("sound_none"), why("sound"), mend("sound"))
