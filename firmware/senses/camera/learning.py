"""Where somebody who learns the tray during play listens to the eye. All of it happens in the eye's worker.

The eye calls a `Learner`:
- for every still frame, with what it was read as, if it was read;
- for each reading that came to rest, with its picture, just before the game hears of it;
- for each reading that became an answer as it was, and for each that people correct, at once or later.

What was learned goes back by `Eye.learn`, which may be called from anywhere.
"""

from __future__ import annotations

import logging
from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol

from tablekeeper.faults import words_of
from tablekeeper.firmware.senses.inbox import Seen
from tablekeeper.vision.picture import Picture
from tablekeeper.vision.reading import Die, Reading

LOG = logging.getLogger(__name__)


@dataclass(frozen=True)
class Confirmed:
    """A reading became an answer."""

    number: int
    """Of the answer, from 0; a correction names it. Another game begins at 0 again."""
    seen: Seen
    """What the eye had sent: the whole reading, its picture, and when that was taken."""
    dice: tuple[Die, ...]
    """The dice that counted, in the order of the answer; nothing left over from the roll before is among them."""
    asked: bool
    """Whether people looked at it and agreed; otherwise the reading was sure by itself."""


@dataclass(frozen=True)
class Corrected:
    """People say what the dice of an answer really showed."""

    number: int
    seen: Seen | None
    """The reading that was wrong; None where it became an answer before: then a `Confirmed` named this number."""
    dice: tuple[Die, ...]
    """Its dice as they were read; they may be fewer or more than the values, and none stand here without `seen`."""
    values: tuple[int, ...]
    """What people say, in the order of the answer."""


Feedback = Confirmed | Corrected


class Learner(Protocol):
    """Whoever listens. Called by one thread only; whatever it does delays the next frame, and nothing else."""

    def see_still(self, picture: Picture, at_s: float, reading: Reading | None) -> None:
        """A frame in which nothing moved; `reading` is None where nobody needed it read."""

    def see_settled(self, seen: Seen) -> None:
        """A roll came to rest and is about to be sent."""

    def hear(self, feedback: Feedback) -> None:
        """What became of a reading."""


class NoLearner:
    """Nobody listens."""

    def see_still(self, picture: Picture, at_s: float, reading: Reading | None) -> None:
        """Nothing to keep."""

    def see_settled(self, seen: Seen) -> None:
        """Nothing to keep."""

    def hear(self, feedback: Feedback) -> None:
        """Nothing to keep."""


class Guarded:
    """A learner that fails is reported and left alone from then on: the eye goes on seeing."""

    def __init__(self, learner: Learner, report: Callable[[str], None]) -> None:
        self.learner: Learner = learner
        self._report = report

    def see_still(self, picture: Picture, at_s: float, reading: Reading | None) -> None:
        """A frame in which nothing moved."""
        self._try(lambda: self.learner.see_still(picture, at_s, reading))

    def see_settled(self, seen: Seen) -> None:
        """A roll came to rest."""
        self._try(lambda: self.learner.see_settled(seen))

    def hear(self, feedback: Feedback) -> None:
        """What became of a reading."""
        self._try(lambda: self.learner.hear(feedback))

    def _try(self, call: Callable[[], None]) -> None:
        try:
            call()
        except Exception as fault:
            LOG.exception("learning the tray stopped")
            self.learner = NoLearner()
            self._report(words_of(fault))
