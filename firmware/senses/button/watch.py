"""Listens to the buttons and says which one went down. A worker; it knows no game."""

from __future__ import annotations

from dataclasses import dataclass

from tablekeeper.firmware.senses.edges import EdgeWorker
from tablekeeper.firmware.senses.inbox import Inbox, Message
from tablekeeper.hardware.header.controls import Buttons, Pressed

NAME = "buttons"


@dataclass(frozen=True)
class Pushed(Message):
    """A button went down; `name` is what the wiring calls it."""

    name: str


class ButtonWatch(EdgeWorker):
    """The buttons as a device that sends to the inbox."""

    def __init__(self, buttons: Buttons, inbox: Inbox) -> None:
        super().__init__(NAME, buttons, inbox)
        self.buttons = buttons

    def report_news(self) -> None:
        """Every press, when it begins; how long it lasts means nothing."""
        for event in self.buttons.events():
            if isinstance(event, Pressed):
                self.inbox.put(Pushed(event.name))
