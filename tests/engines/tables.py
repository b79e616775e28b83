"""The tables on which every law is tried: each game, with few and many players, virtual and real."""

from __future__ import annotations

from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Any, NamedTuple

from tablekeeper.engines.catalogue import NAMES, find_game
from tablekeeper.engines.core.game import Game
from tests.pig import GAME as PIG

ROOT = Path(__file__).parents[2]

OPTIONS: dict[str, tuple[dict[str, str], ...]] = {
    "cocoon_world": ({}, {"ep_tiles": "by_side"}),
    "cocoons": (
        {"level": "2", "difficult": "yes"},
        {"level": "3", "memory": "on"},
        {"level": "4"},
        {"level": "5"},
    ),
    "kokoro": (
        {},
        {"side": "pink", "decree": "drawn", "peek_limit": "1"},
        {"decks": "real", "mats": "known", "decree": "long_road"},
    ),
    "pig": ({}, {"goal": "30"}),
    "chocobo": ({}, {"difficulty": "hard", "floor_2": "star", "floor_3": "star", "boss": "omega", "talk": "limited"}),
}
"""Option sets worth walking, by game; a new game adds its own."""


GAMES = {game.name: game for game in (*map(find_game, NAMES), PIG)}
"""The games that ship, and the one that proves that a game needs nothing but its own folder."""


class Case(NamedTuple):
    """One way to sit down to a game."""

    game: str
    players: int
    table: str
    options: tuple[tuple[str, str], ...]

    def __str__(self) -> str:
        words = "-".join(f"{key}={value}" for key, value in self.options)
        return f"{self.game}-{self.players}-{self.table}" + (f"-{words}" if words else "")


def cases() -> list[Case]:
    """Every game at both tables, alone, few and many, with each set of options."""
    found = []
    for name, game in GAMES.items():
        fewest, most = game.seats
        for players in sorted({fewest, min(2, most), (fewest + most + 1) // 2, most}):
            for table in ("virtual", "real"):
                found.extend(Case(name, players, table, tuple(options.items())) for options in OPTIONS.get(name, ({},)))
    return found


@cache
def edition(game: str, name: str = "reconstructed") -> Any:
    """A shipped edition of a game."""
    return GAMES[game].read_edition(text_of(game, "editions", f"{name}.toml"), name)


def text_of(game: str, *path: str) -> str:
    """A file of a game's package."""
    return files(GAMES[game].package).joinpath(*path).read_text(encoding="utf-8")


def open_table(case: Case) -> tuple[Game, Any]:
    """The game of a case and its setup."""
    game = GAMES[case.game]
    names = ("Ann", "Ben", "Chloe", "Dai", "Eva", "Finn", "Gil", "Hana")[: case.players]
    return game, game.prepare(names, edition(case.game), table=case.table, options=dict(case.options))
