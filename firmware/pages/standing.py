"""What a page needs of a game: a session and a moment of it alike."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Protocol

from tablekeeper.engines.core.game import Game
from tablekeeper.engines.core.record.history import History


class Standing(Protocol):
    """One game as it stands: a session that goes on, or a moment of it."""

    @property
    def game(self) -> Game:
        """Its rules, and what is declared of it."""
        ...

    @property
    def names(self) -> Mapping[int, str]:
        """Who sits where."""
        ...

    @property
    def history(self) -> History:
        """Its answers and its state."""
        ...

    @property
    def is_over(self) -> bool:
        """Whether nothing is asked any more."""
        ...
