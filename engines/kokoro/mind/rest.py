"""The rest of a game as it may come: the path cards in their order, and the sanctuaries of the rounds."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from tablekeeper.engines.core.bots.redeal import redeal
from tablekeeper.engines.core.luck import Luck
from tablekeeper.engines.kokoro.state import State


class Rest(NamedTuple):
    """What is still to come."""

    cards: tuple[int, ...]
    """Path cards after the open one, numbered as in the pool."""
    letters: tuple[str, ...]
    """Sanctuaries after that of this round."""


Foresee = Callable[[State, int, Luck], Rest]
"""foresee(state, seat, luck) -> the rest of the game, as far as this seat knows it, else by luck."""


def seen_next(state: State, seat: int) -> str:
    """The next sanctuary, for a seat that has seen it; else empty."""
    return state.top if seat in state.seers else ""


def foresee(state: State, seat: int, luck: Luck) -> Rest:
    """The cards that lie in both decks are known to all; their order is not, but for a sanctuary that was seen."""
    seen = seen_next(state, seat)
    (cards,) = redeal([state.pool], luck)
    (letters,) = redeal([tuple(letter for letter in state.left if letter != seen)], luck)
    return Rest(cards, (seen, *letters) if seen else letters)
