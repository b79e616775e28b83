"""The games that there are, found by the name that people type."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from importlib import import_module

from tablekeeper.engines.core.errors import EngineError
from tablekeeper.engines.core.game import Game, GameOf

NAMES = ("cocoon_world", "cocoons", "kokoro", "chocobo")
"""The games that ship, in the order of the menu."""
_packages = {name: f"tablekeeper.engines.{name}" for name in NAMES}


class UnknownGame(EngineError, LookupError):
    """A name that no game has, or a package that holds none."""


def names() -> tuple[str, ...]:
    """All games that can be played now, the shipped ones first."""
    return tuple(_packages)


def find_game(name: str) -> Game:
    """The game of this name, with hyphens or underscores."""
    package = _packages.get(name.replace("-", "_").lower())
    if package is None:
        known = ", ".join(known.replace("_", "-") for known in _packages)
        raise UnknownGame(
            "Cannot open the game {name!r}: there is none of that name; expected one of {known}", name=name, known=known
        )
    return load_game(package)


def load_game(package: str) -> Game:
    """The game that a package exports as GAME."""
    try:
        game = import_module(package).GAME
    except (ImportError, AttributeError) as fault:
        raise UnknownGame(
            "Cannot load a game from the package {package!r}: {fault}; expected a package that exports GAME",
            package=package,
            fault=fault,
        ) from None
    if not isinstance(game, GameOf):
        raise UnknownGame(
            "Cannot load a game from the package {package!r}: its GAME is {game!r}; expected a Game",
            package=package,
            game=game,
        )
    return game


@contextmanager
def also(package: str) -> Iterator[Game]:
    """While this lasts, the game of one more package is known."""
    game = load_game(package)
    if game.name in _packages:
        raise UnknownGame(
            "Cannot load a game from the package {package!r}: there is a game {name!r} already; expected a "
            "name of its own",
            package=package,
            name=game.name,
        )
    _packages[game.name] = package
    try:
        yield game
    finally:
        del _packages[game.name]
