"""The arrows between the rooms are checked, and each check fails on a planted breach."""

from __future__ import annotations

import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from tablekeeper.engines.catalogue import NAMES
from tests.engines.tables import ROOT

ROOMS = ("engines", "vision", "hardware", "display", "firmware")
pytest.importorskip("importlinter", reason="the oldest set carries no linters; the newest set runs this")


def lint(folder: Path) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-c", "from importlinter.cli import lint_imports_command as c; c()", "--no-cache"]
    return subprocess.run(
        command, cwd=folder, capture_output=True, text=True, check=False, env={"PYTHONPATH": str(folder)}
    )


def plant_rooms(package: Path) -> None:
    """All packages of the rooms, empty, and the modules that the contracts name."""
    rooms = [folder for name in ROOMS for folder in (ROOT / name).rglob("__init__.py")]
    for init in (package / "__init__.py", *(package / path.relative_to(ROOT) for path in rooms)):
        init.parent.mkdir(parents=True, exist_ok=True)
        init.touch()
    (package / "engines" / "catalogue.py").touch()
    (package / "firmware" / "errors.py").touch()
    for game in NAMES:
        (package / "engines" / game / "answers.py").touch()


def test_rooms_without_a_breach_pass(tmp_path: Path) -> None:
    plant_rooms(tmp_path / "tablekeeper")
    shutil.copy(ROOT / "pyproject.toml", tmp_path)
    result = lint(tmp_path)
    assert result.returncode == 0, result.stdout


def test_every_game_is_named_in_the_contracts() -> None:
    contracts = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["importlinter"][
        "contracts"
    ]
    by_name = {contract["name"]: contract for contract in contracts}
    engines = {f"tablekeeper.engines.{game}" for game in NAMES}
    assert engines == set(by_name["games do not enter each other"]["modules"])
    assert {f"tablekeeper.display.{game}" for game in NAMES} == set(
        by_name["screens of games do not enter each other"]["modules"]
    )
    assert engines <= set(by_name["the core knows no game"]["forbidden_modules"])


@pytest.mark.parametrize(
    ("room", "breach", "contract"),
    [
        ("engines", "import tablekeeper.vision", "engines enters nobody's room"),
        ("engines", "import numpy", "engines enters nobody's room"),
        ("engines", "import random", "no randomness"),
        ("engines", "import time", "no clock"),
        ("vision", "import tablekeeper.engines", "vision enters nobody's room"),
        ("hardware", "import tablekeeper.vision", "hardware enters nobody's room"),
        ("display", "import tablekeeper.firmware", "display enters only the engines"),
        ("firmware/senses", "import tablekeeper.firmware.program", "the floors of the firmware"),
        ("firmware/program", "import tablekeeper.firmware.errands", "the floors of the firmware"),
        ("firmware/journal", "import tablekeeper.firmware.senses", "the floors of the firmware"),
        ("firmware/settings", "import tablekeeper.firmware.journal", "the floors of the firmware"),
        ("firmware/pages", "import tablekeeper.firmware.program", "the floors of the firmware"),
        ("firmware/attic", "import os", "the floors of the firmware"),
        ("engines/kokoro", "import tablekeeper.engines.cocoons", "games do not enter each other"),
        ("display/kokoro", "import tablekeeper.display.cocoons", "screens of games do not enter each other"),
        ("engines/core", "import tablekeeper.engines.kokoro", "the core knows no game"),
        ("engines/core", "import tablekeeper.engines.catalogue", "the core knows no game"),
        ("display/widgets", "import tablekeeper.engines.kokoro.answers", "the screen spells no answer"),
    ],
)
def test_a_planted_breach_is_found(room: str, breach: str, contract: str, tmp_path: Path) -> None:
    package = tmp_path / "tablekeeper"
    plant_rooms(package)
    shutil.copy(ROOT / "pyproject.toml", tmp_path)
    (package / room).mkdir(exist_ok=True)
    (package / room / "__init__.py").touch()
    (package / room / "breach.py").write_text(breach + "\n", encoding="utf-8")
    result = lint(tmp_path)
    assert result.returncode != 0
    assert any(contract in line and "BROKEN" in line for line in result.stdout.splitlines()), result.stdout
