"""What the rig cannot do without and cannot get by itself: each is told in one line with how to get it."""

from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Sequence
from pathlib import Path

from tests.rig.apt import KEYRING
from tests.rig.cache import Cache
from tests.rig.errors import Missing

PROGRAMS = ("apt-get", "apt-cache", "dpkg", "dpkg-deb", "chroot")
GB = 1e9
MADE_GB = {"pc": 2.7, "pi": 2.2}
"""What each userland and its downloads take."""
MEMORY_GB = 4.0
"""A virtual machine, and what two jobs write at the same time."""


def check_machine() -> None:
    """The machine, and who we are on it."""
    if sys.platform != "linux":
        raise Missing(f"found {sys.platform!r}; expected Linux")
    if os.geteuid() != 0:
        raise Missing("found no root rights; expected them for Debian userlands; sudo make rig")
    absent = [name for name in PROGRAMS if shutil.which(name) is None]
    if absent:
        raise Missing(
            f"found no {absent[0]}; expected Debian's own apt and dpkg; run it on Debian, or in its container"
        )
    if not KEYRING.is_file():
        raise Missing(f"found no {str(KEYRING)!r}; expected Debian's keys; sudo apt install debian-archive-keyring")
    known = Path("/proc/filesystems").read_text(encoding="ascii")
    if "overlay" not in known:
        raise Missing("found a kernel without overlayfs; expected it; sudo modprobe overlay")
    free_gb = read_free_memory_gb(Path("/proc/meminfo").read_text(encoding="ascii"))
    if free_gb < MEMORY_GB:
        raise Missing(f"found {free_gb:.1f} GB of free memory; expected {MEMORY_GB:g}; end something else")


def check_room(cache: Cache, userlands: Sequence[str]) -> None:
    """Room on the disk for the userlands that are not there yet."""
    needed_gb = sum(MADE_GB[name] for name in userlands if not cache.holds(name))
    free_gb = shutil.disk_usage(cache.folder).free / GB
    if free_gb < needed_gb:
        raise Missing(
            f"found {free_gb:.1f} GB free in {str(cache.folder)!r}; expected {needed_gb:.1f}; free some, or name a "
            "bigger place: TABLEKEEPER_RIG=/big/place make rig"
        )


def read_free_memory_gb(text: str) -> float:
    """How much memory programs can still have."""
    words = dict(line.split(":", 1) for line in text.splitlines() if ":" in line)
    return int(words["MemAvailable"].split()[0]) * 1024 / GB
