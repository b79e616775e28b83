"""Between two threads: the loop lays down moments, phones lay down intents. Nobody waits for anybody."""

from __future__ import annotations

import queue
import threading
from collections.abc import Iterator
from typing import NamedTuple

from tablekeeper.display.intents import Intent
from tablekeeper.engines.core.record.giver import QuestionId
from tablekeeper.firmware.phones.visible import DiceMoment, Moment
from tablekeeper.firmware.web.bell import Bell

ROOM = 64
"""So many touches may wait; who touches faster than the loop hears is asked to try again."""


class Sent(NamedTuple):
    """An intent from a phone: whose, and for which question."""

    client: int
    seat: int | None
    """None: no game is played, and everybody at the table may look at the dice."""
    to: QuestionId
    intent: Intent


class Desk:
    """The latest moment one way, touches the other."""

    def __init__(self) -> None:
        self._moment: Moment | None = None
        self._dice: DiceMoment | None = None
        self._version = 0
        self._sent: queue.Queue[Sent] = queue.Queue(ROOM)
        self.bell = Bell()
        self._lock = threading.Lock()

    @property
    def news(self) -> tuple[int, Moment | None]:
        """The number of the latest news, and the game as it stands; None: no game is played."""
        with self._lock:
            return self._version, self._moment

    @property
    def dice(self) -> DiceMoment | None:
        """The dice that are read while no game is played."""
        with self._lock:
            return self._dice

    def publish(self, moment: Moment | None, dice: DiceMoment | None = None) -> None:
        """From the loop: this is how it stands now."""
        with self._lock:
            self._moment, self._dice = moment, dice
        self.stir()

    def stir(self) -> None:
        """Something else that phones show has changed."""
        with self._lock:
            self._version += 1
        self.bell.ring()

    def send(self, sent: Sent) -> bool:
        """From a phone: whether there was room."""
        try:
            self._sent.put_nowait(sent)
        except queue.Full:
            return False
        return True

    def take(self) -> Iterator[Sent]:
        """For the loop: everything that was sent since."""
        while True:
            try:
                yield self._sent.get_nowait()
            except queue.Empty:
                return
