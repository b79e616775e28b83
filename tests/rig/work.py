"""What a job of the rig is given to work with, and how it runs programs and says what they said."""

from __future__ import annotations

import subprocess
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from tests.rig.cache import Cache
from tests.rig.errors import Broken

TREE = Path(__file__).resolve().parents[2]
TREE_INSIDE = "/tablekeeper"
LEAD = "rig: "
_KEPT_LINES = 40


@dataclass(frozen=True)
class Work:
    """One job at work in a rig that began at some moment."""

    job: str
    cache: Cache
    began_s: float

    def report(self, text: str) -> None:
        """One line for people."""
        print(f"{time.monotonic() - self.began_s:5.0f} s  {self.job:8} {text}", flush=True)

    def watch(self, command: Sequence[str]) -> None:
        """Run a program that proves something: its lines are told, and its end must be a good one."""
        with subprocess.Popen(
            command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
            errors="replace", env={"PATH": "/usr/sbin:/usr/bin:/sbin:/bin"},
        ) as program:  # fmt: skip
            assert program.stdout is not None
            unsaid: list[str] = []
            try:
                for line in program.stdout:
                    if line.startswith(LEAD):
                        self.report(line.removeprefix(LEAD).rstrip())
                    else:
                        unsaid = [*unsaid, line.rstrip()][-_KEPT_LINES:]
                program.wait()
            finally:  # also when its time is over
                program.kill()
                self.report_unsaid(unsaid if program.returncode != 0 else ())
        if program.returncode:
            raise Broken(f"the proof ended with {program.returncode}")

    def report_unsaid(self, lines: Sequence[str]) -> None:
        """Lines that people need only when something is broken."""
        for line in lines:
            self.report(f"| {line}")
