"""Halls, closed after the test."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.club.hall import Hall
from tests.conftest import Clock
from tests.firmware.conftest import tmp_path


@pytest.fixture
def hall(tmp_path: Path, clock: Clock) -> Iterator[Hall]:
    hall = Hall(tmp_path / "club", clock)
    yield hall
    hall.club.close()


__all__ = ["tmp_path"]
