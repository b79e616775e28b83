"""What the screen can show of a game's rules."""

from __future__ import annotations

from dataclasses import dataclass, field

from tablekeeper.display.intents import Back, Intent
from tablekeeper.display.pages import ALL_WELL, Clause, Light
from tablekeeper.display.rulebook import Layout
from tablekeeper.engines.core import Question


@dataclass(frozen=True, slots=True)
class RulesPage:
    """The rules by topic; those that matter at the table now come first."""

    game: str
    clauses: tuple[Clause, ...] = ()
    """The whole ledger, in its order."""
    question: Question | None = None
    """What is open at the table, as the public may see it."""
    layout: Layout = field(default_factory=Layout)
    """For whom and how the game is laid out."""
    back: Intent = field(default_factory=Back)
    """What closes it."""
    health: tuple[Light, ...] = ALL_WELL
