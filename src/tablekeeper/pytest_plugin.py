"""A pytest plugin that lends the simulated table to anybody's tests (entry point `tablekeeper` of `pytest11`).

    def test_my_dice_program(simulated_table):
        simulated_table.hands.roll(["red", "red", "black"], [3, 5, 1])
        while simulated_table.clock.now() < simulated_table.tray.settles_s:
            frame = simulated_table.camera.frame(timeout_s=1.0)
        assert my_reader(frame.bgr()) == [1, 3, 5]
        simulated_table.hands.slide(4)
        simulated_table.clock.sleep(1.0)
        assert simulated_table.box.facts()[-1].start == 4

Every test gets a table of its own, seeded by the test's name, in fast time. Nothing global is touched.
"""

from __future__ import annotations

import zlib
from collections.abc import Iterator
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from tablekeeper.hardware.mock.simulated_box import SimulatedBox
    from tablekeeper.hardware.mock.simulated_table import SimulatedTable
    from tablekeeper.hardware.mock.simulated_tray import SimulatedTray


@pytest.fixture
def simulated_table(request: pytest.FixtureRequest) -> Iterator[SimulatedTable]:
    """A whole simulated table, open; closed after the test."""
    from tablekeeper.hardware.mock.simulated_table import (
        SimulatedTable,  # imported late: most tests of other projects need none
    )

    with SimulatedTable(seed=zlib.crc32(request.node.name.encode())) as table:
        yield table


@pytest.fixture
def simulated_tray(simulated_table: SimulatedTable) -> SimulatedTray:
    """The tray of the simulated table: a camera that sees thrown dice, with `truth` for every frame."""
    return simulated_table.tray


@pytest.fixture
def simulated_box(simulated_table: SimulatedTable) -> SimulatedBox:
    """The cocoons of the simulated table: slide, lift and put them; `hole` is the truth."""
    return simulated_table.cocoons
