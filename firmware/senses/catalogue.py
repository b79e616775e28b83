"""Every kind of sense that a table may have: the one place where a new kind is entered."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TypeVar

from tablekeeper.firmware.senses.box.box_sense import BOX
from tablekeeper.firmware.senses.button.button_sense import BUTTON
from tablekeeper.firmware.senses.camera.camera_sense import CAMERA
from tablekeeper.firmware.senses.effects import Effect, Judge, Situation
from tablekeeper.firmware.senses.inbox import Message
from tablekeeper.firmware.senses.sense import Sense

SENSES: tuple[Sense, ...] = (CAMERA, BOX, BUTTON)

Part = TypeVar("Part")


class GameSenses:
    """All senses during one game: each message is judged by the one that it is for."""

    def __init__(self, *, resumed: bool) -> None:
        self.judges: tuple[Judge, ...] = tuple(sense.judge(resumed) for sense in SENSES)
        self._by_message: dict[type[Message], Judge] = {
            kind: judge for sense, judge in zip(SENSES, self.judges, strict=True) for kind in sense.messages
        }

    def find(self, kind: type[Part]) -> Part:
        """The judge of this kind."""
        return next(judge for judge in self.judges if isinstance(judge, kind))

    def judge(self, situation: Situation, message: Message) -> Effect | None:
        """What is to be done about a message."""
        return self._by_message[type(message)].judge(situation, message)

    def went_on(self, situation: Situation) -> Iterator[Effect | None]:
        """Another question is open: what each sense makes of that."""
        for judge in self.judges:
            yield judge.went_on(situation)

    def went_back(self, situation: Situation) -> None:
        """Answers were undone."""
        for judge in self.judges:
            judge.went_back(situation)
