"""Who plays Cocoons, which level, with which copy, at which kind of table."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from tablekeeper.engines.cocoons.edition import Edition
from tablekeeper.engines.cocoons.levels import LEVELS, find_fault
from tablekeeper.engines.core import SetupFault
from tablekeeper.engines.core.game import Option, check_choice, check_options, check_players

PLAYERS = (1, 4)
"""The fewest and the most; one alone plays two seats."""


@dataclass(frozen=True)
class Setup:
    """What is settled before the first slide."""

    players: tuple[str, ...]
    edition: Edition
    all_known: bool
    """True at a virtual table; at a real one the companion is told what appears, or not."""
    level: str
    """The number of a printed level, or `own`."""
    trapdoors: tuple[str, ...]
    difficult: bool
    memory: bool
    """Whether the memory aid is on from the start."""

    @property
    def colours(self) -> tuple[str, ...]:
        """Nobody has a colour."""
        return ()

    @property
    def virtual(self) -> bool:
        """Whether the companion deals everything itself."""
        return self.all_known


OPTIONS = {
    "level": Option(
        "1 to 5, or an own level as its eight trapdoors, for instance rune,rune,rune,rune,slide,slide,slide,slide",
        ("1", "2", "3", "4", "5"),
    ),
    "difficult": Option("whether an empty place that is uncovered costs a token more", ("no", "yes")),
    "memory": Option(
        "whether the memory aid is on at first; the table can switch it at the start of any turn", ("off", "on")
    ),
}
_YES_NO = ("yes", "no")


def summarise(setup: Setup) -> tuple[tuple[str, str], ...]:
    """The options as they stand."""
    difficult, memory = "yes" if setup.difficult else "no", "on" if setup.memory else "off"
    return ("level", setup.level), ("difficult", difficult), ("memory", memory)


def prepare(
    players: Sequence[str], edition: Edition, table: str = "virtual", options: Mapping[str, str] | None = None
) -> Setup:
    """A checked setup; each fault is a sentence that names what would be right."""
    options = options or {}
    check_options("Cocoons", options, OPTIONS)
    names = check_players("Cocoons", players, PLAYERS)
    check_choice("Cocoons", "table", table, ("virtual", "real"))
    level, trapdoors = _find_level(options.get("level", "1"))
    difficult = check_choice("Cocoons", "difficult", options.get("difficult", "no"), _YES_NO)
    memory = check_choice("Cocoons", "memory", options.get("memory", "off"), ("on", "off"))
    return Setup(names, edition, table == "virtual", level, trapdoors, difficult == "yes", memory == "on")


def _find_level(level: str) -> tuple[str, tuple[str, ...]]:
    if level in LEVELS:
        return level, LEVELS[level]
    if "," not in level:
        raise SetupFault(
            "Cannot set up Cocoons: found the level {level!r}; expected 1 to 5 or eight trapdoors with commas between",
            level=level,
        )
    trapdoors = tuple(word.strip() for word in level.split(","))
    fault = find_fault(trapdoors)
    if fault is not None:
        raise SetupFault("Cannot set up Cocoons with an own level: {fault}", fault=fault)
    return "own", trapdoors
