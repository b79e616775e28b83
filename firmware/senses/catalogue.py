"""Every kind of sense that a table may have, and the part of each in one game."""

from __future__ import annotations

from collections.abc import Iterator

from tablekeeper.firmware.senses.box.judging import BoxJudge
from tablekeeper.firmware.senses.camera.claim import Claim
from tablekeeper.firmware.senses.effects import Effect, Judge, Situation
from tablekeeper.firmware.senses.inbox import Felt, Lain, Message, Seen, Stirring


class GameSenses:
    """All senses during one game: each message is judged by the one that it is for."""

    def __init__(self, claim: Claim) -> None:
        box = BoxJudge()
        self.judges: dict[type[Message], Judge] = {Seen: claim, Stirring: claim, Lain: claim, Felt: box}

    def judge(self, situation: Situation, message: Message) -> Effect | None:
        """What is to be done about a message."""
        return self.judges[type(message)].judge(situation, message)

    def went_on(self, situation: Situation) -> Iterator[Effect | None]:
        """Another question is open: what each sense makes of that."""
        for judge in dict.fromkeys(self.judges.values()):
            yield judge.went_on(situation)

    def went_back(self, situation: Situation) -> None:
        """Answers were undone."""
        for judge in dict.fromkeys(self.judges.values()):
            judge.went_back(situation)
