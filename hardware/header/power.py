"""Whether the Pi gets enough current: it says so itself, and other parts are blamed when nobody asks."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from tablekeeper.hardware.health import Health, Reason

_FLAGS = Path("/sys/devices/platform/soc/soc:firmware/get_throttled")
# bits of the firmware's answer: now, and since it was switched on
_LOW_NOW, _SLOWED_NOW, _LOW_BEFORE = 0x1, 0x4, 0x10000


def read_flags() -> int | None:
    """The firmware's flags, or None on anything that is not a Pi."""
    return int(_FLAGS.read_text().strip(), 16) if _FLAGS.is_file() else None


def power_health(at_s: float, read: Callable[[], int | None] = read_flags) -> Health:
    """How the supply is, in plain words."""
    flags = read()
    if flags is None:
        return Health("closed", "this computer does not report its supply", at_s)
    if flags & _LOW_NOW:
        return Health(
            "doubtful",
            Reason("power_low", "the supply is too weak at this moment; use the official one and a short cable"),
            at_s,
        )
    if flags & _SLOWED_NOW:
        return Health("doubtful", Reason("power_hot", "the Pi is too hot and slows down; give it air"), at_s)
    if flags & _LOW_BEFORE:
        return Health(
            "ready", Reason("power_was_low", "the supply was too weak at some time since it was switched on"), at_s
        )
    return Health("ready", "", at_s)
