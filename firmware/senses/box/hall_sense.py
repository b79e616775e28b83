"""The hall sense: listens to the sliding box and says what slid. A worker; it knows no game."""

from __future__ import annotations

import threading

from tablekeeper.firmware.senses.inbox import Ailing, Felt, Inbox
from tablekeeper.hardware.sliding_box.box import Box
from tablekeeper.hardware.sliding_box.facts import Moving

LONGEST_WAIT_S = 1.0


class HallSense:
    """A box as a device that tells the inbox. At rest it costs nothing: edges wake it."""

    def __init__(self, box: Box, inbox: Inbox) -> None:
        self.box = box
        self.inbox = inbox
        self._health = ""
        self._rang = threading.Event()
        box.on_edge = self._rang.set

    def step(self) -> None:
        """Wait for an edge, or until something that was felt becomes certain; then tell it."""
        due_s = self.box.due_s()
        wait_s = LONGEST_WAIT_S if due_s is None else due_s - self.box.clock.now()
        self._rang.wait(min(LONGEST_WAIT_S, max(0.0, wait_s)))
        self._rang.clear()
        try:
            self.tell()
        except BaseException:
            self._health = ""  # whoever supervises tells that the box is lost, so its health is news again
            raise

    def tell_due(self) -> None:
        """Tell if something rang, or has become certain by waiting; costs nothing while the box rests."""
        due_s = self.box.due_s()
        if self._rang.is_set() or (due_s is not None and due_s <= self.box.clock.now()):
            self._rang.clear()
            self.tell()

    def tell(self) -> None:
        """Tell what is certain by now; never waits."""
        for fact in self.box.facts():
            if not isinstance(fact, Moving):
                self.inbox.put(Felt(fact))
        health = self.box.health
        if health.state != self._health:
            self._health = health.state
            self.inbox.put(Ailing("box", health.state, health.why))
