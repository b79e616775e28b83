"""What a part of the rig is given to work with, and how it runs programs and says what they said."""

from __future__ import annotations

import subprocess
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from tests.rig.cache import Cache
from tests.rig.cell import bind
from tests.rig.errors import Broken
from tests.rig.userland import furnish, have_native, lay_over

TREE = Path(__file__).resolve().parents[2]
TREE_INSIDE = "/tablekeeper"
LEAD = "rig: "


@dataclass(frozen=True)
class Work:
    """One part at work: `scratch` is memory that is gone with the cell."""

    part: str
    cache: Cache
    scratch: Path

    def tell(self, text: str) -> None:
        """One line for people."""
        print(f"{self.part:8} {text}", flush=True)

    def native_root(self) -> Path:
        """A fresh copy of the userland for this processor with the tree in it."""
        root = lay_over(have_native(self.cache, self.tell), self.scratch / self.part)
        furnish(root)
        show_tree(root)
        return root

    def watch(self, command: Sequence[str], environment: dict[str, str], limit_s: float) -> None:
        """Run a program that proves something: its lines are told, and its end must be a good one."""
        limited = ["timeout", "--signal=KILL", f"{limit_s:g}", *command]
        with subprocess.Popen(
            limited, env=environment, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
            text=True, errors="replace",
        ) as program:  # fmt: skip
            assert program.stdout is not None
            tail: list[str] = []
            for line in program.stdout:
                tail = [*tail, line.rstrip()][-60:]
                if line.startswith(LEAD):
                    self.tell(line.removeprefix(LEAD).rstrip())
        if program.returncode:
            unsaid = [line for line in tail if not line.startswith(LEAD)]
            for line in unsaid:
                self.tell(f"| {line}")
            late = f", after {limit_s:g} s" if program.returncode in (137, -9) else ""
            raise Broken(f"the proof ended with {program.returncode}{late}")


def show_tree(root: Path) -> None:
    """Let a userland see the project's tree, and leave it alone."""
    place = root / TREE_INSIDE.lstrip("/")
    place.mkdir(exist_ok=True)
    bind(TREE, place, read_only=True)
