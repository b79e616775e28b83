"""Games that do not ship: a package with a GAME, and with a look of its own in its `display/`."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from importlib.util import find_spec
from pathlib import Path

from tablekeeper.engines import catalogue
from tablekeeper.engines.core.game import Game


@contextmanager
def also_know(package: str) -> Iterator[Game]:
    """While this lasts, every room knows the game of this package; it may lie in the folder one works in."""
    here = str(Path.cwd())
    if here not in sys.path:
        sys.path.append(here)
    with ExitStack() as stack:
        game = stack.enter_context(catalogue.also(package))
        if find_spec(f"{package}.display") is not None:
            from tablekeeper.display import games

            stack.enter_context(games.also(game.name, f"{package}.display"))
        yield game
