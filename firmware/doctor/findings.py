"""What the doctor says about one thing."""

from __future__ import annotations

from typing import Literal, NamedTuple

State = Literal["ok", "look", "bad"]


class Finding(NamedTuple):
    """One thing that was looked at."""

    name: str
    state: State
    found: str
    why: str = ""
    """Why it matters; empty when all is well."""
    mend: str = ""
    """The command or action that mends it."""
    cells: tuple[bool, ...] = ()
    """For the box: which of its nine sensors answered."""

    def spell(self) -> str:
        """The lines for a terminal."""
        mark = {"ok": "ok  ", "look": "LOOK", "bad": "BAD "}[self.state]
        lines = [f"{mark} {self.name}: {self.found}"]
        if self.why:
            lines.append(f"     why it matters: {self.why}")
        if self.mend:
            lines.append(f"     to mend it: {self.mend}")
        return "\n".join(lines)


def fine(name: str, found: str) -> Finding:
    """Nothing to mend here."""
    return Finding(name, "ok", found)
