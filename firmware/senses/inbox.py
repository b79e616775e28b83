"""The one inbox: everything that devices have to say, typed, in the order in which it came, bounded."""

from __future__ import annotations

import queue
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from tablekeeper.display.intents import Intent, Sender
from tablekeeper.vision.picture import Picture
from tablekeeper.vision.reading import Die, Reading


class Message:
    """Anything that a device or another window has to say; a sense of its own has messages of its own."""

    __slots__ = ()


@dataclass(frozen=True)
class Seen(Message):
    """Dice came to rest and were read; the picture is kept for whoever has to look again."""

    reading: Reading
    picture: Picture
    taken_at_s: float


@dataclass(frozen=True)
class Stirring(Message):
    """What the tray is doing while no reading can be given: `moving`, `resting`, `short`, `waiting`."""

    phase: str


@dataclass(frozen=True)
class Lain(Message):
    """What a sure look at a still tray showed, where it is less than a roll: what was left there, or nothing."""

    dice: tuple[Die, ...]


@dataclass(frozen=True)
class Felt(Message):
    """A fact about the sliding box."""

    fact: Any


@dataclass(frozen=True)
class Turned(Message):
    """The knob: steps clockwise (negative: the other way), or a press, short or long."""

    steps: int = 0
    press: str = ""


@dataclass(frozen=True)
class Ailing(Message):
    """A device's health has changed."""

    device: str
    state: str
    why: str = ""


@dataclass(frozen=True)
class Wanted(Message):
    """What somebody wants who is not at the table's own screen: another window, such as a phone's."""

    intent: Intent
    sender: Sender


@dataclass(frozen=True)
class Considered(Message):
    """What a choice of the companion promised has been worked out."""


ROOM = 256


class Inbox:
    """Many may put, one takes. When it is full, word of a stirring tray is dropped, all else waits a moment."""

    def __init__(self, room: int = ROOM, patience_s: float = 1.0) -> None:
        self._queue: queue.Queue[Message] = queue.Queue(room)
        self._patience_s = patience_s
        self.dropped = 0

    def put(self, message: Message) -> bool:
        """Whether the message was taken in."""
        try:
            if isinstance(message, Stirring):
                self._queue.put_nowait(message)
            else:
                self._queue.put(message, timeout=self._patience_s)
        except queue.Full:
            self.dropped += 1
            return False
        return True

    def take(self) -> Iterator[Message]:
        """Everything that is there now; never waits."""
        while True:
            try:
                yield self._queue.get_nowait()
            except queue.Empty:
                return
