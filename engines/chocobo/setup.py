"""Who plays Chocobo's Dungeon, how hard, with which copy, at which kind of table."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from tablekeeper.engines.chocobo.edition import Edition
from tablekeeper.engines.chocobo.places import BOSSES, CARDS, DECKS, MONSTERS
from tablekeeper.engines.core import SetupFault
from tablekeeper.engines.core.game import Option, check_choice, check_options, check_players

TITLE = "Chocobo's Dungeon"
PLAYERS = (1, 4)
"""The fewest and the most."""
DIFFICULTIES = {"easy": ((0, 10, 7, 7), 3), "normal": ((10, 8, 6, 6), 2), "hard": ((7, 6, 5, 5), 1)}
"""Chocobo cards by number of players, and Book tokens [rulebook]."""


@dataclass(frozen=True)
class Setup:
    """What is settled before the first round."""

    players: tuple[str, ...]
    edition: Edition
    known_hands: bool
    """True at a virtual table; at a real one hands stay in the players' hands."""
    difficulty: str
    floors: tuple[str, ...]
    """The chosen sides, 4F last."""
    boss: str
    limited_talk: bool

    @property
    def colours(self) -> tuple[str, ...]:
        """Nobody has a colour."""
        return ()

    @property
    def virtual(self) -> bool:
        """Whether the companion deals everything itself."""
        return self.known_hands

    @property
    def hand_size(self) -> int:
        """How many cards each player begins with."""
        return DIFFICULTIES[self.difficulty][0][len(self.players) - 1]

    @property
    def books(self) -> int:
        """How many Book tokens lie open at the start."""
        return DIFFICULTIES[self.difficulty][1]


OPTIONS = {
    "difficulty": Option("how many cards and Book tokens you begin with; not easy alone", ("normal", "easy", "hard")),
    "floor_2": Option("the side of the 2F board; the star is harder", ("plain", "star")),
    "floor_3": Option("the side of the 3F board; the star is harder", ("plain", "star")),
    "boss": Option("the side of the Boss tile", ("behemoth", "omega")),
    "talk": Option("limited: no talking while cards are chosen", ("free", "limited")),
}


def summarise(setup: Setup) -> tuple[tuple[str, str], ...]:
    """The options as they stand."""
    floors = [("star" if name.endswith("_star") else "plain") for name in setup.floors[1:3]]
    return (
        ("difficulty", setup.difficulty), ("floor_2", floors[0]), ("floor_3", floors[1]), ("boss", setup.boss),
        ("talk", "limited" if setup.limited_talk else "free"),
    )  # fmt: skip


def prepare(
    players: Sequence[str], edition: Edition, table: str = "virtual", options: Mapping[str, str] | None = None
) -> Setup:
    """A checked setup; each fault is a sentence that names what would be right."""
    options = options or {}
    check_options(TITLE, options, OPTIONS)
    names = check_players(TITLE, players, PLAYERS)
    check_choice(TITLE, "table", table, ("virtual", "real"))
    difficulty = check_choice(TITLE, "difficulty", options.get("difficulty", "normal"), tuple(DIFFICULTIES))
    if difficulty == "easy" and len(names) == 1:
        raise SetupFault(
            "Cannot set up {title}: found the difficulty 'easy' for one player; expected normal or hard",
            "easy_alone",
            title=TITLE,
        )
    sides = [
        check_choice(TITLE, name, options.get(name, "plain"), ("plain", "star")) for name in ("floor_2", "floor_3")
    ]
    chosen = [f"{floor}_star" if side == "star" else floor for floor, side in zip(("2F", "3F"), sides, strict=True)]
    floors = ("1F", *chosen, "4F")
    boss = check_choice(TITLE, "boss", options.get("boss", "behemoth"), BOSSES)
    talk = check_choice(TITLE, "talk", options.get("talk", "free"), ("free", "limited"))
    setup = Setup(names, edition, table == "virtual", difficulty, floors, boss, talk == "limited")
    if setup.known_hands:
        _check_complete(setup)
    return setup


def _check_complete(setup: Setup) -> None:
    """A virtual table has nobody to ask, so its edition must have everything."""
    hole = next((place for place in needed(setup) if place not in setup.edition.values), None)
    if hole is None:
        hole = next((f"floors.{name}.spaces" for name in setup.floors[:-1] if name not in setup.edition.floors), None)
    if hole is not None:
        raise SetupFault(
            "Cannot set up {title}: the edition {name} has nothing at {hole}; expected a complete edition, "
            "or a real table that can be asked",
            title=TITLE,
            name=setup.edition.name,
            hole=hole,
        )


def needed(setup: Setup) -> list[str]:
    """Every place that a game with this setup may need to know."""
    values = setup.edition.values
    places = ["dial.size", "ring.outer", "ring.inner", f"bosses.{setup.boss}.hp"]
    places += [f"dial.{i}" for i in range(values.get("dial.size", 0))]
    places += [f"cards.{i}" for i in CARDS]
    places += [f"monsters.{deck}.{i}" for deck in DECKS for i in MONSTERS]
    places += [f"floors.{name}.{what}" for name in setup.floors[:-1] for what in ("reaper", "encounter")]
    places += [f"ring.{what}.{i}" for what in ("spaces", "touches") for i in range(values.get("ring.outer", 0))]
    places += [f"bosses.{setup.boss}.{i}" for i in range(values.get("ring.inner", 0))]
    return places
