"""How a game ended: who won, and by which clause."""

from __future__ import annotations

from typing import NamedTuple


class Outcome(NamedTuple):
    """The end of a game; no winners means that the table lost."""

    winners: tuple[int, ...]
    cause: str
    """A stable word for statistics: `most_ep`, `tie_white`, `out_of_tokens`..."""
    clause: str
    scores: tuple[int, ...] = ()
