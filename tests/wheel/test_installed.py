"""The installed wheel in somebody else's project, which has rooms of the same names."""

from __future__ import annotations

import importlib
import json
from pathlib import Path

import pytest

from tests.hardware.test_plugin import EXAMPLE
from tests.wheel.conftest import Environment

THEIRS = """
import engines, hardware.motor, vision, display, firmware

def test_our_own_rooms_are_ours(simulated_table):
    assert (engines.OURS, hardware.motor.OURS, vision.OURS, display.OURS, firmware.OURS) == ("yes",) * 5
"""
AT_START = """
import sys

def pytest_sessionstart(session):
    heavy = {"numpy", "cv2", "pygame", "tablekeeper.hardware"} & set(sys.modules)
    assert not heavy, f"loaded before any test asked for a table: {sorted(heavy)}"
    assert "tablekeeper.pytest_plugin" in sys.modules
"""


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """Another project, with packages called as our rooms are."""
    for room in ("engines", "vision", "hardware", "display", "firmware"):
        (tmp_path / room).mkdir()
        (tmp_path / room / "__init__.py").write_text("OURS = 'yes'\n", encoding="utf-8")
    (tmp_path / "hardware" / "motor.py").write_text("OURS = 'yes'\n", encoding="utf-8")
    (tmp_path / "conftest.py").write_text(AT_START, encoding="utf-8")
    (tmp_path / "test_theirs.py").write_text(THEIRS + EXAMPLE, encoding="utf-8")
    return tmp_path


def test_a_project_with_rooms_of_the_same_names_uses_the_simulated_table(installed: Environment, project: Path) -> None:
    others = [word for name in ("randomly", "xdist", "hypothesispytest") for word in ("-p", f"no:{name}")]
    done = installed.run(["-m", "pytest", "-q", *others], project)
    assert "3 passed" in done.stdout, done.stdout + done.stderr


def test_what_is_imported_comes_from_the_wheel_and_no_room_has_a_name_of_its_own(
    installed: Environment, tmp_path: Path
) -> None:
    look = (
        "import importlib.util, tablekeeper.engines; print(tablekeeper.engines.__file__);"
        "print([room for room in ('engines', 'vision', 'hardware', 'display', 'firmware')"
        " if importlib.util.find_spec(room)])"
    )
    done = installed.run(["-c", look], tmp_path)
    assert done.stdout.splitlines() == [str(installed.site / "tablekeeper" / "engines" / "__init__.py"), "[]"]


def test_the_installed_command_finds_its_data(installed: Environment, tmp_path: Path) -> None:
    done = installed.run(["-m", "tablekeeper", "simulate", "kokoro", "--games", "1", "--json"], tmp_path)
    assert json.loads(done.stdout)["games"] == 1, done.stderr


DRAW_AND_READ = """
from tablekeeper.display.pages import MenuPage
from tablekeeper.display.window.window import Window
from tablekeeper.vision.network import Network
window = Window((800, 480), "dark", "fr", driver="dummy")
window.show(MenuPage(()))
window.draw(0.0)
nets = [Network(name) for name in ("detector", "reader")]
print(len(nets), len(window.scene.targets) > 0)
"""


def test_the_installed_screens_find_fonts_and_words_and_the_reader_its_nets(
    installed: Environment, tmp_path: Path
) -> None:
    done = installed.run(["-c", DRAW_AND_READ], tmp_path)
    assert done.stdout.splitlines()[-1:] == ["2 True"], done.stderr


@pytest.mark.parametrize("room", ["engines", "vision", "hardware", "display", "firmware"])
def test_in_the_repository_a_room_without_the_name_in_front_refuses(room: str) -> None:
    with pytest.raises(ImportError, match=f"import tablekeeper.{room}"):
        importlib.import_module(room)
