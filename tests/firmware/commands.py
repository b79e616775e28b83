"""The command line as tests call it, on every supported version of click."""

from __future__ import annotations

import inspect
from pathlib import Path

from click.testing import CliRunner, Result

from tablekeeper.firmware.commands.cli import main


def call(home: Path, *words: str, typed: str = "") -> Result:
    """Run `tablekeeper` with the errors apart."""
    # click before 8.2 mixes the two outputs unless told not to
    apart = {"mix_stderr": False} if "mix_stderr" in inspect.signature(CliRunner).parameters else {}
    return CliRunner(**apart).invoke(main, ["--home", str(home), *words], input=typed, catch_exceptions=False)  # type: ignore[arg-type]
