"""Files that somebody else may have put there, read within bounds: no pipe, no device, nothing endless."""

from __future__ import annotations

import errno
import os
from pathlib import Path

MOST_BYTES = 4_000_000
"""No settings, edition, calibration or story is nearly as large."""


def read_bounded(path: Path, most_bytes: int = MOST_BYTES) -> str:
    """The text of a plain file. What is none is an OSError, before anything waits for it."""
    found = path.stat()
    if path.is_dir():
        raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR), str(path))
    if not path.is_file():
        raise OSError(errno.EINVAL, "it is no plain file", str(path))
    if found.st_size > most_bytes:
        raise OSError(errno.EFBIG, f"it has {found.st_size} bytes; expected at most {most_bytes}", str(path))
    return path.read_text(encoding="utf-8")
