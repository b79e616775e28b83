"""Memory that was freed goes back to the system.

With each large picture that is freed, glibc raises its own limits, until twenty megabytes stay with a program that has
no use for them. Limits that are set stay as they are.
"""

from __future__ import annotations

import ctypes
from typing import Final

KEPT_BYTES: Final = 4 << 20
"""More than a picture of the tray, so that reading one does not ask the system for memory each time."""
TRIM_THRESHOLD, MMAP_THRESHOLD = -1, -3
"""As glibc's malloc.h numbers them."""


def return_freed_memory() -> bool:
    """Keep only a few megabytes that nobody uses; whether this C library can."""
    try:
        set_limit = ctypes.CDLL(None).mallopt
    except (AttributeError, OSError):
        return False
    trims, maps = set_limit(TRIM_THRESHOLD, KEPT_BYTES), set_limit(MMAP_THRESHOLD, KEPT_BYTES)
    return bool(trims and maps)
