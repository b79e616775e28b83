"""Who plays Pig, and to how many points."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from tablekeeper.engines.core.game import Option, check_choice, check_options, check_players
from tests.pig.edition import Edition

PLAYERS = (1, 6)
GOALS = ("100", "50", "30")
OPTIONS = {"goal": Option("the points that win", GOALS)}


@dataclass(frozen=True)
class Setup:
    """What is settled before the first roll."""

    players: tuple[str, ...]
    edition: Edition
    virtual: bool
    goal: int

    @property
    def colours(self) -> tuple[str, ...]:
        """Nobody has a colour."""
        return ()


def prepare(
    players: Sequence[str], edition: Edition, table: str = "virtual", options: Mapping[str, str] | None = None
) -> Setup:
    """A checked setup; each fault is a sentence that names what would be right."""
    options = options or {}
    check_options("Pig", options, OPTIONS)
    names = check_players("Pig", players, PLAYERS)
    virtual = check_choice("Pig", "table", table, ("virtual", "real")) == "virtual"
    goal = check_choice("Pig", "goal", options.get("goal", GOALS[0]), GOALS)
    return Setup(names, edition, virtual, int(goal))


def summarise(setup: Setup) -> tuple[tuple[str, str], ...]:
    """The options as they stand."""
    return (("goal", str(setup.goal)),)
