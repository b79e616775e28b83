"""A checkout as far as the scripts need it, with commands of the system that only note what they are asked."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

from tests.engines.tables import ROOT

FAKE = ROOT / "tests" / "scripts" / "fake_python.sh"


class Checkout:
    """A folder with Makefile, scripts and pyproject.toml, and a PATH with nothing but what a test allows."""

    def __init__(self, folder: Path) -> None:
        self.folder, self.bin, self.log = folder / "check out", folder / "bin", folder / "asked"
        self.folder.mkdir(parents=True)
        self.bin.mkdir()
        self.log.touch()
        for name in ("Makefile", "pyproject.toml"):
            shutil.copy(ROOT / name, self.folder)
        for name in ("scripts", "requirements"):
            shutil.copytree(ROOT / name, self.folder / name)
        for tool in TOOLS:
            found = shutil.which(tool)
            assert found is not None, tool
            (self.bin / tool).symlink_to(found)
        self.stand_in("getent", "exit 2")

    def stand_in(self, name: str, then: str = "exit 0") -> None:
        """A command that notes its words and then does something."""
        script = self.bin / name
        script.unlink(missing_ok=True)
        script.write_text(f'#!/bin/bash\nprintf "%s\\n" "{name} $*" >>"$FAKE_LOG"\n{then}\n', encoding="ascii")
        script.chmod(0o755)

    def run(self, *words: str, fault: str = "", pi: bool = False, **more: str) -> subprocess.CompletedProcess[str]:
        """Run a command in the folder, as on a PC or as on a Pi."""
        model = self.bin / "model"
        model.write_text("Raspberry Pi 4 Model B\0" if pi else "", encoding="ascii")
        settings = {
            "PATH": str(self.bin), "HOME": str(self.folder.parent), "FAKE_LOG": str(self.log), "FAKE_FAULT": fault,
            "FAKE_PYTHON": str(FAKE), "REAL_PYTHON": sys.executable, "PY": str(FAKE),
            "TABLEKEEPER_MODEL_FILE": str(model), "USER": "ann", **more,
        }  # fmt: skip
        return subprocess.run(words, cwd=self.folder, env=settings, capture_output=True, text=True, check=False)

    def setup(self, fault: str = "", *, pi: bool = False) -> subprocess.CompletedProcess[str]:
        """`make setup`."""
        return self.run("make", "setup", fault=fault, pi=pi)

    def asked(self) -> list[str]:
        """What the commands were asked since the last call."""
        words = self.log.read_text(encoding="utf-8").splitlines()
        self.log.write_text("", encoding="utf-8")
        return words


TOOLS = (
    "bash", "sh", "make", "cat", "sha256sum", "grep", "sed", "mkdir", "touch", "rm", "cp", "id", "dirname", "seq",
    "chmod", "tee", "env", "true", "date",
)  # fmt: skip
IS_ROOT = os.geteuid() == 0
