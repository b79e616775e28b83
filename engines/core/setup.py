"""What is settled before a game begins, as every room may read it."""

from __future__ import annotations

from typing import Protocol, TypeVar


class Setup(Protocol):
    """What every game's setup can say, whatever else it holds."""

    @property
    def players(self) -> tuple[str, ...]:
        """Their names, in the order of the seats."""
        ...

    @property
    def colours(self) -> tuple[str, ...]:
        """The colours that the players chose, in the order of the seats; empty in a game without such colours."""
        ...

    @property
    def virtual(self) -> bool:
        """Whether the companion deals everything itself."""
        ...


P = TypeVar("P", bound=Setup)
"""The setup of one game."""
