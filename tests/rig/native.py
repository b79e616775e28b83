"""How the userland for this processor is made: Debian with libcamera, systemd, a kernel and a machine for it."""

from __future__ import annotations

import inspect
import os
import platform
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from tests.rig import apt as apt_module
from tests.rig.apt import Apt, make_base
from tests.rig.cache import Cache, Report, recipe_of
from tests.rig.cell import bind
from tests.rig.errors import Missing
from tests.rig.userland import copy_network_settings, furnish, lay_over, run_inside

PROCESSOR = "amd64"
# camera and kernel are newer than the release: the virtual camera and gpio-sim are only there
NEWER = ("libcamera", "linux", "linux-signed-amd64")
PACKAGES = (
    "python3-libcamera", "libcamera-ipa", "python3-numpy", "python3-pygame",
    "python3-venv", "python3-dev", "gcc", "libc6-dev", "libcap-dev", "swig", "ca-certificates",
    "libgbm1", "libegl1", "libgles2", "libgl1-mesa-dri",
    "systemd", "systemd-sysv", "dbus", "udev", "kmod", "busybox-static", "qemu-system-x86",
)  # fmt: skip
PROJECT_WHEELS = (
    "click",
    "msgspec",
    "platformdirs",
    "rich",
    "segno",
    "starlette",
    "uvicorn",
    "setuptools>=77",
    "wheel",
)
"""What the project needs besides what comes from apt, and what it is built with."""
WHEELS = (
    *PROJECT_WHEELS,
    "opencv-python-headless",
    "picamera2",
    "gpiozero>=2.0.1",
    "lgpio==0.2.2.0",
    "rpi-lgpio",
)
APART = {"ce": ("pygame-ce",)}
"""Wheels that must not be seen unless they are asked for, because Debian's own has the same name."""


def have_native(cache: Cache, report: Report) -> list[Path]:
    """The userland in layers: what pip brings, above Debian with a kernel and a virtual machine."""
    if platform.machine() != "x86_64":
        raise Missing(f"Cannot make the userland: found the processor {platform.machine()!r}, the rig knows x86_64")
    recipe = recipe_of(inspect.getsource(apt_module), inspect.getsource(sys.modules[__name__]), *WHEELS)
    debian = cache.have("pc", recipe, lambda root: _make_debian(cache, root, report), report)

    def make_python(layer: Path) -> None:
        report("fetching wheels: picamera2, OpenCV, gpiozero, pygame-ce; building lgpio")
        with _opened(debian, cache.scratch / layer.name, layer) as root:
            venv = ["python3", "-m", "venv", "--system-site-packages", "/opt/venv"]
            run_inside(root, venv, "making a virtual environment")
            _pip(root, "wheel", "--no-cache-dir", "--wheel-dir", "/opt/wheels", *WHEELS)
            _pip(root, "install", "--no-index", "--find-links", "/opt/wheels", *WHEELS)
            for name, wheels in APART.items():
                _pip(root, "install", "--no-deps", "--target", f"/opt/{name}", *wheels)

    return [cache.have("pc-python", recipe, make_python, report), debian]


def _make_debian(cache: Cache, root: Path, report: Report) -> None:
    packages = Apt(root, cache.folder / "apt-pc", cache.folder / "debs-pc", PROCESSOR, NEWER)
    make_base(packages, PACKAGES, report)
    report("fetching a kernel")
    version = packages.kernel()
    for name in ("modules", "binary"):
        packages.unpack(f"linux-{name}-{version}", root)
    run_inside(root, ["depmod", version], "listing the kernel's modules")


@contextmanager
def _opened(debian: Path, scratch: Path, layer: Path) -> Iterator[Path]:
    """A userland whose /opt is kept in a layer."""
    root = lay_over([debian], scratch)
    furnish(root)
    copy_network_settings(root)
    (layer / "opt").mkdir()
    bind(layer / "opt", root / "opt")
    yield root


def _pip(root: Path, *words: str) -> None:
    settings = {name: value for name, value in os.environ.items() if name.lower().endswith("_proxy")}
    settings["PYPI"] = "1"  # by this word lgpio is built with its own library, which Debian lacks, inside
    command = ["/opt/venv/bin/python", "-m", "pip", "--disable-pip-version-check", "-q", *words]
    run_inside(root, command, "fetching wheels", settings)
