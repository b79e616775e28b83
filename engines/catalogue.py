"""The games that there are, found by the name that people type."""

from __future__ import annotations

from importlib import import_module

from tablekeeper.engines.core.errors import EngineError
from tablekeeper.engines.core.game import Game

NAMES = ("cocoon_world", "cocoons", "kokoro", "chocobo")
"""Add a game here; docs/add-a-game.md has the steps."""


class UnknownGame(EngineError, LookupError):
    """A name that no game has."""


def find_game(name: str) -> Game:
    """The game of this name, with hyphens or underscores."""
    package = name.replace("-", "_").lower()
    if package not in NAMES:
        known = ", ".join(known.replace("_", "-") for known in NAMES)
        raise UnknownGame(f"open the game {name!r}: there is none of that name, right would be one of {known}")
    game: Game = import_module(f"tablekeeper.engines.{package}").GAME
    return game
