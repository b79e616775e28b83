"""What this room's tests share: folders in memory, because a journal waits for the disk at every answer."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

MEMORY = Path("/dev/shm")


@pytest.fixture
def tmp_path() -> Iterator[Path]:
    """A folder in memory where there is one; a busy disk makes these tests ten times slower and no truer."""
    place = MEMORY if os.access(MEMORY, os.W_OK) else None
    with tempfile.TemporaryDirectory(dir=place, prefix="tablekeeper-test-") as folder:
        yield Path(folder)
