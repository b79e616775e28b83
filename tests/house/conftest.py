"""Tables in a house, closed after the test."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.conftest import Clock
from tests.firmware.conftest import tmp_path
from tests.house.table import HouseTable


@pytest.fixture
def open_table(tmp_path: Path, clock: Clock) -> Iterator[Callable[..., HouseTable]]:
    """Opens a table; a second one is the next start."""
    made: list[HouseTable] = []

    def make(**how: Any) -> HouseTable:
        made.append(HouseTable(tmp_path, clock, **how))
        return made[-1]

    yield make
    for table in made:
        table.close()


@pytest.fixture
def table(open_table: Callable[..., HouseTable]) -> HouseTable:
    """Kokoro with two players, all known to the companion."""
    table = open_table()
    table.begin("kokoro")
    return table


__all__ = ["tmp_path"]
