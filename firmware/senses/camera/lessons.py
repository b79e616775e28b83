"""Learns the tray while people play, and lets the eye use it. What was learned is a file in the table's home."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from tablekeeper.firmware.senses.camera.eye import Eye
from tablekeeper.firmware.senses.camera.known_tray import write_calibration
from tablekeeper.firmware.senses.camera.learning import Confirmed, Feedback
from tablekeeper.firmware.senses.inbox import Ailing, Seen
from tablekeeper.firmware.senses.reasons import say_fault
from tablekeeper.vision import Calibration
from tablekeeper.vision.picture import Picture
from tablekeeper.vision.reading import NOT_AS_EXPECTED, Die, Doubt, Reading
from tablekeeper.vision.trays.learning.learner import NEWS_FORGOTTEN, NEWS_KNOWN, TrayLearner

EMPTY_EVERY_S = 20.0
"""Between two looks at an empty tray: light creeps."""
SAVED_EVERY = 10
"""Rolls between two savings."""
NEWS = {NEWS_KNOWN: "tray_known", NEWS_FORGOTTEN: "tray_forgotten"}


class TrayLessons:
    """A `Learner` of the eye. A roll that nobody questioned waits for the next one: until then it may be corrected."""

    def __init__(self, eye: Eye, home: Path, known: Calibration | None) -> None:
        self._eye, self._home = eye, home
        self._learner = TrayLearner.resume(known) if known is not None else TrayLearner()
        self._waiting: Confirmed | None = None
        self._looked_at_s = float("-inf")
        self._rolls = 0

    def see_still(self, picture: Picture, at_s: float, reading: Reading | None) -> None:
        """An empty tray now and then; what else lies still is a roll, and is learned when people agree to it."""
        empty = reading is not None and not reading.dice and all(d.reason == NOT_AS_EXPECTED for d in reading.doubts)
        if empty and at_s - self._looked_at_s >= EMPTY_EVERY_S:
            self._looked_at_s = at_s
            self._learner.see_empty(picture)
            self._use(keep=False)

    def see_settled(self, seen: Seen) -> None:
        """Nothing yet: it may become an answer."""

    def hear(self, feedback: Feedback) -> None:
        """A reading that stood, or was put right."""
        waiting, self._waiting = self._waiting, None
        if isinstance(feedback, Confirmed):
            if waiting is not None:
                self._learn(waiting.seen, waiting.dice, [die.value for die in waiting.dice])
            self._waiting = feedback
        elif feedback.seen is not None:
            if waiting is not None:
                self._learn(waiting.seen, waiting.dice, [die.value for die in waiting.dice])
            self._learn(feedback.seen, feedback.dice, feedback.values)
        elif waiting is not None and waiting.number == feedback.number:
            self._learn(waiting.seen, waiting.dice, feedback.values)
        else:
            self._waiting = waiting

    def _learn(self, seen: Seen, dice: Sequence[Die], values: Sequence[int]) -> None:
        lain = [Doubt(NOT_AS_EXPECTED, die.box) for die in seen.reading.dice if die not in dice]
        self._learner.see_roll(seen.picture, dice, values, (*seen.reading.doubts, *lain))
        self._rolls += 1
        self._use(keep=self._rolls % SAVED_EVERY == 0)

    def _use(self, *, keep: bool) -> None:
        """Let the eye read with what is known now; say what is new, and keep it."""
        known, news = self._learner.known, list(self._learner.news)
        self._learner.news.clear()
        self._eye.learn(known)
        for one in news:
            self._eye.inbox.put(Ailing("learning", "ready", say_fault(NEWS[one], one)))
        if known is not None and (news or keep):
            write_calibration(self._home, known)
