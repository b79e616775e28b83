"""What the kernel says about the card (or disk) that a table lies on: errors, age, and how much was written to it.

Sources: Linux's documents `driver-api/mmc/mmc-dev-attrs` (name, date, life_time, pre_eol_info) and
`ABI/testing/sysfs-fs-ext4` (errors_count, lifetime_write_kbytes). The values of life_time and pre_eol_info are those of
the eMMC standard (JEDEC JESD84-B50): tenths of the life used, and 1 normal, 2 warning, 3 urgent. An SD card gives its
date only.
"""

from __future__ import annotations

import re
from pathlib import Path, PurePosixPath
from typing import NamedTuple

from tablekeeper.firmware.checks.probes import Probes

WARNING, URGENT = 2, 3
KIB_IN_GB = 1_000_000 / 1.024
PART = re.compile(r"^((?:mmcblk|nvme\d+n)\d+)p\d+$|^(sd[a-z]+)\d+$")


class Card(NamedTuple):
    """The card, as far as the kernel knows it."""

    name: str
    made: str
    """Month and year; empty where it does not say."""
    used_tenths: int | None
    """Tenths of its life that are used, at most; None where it does not say."""
    reserve: int
    """0 unknown, 1 normal, 2 warning, 3 urgent."""
    errors: int | None
    """How many errors the file system has noted; None where it counts none."""
    written_gb: float | None
    """Since the file system was made."""


def read_card(probes: Probes, home: Path) -> Card | None:
    """The card that holds a folder; None where the kernel does not say which."""
    source = probes.run(["findmnt", "--noheadings", "--output", "SOURCE", "--target", str(home)]) or ""
    part = PurePosixPath(source.partition("[")[0].strip()).name
    if not source.startswith("/dev/") or not re.fullmatch(r"[\w-]+", part):
        return None
    found = PART.match(part)
    device = f"/sys/block/{(found[1] or found[2]) if found else part}/device"
    name, made = (probes.read_text(f"{device}/{what}") or "" for what in ("name", "date"))
    tenths = [_number(word, 16) for word in (probes.read_text(f"{device}/life_time") or "").split()]
    reserve = _number(probes.read_text(f"{device}/pre_eol_info"), 16) or 0
    errors, written = (
        _number(probes.read_text(f"/sys/fs/ext4/{part}/{what}")) for what in ("errors_count", "lifetime_write_kbytes")
    )
    used = max((tenth for tenth in tenths if tenth), default=None)
    written_gb = None if written is None else written / KIB_IN_GB
    return Card(name.strip() or part, made.strip(), used, reserve, errors, written_gb)


def _number(text: str | None, base: int = 10) -> int | None:
    try:
        return int((text or "").strip(), base)
    except ValueError:
        return None
