"""A companion for real board games: it reads the dice, feels the cocoons, knows the rules and says what to do next.

In the repository the rooms beside this file are links to the folders at the top; in a wheel they are folders.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from tablekeeper.firmware.dice.library import DiceRoll, Reading, read, watch

__all__ = ["DiceRoll", "Reading", "read", "watch"]


def __getattr__(name: str) -> Any:
    """What this package offers is loaded when it is first used: it needs OpenCV."""
    if name in __all__:
        return getattr(import_module("tablekeeper.firmware.dice.library"), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
