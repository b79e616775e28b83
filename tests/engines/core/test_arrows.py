"""The arrows between the rooms are checked, and each check fails on a planted breach."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.engines.tables import ROOT

ROOMS = ("engines", "vision", "hardware", "display", "firmware")
pytest.importorskip("importlinter", reason="the oldest set carries no linters; the newest set runs this")


def lint(folder: Path) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-c", "from importlinter.cli import lint_imports_command as c; c()", "--no-cache"]
    return subprocess.run(
        command, cwd=folder, capture_output=True, text=True, check=False, env={"PYTHONPATH": str(folder)}
    )


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
    ],
)
def test_a_planted_breach_is_found(room: str, breach: str, contract: str, tmp_path: Path) -> None:
    package = tmp_path / "tablekeeper"
    for folder in (package, *(package / name for name in ROOMS)):
        folder.mkdir()
        (folder / "__init__.py").write_text("", encoding="utf-8")
    shutil.copy(ROOT / "pyproject.toml", tmp_path)
    (package / room / "breach.py").write_text(breach + "\n", encoding="utf-8")
    result = lint(tmp_path)
    assert result.returncode != 0
    assert any(contract in line and "BROKEN" in line for line in result.stdout.splitlines()), result.stdout
