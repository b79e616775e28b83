"""A pin header made by the kernel itself (gpio-sim), and a machine that looks like a Pi to the pin libraries."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

from tablekeeper.hardware.header.pins import HEADER

_CONFIG = Path("/sys/kernel/config/gpio-sim")
REVISION = "c03115"
"""A Raspberry Pi 4B; the libraries choose the pin chip by it."""


class Chip:
    """Wires that something outside pulls to ground or lets go of."""

    def __init__(self, name: str, lines: int = 54) -> None:
        folder = _CONFIG / name
        (folder / "bank0").mkdir(parents=True)
        (folder / "bank0/num_lines").write_text(str(lines), encoding="ascii")
        (folder / "bank0/label").write_text("pinctrl-bcm2711", encoding="ascii")
        (folder / "live").write_text("1", encoding="ascii")
        device = (folder / "dev_name").read_text(encoding="ascii").strip()
        self.name = (folder / "bank0/chip_name").read_text(encoding="ascii").strip()
        self.number = int(self.name.removeprefix("gpiochip"))
        self._lines = Path(f"/sys/devices/platform/{device}/{self.name}")
        self._pulls: dict[int, int] = {}

    def pull(self, pin: int, low: bool) -> None:
        """Connect a wire to ground, or let go of it."""
        if pin not in self._pulls:
            self._pulls[pin] = os.open(self._lines / f"sim_gpio{pin}/pull", os.O_WRONLY)
        os.pwrite(self._pulls[pin], b"pull-down" if low else b"pull-up", 0)

    def let_go(self) -> None:
        """All wires up, as with nothing connected to ground."""
        for pin in HEADER:
            self.pull(pin, False)

    def value(self, pin: int) -> int:
        """What lies on a wire, whoever drives it."""
        return int((self._lines / f"sim_gpio{pin}/value").read_text(encoding="ascii"))


def load_module(name: str) -> None:
    """Load a part of the kernel."""
    subprocess.run(["modprobe", name], check=True)


def look_like_a_pi() -> None:
    """The line in /proc/cpuinfo by which gpiozero knows which Pi it is on, and rpi-lgpio's own words for the same."""
    os.environ |= {"RPI_LGPIO_REVISION": REVISION, "RPI_LGPIO_CHIP": "0"}
    text = Path("/proc/cpuinfo").read_text(encoding="ascii") + f"\nRevision\t: {REVISION}\n"
    disguise = Path("/tmp/cpuinfo")
    disguise.write_text(text, encoding="ascii")
    subprocess.run(["mount", "--bind", str(disguise), "/proc/cpuinfo"], check=True)
