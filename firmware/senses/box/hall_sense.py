"""The hall sense: listens to the sliding box and says what slid. A worker; it knows no game."""

from __future__ import annotations

from tablekeeper.firmware.senses.edges import EdgeWorker
from tablekeeper.firmware.senses.inbox import Felt, Inbox
from tablekeeper.hardware.sliding_box.box import Box
from tablekeeper.hardware.sliding_box.facts import Moving


class HallSense(EdgeWorker):
    """A box as a device that sends to the inbox."""

    def __init__(self, box: Box, inbox: Inbox) -> None:
        super().__init__("box", box, inbox)
        self.box = box

    def report_news(self) -> None:
        """Every fact but that something moves."""
        for fact in self.box.facts():
            if not isinstance(fact, Moving):
                self.inbox.put(Felt(fact))
