"""The userland for the Pi's processor, as on Raspberry Pi OS: most of it from apt; and the emulator that runs it."""

from __future__ import annotations

import inspect
import os
import shutil
import subprocess
import sys
from pathlib import Path

from tests.rig import apt as apt_module
from tests.rig import native
from tests.rig.apt import Apt, make_base
from tests.rig.cache import RELEASE, Cache, Report, recipe_of, remove
from tests.rig.cell import mount
from tests.rig.errors import Missing, blame
from tests.rig.userland import NETWORK
from tests.rig.work import TREE, Work

PROCESSOR = "arm64"
PACKAGES = (
    "python3-opencv", "python3-pygame", "python3-gpiozero", "python3-numpy", "python3-venv", "ca-certificates", "make",
    "adduser", "debconf", "openssl",
)  # fmt: skip
"""What the set-up takes from apt, and what the Debian package needs besides."""
NEWER_GPIOZERO = "gpiozero>=2.0.1"
"""Debian's is too old (1.6.2); Raspberry Pi OS has its own, newer one."""
LOCKS = (TREE / "requirements/pi.txt", TREE / "requirements/dev.txt")
"""What `make tools` installs on a Pi."""
MODEL = {"QEMU_CPU": "cortex-a72"}
"""The processor of a Pi 4. QEMU chooses one that signs every return address, which takes twice the time."""
_PYTHON = "3.13"
_PLATFORMS = ("manylinux2014_aarch64", *(f"manylinux_2_{glibc}_aarch64" for glibc in (17, 28, 31, 34, 36, 41)))
# the first bytes of a program for the Pi's processor, and which of their bits count
_MAGIC = rb"\x7f\x45\x4c\x46\x02\x01\x01\x00\x00\x00\x00\x00\x00\x00\x00\x00\x02\x00\xb7\x00"
_MASK = rb"\xff\xff\xff\xff\xff\xff\xff\x00\xff\xff\xff\xff\xff\xff\xff\xff\xfe\xff\xff\xff"


def run(work: Work) -> None:
    """Make it, unless it is there."""
    have_pi(work.cache, work.report)


def have_pi(cache: Cache, report: Report) -> list[Path]:
    """The userland in layers: wheels, above Debian. From here on this cell runs programs for the Pi's processor."""
    debian = have_debian(cache, report)
    locks = [lock.read_text(encoding="utf-8") for lock in LOCKS]

    def make_python(layer: Path) -> None:
        report("fetching wheels for arm64")
        _fetch_wheels(layer / "opt/wheels")

    return [cache.have("pi-python", recipe_of(_recipe(), *locks), make_python, report), debian]


def have_debian(cache: Cache, report: Report, release: str = RELEASE) -> Path:
    """Debian alone, of any release. From here on this cell runs programs for the Pi's processor."""
    _emulate(_have_emulator(cache, report))
    name = "pi" if release == RELEASE else f"pi-{release}"

    def make(root: Path) -> None:
        state, debs = cache.folder / f"apt-{name}", cache.folder / f"debs-{name}"
        make_base(Apt(root, state, debs, PROCESSOR, release=release), PACKAGES, report)

    return cache.have(name, recipe_of(_recipe(), release), make, report)


def _recipe() -> str:
    return inspect.getsource(apt_module) + inspect.getsource(sys.modules[__name__])


def _have_emulator(cache: Cache, report: Report) -> Path:
    """The program that runs programs for the Pi's processor on this one."""

    def make(folder: Path) -> None:
        report("fetching the emulator of the Pi's processor")
        tools = Apt(folder, cache.folder / "apt-tools", cache.folder / "debs-tools", native.PROCESSOR)
        tools.prepare()
        unpacked = folder / "unpacked"
        tools.unpack("qemu-user", unpacked)
        shutil.move(unpacked / "usr/bin/qemu-aarch64", folder / "qemu-aarch64")
        remove(unpacked)  # hundreds of megabytes for other processors

    return cache.have("emulator", recipe_of(inspect.getsource(apt_module)), make, report) / "qemu-aarch64"


def _emulate(emulator: Path) -> None:
    """Let this cell run programs for the Pi's processor."""
    os.environ |= MODEL
    formats = Path("/proc/sys/fs/binfmt_misc")
    mount("binfmt_misc", formats, "binfmt_misc")
    line = b":tablekeeper-rig:M::" + _MAGIC + b":" + _MASK + b":" + os.fsencode(emulator) + b":FOC"
    (formats / "register").write_bytes(line)


def _fetch_wheels(folder: Path) -> None:
    """Wheels for the Pi's processor, fetched by this machine's own pip: an emulated one would take minutes."""
    locked = [f"--requirement={lock}" for lock in LOCKS]
    for wanted in (["--require-hashes", "--no-deps", *locked], [NEWER_GPIOZERO]):
        command = [sys.executable, "-m", "pip", "download", "-q", "--only-binary=:all:", "--python-version", _PYTHON]
        for platform_tag in _PLATFORMS:
            command += ["--platform", platform_tag]
        done = subprocess.run([*command, "--dest", str(folder), *wanted], capture_output=True, text=True, check=False)
        if done.returncode:
            said = [line for line in done.stderr.splitlines() if "ERROR" in line] or ["no word"]
            what = f"Cannot fetch wheels for {PROCESSOR}: pip ended with {done.returncode} ({said[0]})"
            raise blame(what, done.stderr, Missing, NETWORK)
