"""The fixtures that are lent to other projects, loaded as they would load them."""

from __future__ import annotations

from importlib.metadata import entry_points

import pytest

pytest_plugins = ["pytester"]

EXAMPLE = """
def test_my_dice_program(simulated_table):
    simulated_table.hands.roll(["red", "red", "black"], [3, 5, 1])
    while simulated_table.clock.now() < simulated_table.tray.settles_s:
        frame = simulated_table.camera.frame(timeout_s=1.0)
    assert frame.bgr().shape == (480, 640, 3)
    assert simulated_table.tray.truth.values == (1, 3, 5)
    simulated_table.hands.slide(4)
    simulated_table.clock.sleep(1.0)
    assert simulated_table.box.facts()[-1].start == 4

def test_another(simulated_tray, simulated_box):
    assert simulated_tray.dice == ()
    assert simulated_box.hole == 5
"""


def test_the_documented_example_runs_in_a_project_of_its_own(pytester: pytest.Pytester) -> None:
    pytester.makepyfile(EXAMPLE)
    installed = any(entry.value == "tablekeeper.pytest_plugin" for entry in entry_points(group="pytest11"))
    asked = () if installed else ("-p", "tablekeeper.pytest_plugin")
    pytester.runpytest_inprocess(*asked).assert_outcomes(passed=2)
