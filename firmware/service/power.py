"""Switching the Pi off, once everything is closed. On any other computer nothing of the kind is offered or run."""

from __future__ import annotations

import shlex
import subprocess
from collections.abc import Callable, Sequence
from typing import Protocol

from tablekeeper.faults import Words
from tablekeeper.firmware.errors import why_of

PATIENCE_S = 20.0
Run = Callable[[Sequence[str]], None]


class Power(Protocol):
    """Who can switch this computer off."""

    @property
    def available(self) -> bool:
        """Whether that is offered here."""
        ...

    def switch_off(self) -> str:
        """Do it; empty, or why it was not possible."""
        ...


class NoPower:
    """Nobody switches anything off."""

    available = False

    def switch_off(self) -> str:
        """Nothing happens."""
        return "switching off is not offered here"


class PiPower:
    """The command of the settings, and only on a Pi. No shell reads it."""

    def __init__(self, command: str, *, is_pi: bool, run: Run | None = None) -> None:
        self._words = shlex.split(command) if is_pi else []
        self._run = run or run_command

    @property
    def available(self) -> bool:
        """Whether this is a Pi, and a command is set."""
        return bool(self._words)

    def switch_off(self) -> str:
        """Run the command."""
        if not self.available:
            return NoPower().switch_off()
        try:
            self._run(self._words)
        except (OSError, subprocess.SubprocessError) as fault:
            return Words(
                "Cannot switch off by {command}: {why}; expected a command that may be run",
                command=self._words[0],
                why=why_of(fault),
            )
        return ""


def run_command(words: Sequence[str]) -> None:
    """Run it to its end; a fault if it could not, or did not."""
    subprocess.run(words, check=True, timeout=PATIENCE_S, capture_output=True)
