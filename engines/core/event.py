"""What happened: a past participle, the clause that made it so, and the numbers involved; never a sentence."""

from __future__ import annotations

from typing import NamedTuple

from tablekeeper.engines.core.question import PUBLIC, Facts


class Event(NamedTuple):
    """One thing that happened to a seat (or to the table, TEAM)."""

    kind: str
    clause: str
    seat: int
    facts: Facts
    only_for: int = PUBLIC
    """The one seat that may know it, or PUBLIC."""
    shows: bool = False
    """Whether it brought something hidden into sight: then the answer behind it cannot be taken back."""

    def spell(self) -> str:
        """One line for logs and golden playthroughs."""
        facts = " ".join(f"{name}={_spell(value)}" for name, value in self.facts.items())
        return f"{self.kind} {facts}".rstrip() + f" [{self.clause}]"


def _spell(value: object) -> str:
    if isinstance(value, tuple):
        return ",".join(map(_spell, value)) or "-"
    return str(value)
