"""The computer: model, system, power, disk, journal, Python and its libraries."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from firmware.backup import JOURNAL, newest_backup
from firmware.doctor.findings import Finding, fine
from firmware.doctor.probes import Probes
from firmware.errors import JournalFault
from firmware.journal import open_for_reading
from firmware.records import verify

MODEL = "/proc/device-tree/model"
THROTTLED = "/sys/devices/platform/soc/soc:firmware/get_throttled"
NOW_LOW, NOW_CAPPED, NOW_SLOW, NOW_HOT = 0x1, 0x2, 0x4, 0x8
WAS_LOW, WAS_SLOW = 0x10000, 0x40000
SUPPLY = "use the official power supply of this Pi and a short, thick cable"
GIB = 1024**3
LITTLE_BYTES, TOO_LITTLE_BYTES = 1 * GIB, GIB // 10


def is_pi(probes: Probes) -> bool:
    """Whether this is a Raspberry Pi."""
    return "Raspberry Pi" in (probes.read_text(MODEL) or "")


def look_at_model(probes: Probes, home: Path) -> Iterator[Finding]:
    """Which computer and which system this is."""
    release = probes.read_text("/etc/os-release") or ""
    fields = dict(line.split("=", 1) for line in release.splitlines() if "=" in line)
    system = fields.get("PRETTY_NAME", "an unknown system").strip('"')
    model = probes.read_text(MODEL)
    yield fine("computer", f"{model} with {system}" if model else f"no Raspberry Pi, {system}")


def look_at_power(probes: Probes, home: Path) -> Iterator[Finding]:
    """Whether the supply is strong enough, now and since the start."""
    flags = _read_flags(probes)
    why = (
        "a weak supply makes cameras vanish, screens flicker and SD cards break; it is mostly taken for something else"
    )
    if flags is None:
        if is_pi(probes):
            yield Finding(
                "power", "look", "the Pi does not tell how its supply is", why, "sudo apt install raspi-utils"
            )
        else:
            yield fine("power", "this computer does not report its supply")
        return
    if flags & NOW_LOW:
        yield Finding("power", "bad", f"the supply is too weak at this moment (0x{flags:x})", why, SUPPLY)
    elif flags & (NOW_HOT | NOW_SLOW | NOW_CAPPED):
        yield Finding(
            "power", "look", f"the Pi is too hot and slows down (0x{flags:x})", "readings take longer", "give it air"
        )
    elif flags & (WAS_LOW | WAS_SLOW):
        yield Finding("power", "look", f"the supply was too weak since the start (0x{flags:x})", why, SUPPLY)
    else:
        yield fine("power", "strong enough, now and since the start")


def _read_flags(probes: Probes) -> int | None:
    text = probes.read_text(THROTTLED)
    if text is None:
        _, equals, text = (probes.run(["vcgencmd", "get_throttled"]) or "").partition("=")
        if not equals:
            return None
    try:
        return int(text.strip(), 16)
    except ValueError:
        return None


def look_at_disk(probes: Probes, home: Path) -> Iterator[Finding]:
    """Whether there is room, and whether the disk can be written."""
    free, total = probes.free_bytes(home)
    told = f"{free / GIB:.1f} of {total / GIB:.1f} GiB are free"
    if free < LITTLE_BYTES:
        state = "bad" if free < TOO_LITTLE_BYTES else "look"
        mend = "sudo apt clean, and remove what is not needed"
        yield Finding("disk", state, told, "without room no answer can be kept", mend)  # type: ignore[arg-type]
    else:
        yield fine("disk", told)


def look_at_journal(probes: Probes, home: Path) -> Iterator[Finding]:
    """Whether the journal is exactly what was written, and when it was last backed up."""
    path = home / JOURNAL
    backup = newest_backup(home)
    if not path.exists():
        yield fine("journal", "none yet")
        return
    try:
        db = open_for_reading(path)
        try:
            tail = verify(db, path)
        finally:
            db.close()
    except JournalFault as fault:
        mend = "tablekeeper repair" + (f", or tablekeeper restore --force {backup}" if backup else "")
        yield Finding("journal", "bad", str(fault), "the journal is the game", mend)
        return
    yield fine("journal", f"{tail.game} games, every seal fits")
    if backup is None:
        yield Finding("backup", "look", "there is none", "SD cards die without a warning", "tablekeeper backup")
    else:
        yield fine("backup", f"the newest is {backup.name}")


def look_at_python(probes: Probes, home: Path) -> Iterator[Finding]:
    """Where Python and the libraries come from: on a Pi camera, OpenCV, pins and screen must come from apt."""
    version, path = probes.python
    yield fine("python", f"{version} at {path}")
    for name, package in (("cv2", "python3-opencv"), ("numpy", "python3-numpy"), ("pygame", "python3-pygame")):
        module = probes.find_module(name)
        if module is None:
            yield Finding(name, "bad", "it is not installed", "nothing works without it", f"sudo apt install {package}")
        elif is_pi(probes) and not module.path.startswith("/usr/lib/python3/dist-packages"):
            why = (
                "pip's builds clash with the system's camera library, or have no driver for a screen without a desktop"
            )
            mend = f"sudo apt install {package}; then make setup anew"
            yield Finding(name, "look", f"{module.version} at {module.path}, not from apt", why, mend)
        else:
            yield fine(name, f"{module.version} at {module.path}")
