"""The wheel and the source archive, built as `make wheel` does, and an empty environment with the wheel in it."""

from __future__ import annotations

import os
import subprocess
import sys
import sysconfig
from collections.abc import Sequence
from pathlib import Path

import pytest

from tests.engines.tables import ROOT


@pytest.fixture(scope="session")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder that holds the wheel and the source archive."""
    folder = tmp_path_factory.mktemp("built")
    subprocess.run(
        ["bash", "scripts/wheel.sh", str(folder)], cwd=ROOT, env={**os.environ, "PYTHON": sys.executable}, check=True
    )
    return folder


@pytest.fixture(scope="session")
def wheel(built: Path) -> Path:
    """The wheel."""
    [found] = built.glob("*.whl")
    return found


@pytest.fixture(scope="session")
def archive(built: Path) -> Path:
    """The source archive."""
    [found] = built.glob("*.tar.gz")
    return found


class Environment:
    """A virtual environment that has the wheel, and borrows everything else from the one that runs the tests."""

    def __init__(self, folder: Path, wheel: Path) -> None:
        subprocess.run([sys.executable, "-m", "venv", "--without-pip", str(folder)], check=True)
        self.python = folder / "bin" / "python"
        [self.site] = folder.glob("lib/python*/site-packages")
        subprocess.run(
            [sys.executable, "-m", "pip", "install", "-q", "--no-index", "--no-deps", "--no-compile",
             "--prefix", str(folder), "--ignore-installed", "--no-warn-script-location", str(wheel)],
            check=True,
        )  # fmt: skip
        # A folder that a .pth file names is searched, but the .pth files in it are not read: no editable install.
        (self.site / "borrowed.pth").write_text(sysconfig.get_path("purelib") + "\n", encoding="utf-8")

    def run(self, arguments: Sequence[str], cwd: Path) -> subprocess.CompletedProcess[str]:
        """Run its Python in a folder, with nothing of this repository in the way."""
        env = {name: value for name, value in os.environ.items() if not name.startswith(("PYTHON", "PYTEST", "COV"))}
        return subprocess.run(
            [str(self.python), *arguments], cwd=cwd, env=env, capture_output=True, text=True, check=False, timeout=120
        )


@pytest.fixture(scope="session")
def installed(tmp_path_factory: pytest.TempPathFactory, wheel: Path) -> Environment:
    """An environment with the wheel installed."""
    return Environment(tmp_path_factory.mktemp("installed"), wheel)
