"""What this room's tests share: folders in memory, as a journal waits for the disk at every answer, and a table."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from tablekeeper.display import intents
from tests.conftest import Clock
from tests.firmware.fakes import Table

MEMORY = Path("/dev/shm")


@pytest.fixture
def tmp_path() -> Iterator[Path]:
    """A folder in memory where there is one; a busy disk makes these tests ten times slower and no truer."""
    place = MEMORY if os.access(MEMORY, os.W_OK) else None
    with tempfile.TemporaryDirectory(dir=place, prefix="tablekeeper-test-") as folder:
        yield Path(folder)


@pytest.fixture
def table(tmp_path: Path, clock: Clock) -> Iterator[Table]:
    """A game of Cocoon World with everything around it in the test's hands; Ann has to roll two red and one black."""
    made = Table(tmp_path / "j", clock)
    made.step()
    made.intent(intents.Answered("begin red"))
    yield made
    made.journal.close()
