"""Everything the doctor looks through, as plain functions, so that a test can show it any computer."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from importlib import util
from pathlib import Path
from typing import Any, NamedTuple

from tablekeeper.faults import Words
from tablekeeper.firmware.settings.config import CameraSettings
from tablekeeper.hardware.cameras.frame import Pixels
from tablekeeper.hardware.clock import RealClock
from tablekeeper.hardware.errors import HardwareError

COMMAND_S = 5.0
MODEL = "/proc/device-tree/model"


class Module(NamedTuple):
    """A library as Python finds it."""

    version: str
    path: str


@dataclass(frozen=True)
class Probes:
    """One way to look at one computer."""

    read_text: Callable[[str], str | None]
    """A file's text, or None where it cannot be read."""
    run: Callable[[Sequence[str]], str | None]
    """What a command prints, or None where there is no such command."""
    free_bytes: Callable[[Path], tuple[int, int]]
    """Free and all bytes of the disk that holds a folder."""
    find_module: Callable[[str], Module | None]
    environment: Mapping[str, str]
    python: tuple[str, str]
    """Version and path."""
    exists: Callable[[str], bool]
    take_picture: Callable[[CameraSettings], Pixels]
    """A picture as an array (blue, green, red), or a HardwareError."""
    open_pins: Callable[[str], str]
    """How the pins were reached with the library of this name, or a HardwareError."""

    @property
    def is_pi(self) -> bool:
        """Whether this is a Raspberry Pi."""
        return "Raspberry Pi" in (self.read_text(MODEL) or "")


def real_probes() -> Probes:
    """This computer."""
    return Probes(
        read_text=_read_text,
        run=_run,
        free_bytes=_free_bytes,
        find_module=_find_module,
        environment=os.environ,
        python=(".".join(map(str, sys.version_info[:3])), sys.executable),
        exists=os.path.exists,
        take_picture=_take_picture,
        open_pins=_open_pins,
    )


def _read_text(path: str) -> str | None:
    try:
        return Path(path).read_text(encoding="utf-8", errors="replace").strip("\0\n ")
    except OSError:
        return None


def _run(words: Sequence[str]) -> str | None:
    try:
        done = subprocess.run(words, capture_output=True, text=True, timeout=COMMAND_S, check=False)
    except (OSError, subprocess.TimeoutExpired):
        return None
    return done.stdout.strip() if done.returncode == 0 else None


def _free_bytes(folder: Path) -> tuple[int, int]:
    place = next(place for place in (folder, *folder.parents) if place.exists())
    usage = shutil.disk_usage(place)
    return usage.free, usage.total


def _find_module(name: str) -> Module | None:
    from importlib.metadata import PackageNotFoundError, packages_distributions, version

    spec = util.find_spec(name)
    if spec is None:
        return None
    found = "unknown"
    for distribution in packages_distributions().get(name, ()):
        try:
            found = version(distribution)
        except PackageNotFoundError:
            continue
    return Module(found, spec.origin or "")


def _take_picture(settings: CameraSettings) -> Pixels:
    with open_camera(settings) as camera:
        frame = camera.frame(timeout_s=8.0)
        if frame is None:
            raise HardwareError(
                "Cannot take a picture: {why}; see tablekeeper doctor",
                why=camera.health.why or Words("none came in 8 s"),
            )
        pixels: Pixels = frame.bgr()
        return pixels


def open_camera(settings: CameraSettings) -> Any:
    """The camera of the settings; it opens when it is entered."""
    if settings.backend == "simulated":
        from tablekeeper.hardware.mock.simulated_tray import SimulatedTray
        from tablekeeper.hardware.mock.table_clock import TableClock

        return SimulatedTray(TableClock())
    from tablekeeper.firmware.settings.hardware import camera_config
    from tablekeeper.hardware.cameras.factory import make_camera

    return make_camera(RealClock(), camera_config(settings))


def _open_pins(library: str) -> str:
    from tablekeeper.hardware.header.gpio import open_pin_factory

    open_pin_factory(library).close()
    return library
