"""What the table signals beside the picture: one short name for each thing that has just changed in the loop.

Screen (a sound with its caption), lamp and buzzer hear the same names in the same order, so they cannot disagree.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import NamedTuple

SIGNALS = ("lost", "back", "refused", "doubt", "read", "moved", "turn", "roll", "won", "over")
"""All names, in the order in which they are sent when several things change at once."""
NOBODY = -9


class Moment(NamedTuple):
    """What of the loop is worth a signal when it changes."""

    lost: frozenset[str] = frozenset()
    """Devices that are gone."""
    refusals: int = 0
    """How often something was entered or seen that does not answer the question."""
    doubts: int = 0
    """How often the table was asked to look at the dice."""
    read: int = 0
    """How many answers the camera gave."""
    moved: int = 0
    """How many answers the sliding box gave."""
    seat: int = NOBODY
    """Whose turn it is; NOBODY where it is nobody's."""
    rolling: int = -1
    """The number of the answer that a roll of dice will be; -1 where none is awaited."""
    ending: str = ""
    """`won` or `over` once the game is over."""


@dataclass
class Counts:
    """How often each of these has happened in this game since the program opened it."""

    asked: int = 0
    """The table was asked to look at the dice."""
    fixed: int = 0
    """A reading was put right."""
    refused: int = 0
    """Something was entered or seen that did not answer the question."""
    read: int = 0
    """The camera answered."""
    moved: int = 0
    """The sliding box answered."""

    def note_source(self, source: str) -> None:
        """An answer came from there."""
        self.read += source == "camera"
        self.moved += source == "hall"


def changes(before: Moment, now: Moment) -> tuple[str, ...]:
    """The signals between two moments, in the order of SIGNALS."""
    wanted = {
        "lost": bool(now.lost - before.lost),
        "back": bool(before.lost - now.lost),
        "refused": now.refusals > before.refusals,
        "doubt": now.doubts > before.doubts,
        "read": now.read > before.read,
        "moved": now.moved > before.moved,
        "turn": now.seat not in (before.seat, NOBODY),
        "roll": now.rolling not in (before.rolling, -1),
        "won": now.ending == "won" != before.ending,
        "over": now.ending == "over" != before.ending,
    }
    return tuple(name for name in SIGNALS if wanted[name])


class Signaller:
    """Sends all listeners what changed since the last look."""

    def __init__(self, listeners: Iterable[Callable[[str], None]]) -> None:
        self.listeners = tuple(listeners)
        self._last = Moment()

    def look(self, now: Moment) -> None:
        """Compare with the last look; send each change to all listeners, in one order."""
        last, self._last = self._last, now
        for name in changes(last, now):
            for listener in self.listeners:
                listener(name)
