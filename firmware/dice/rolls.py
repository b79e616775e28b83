"""Which readings of a tray are rolls: dice that are only taken out, or knocked aside, were not thrown."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace

from tablekeeper.firmware.dice.presets import ANY, Preset
from tablekeeper.firmware.dice.roll import DiceRoll
from tablekeeper.firmware.senses import arbiter
from tablekeeper.firmware.senses.inbox import Inbox, Lain, Message, Seen
from tablekeeper.vision.reading import Die


class Rolls:
    """Counts the rolls among what the eye says. `to_time_of_day` turns the camera's clock into the time of a roll."""

    def __init__(
        self, to_time_of_day: Callable[[float], float] = lambda taken_at_s: taken_at_s, preset: Preset = ANY
    ) -> None:
        self.preset = preset
        self.count = 0
        self.resting: tuple[Die, ...] = ()
        """The dice that are known to lie in the tray."""
        self._to_time_of_day = to_time_of_day

    def take(self, inbox: Inbox, other: Callable[[Message], None] = lambda message: None) -> Iterator[DiceRoll]:
        """The rolls among the messages that are there now; `other` gets the messages that are about something else."""
        for message in inbox.take():
            if not isinstance(message, Seen | Lain):
                other(message)
            elif (roll := self.judge(message)) is not None:
                yield roll

    def judge(self, message: Seen | Lain) -> DiceRoll | None:
        """The roll that a message reports, if it reports one."""
        if isinstance(message, Lain):
            self.resting = tuple(die for die in self.resting if arbiter.lies_among(die, message.dice))
            return None
        reading, kept = self.preset.fit(message.reading, self.resting)
        thrown = not self._are_left(reading.dice) and len(kept) < len(reading.dice)
        self.resting = reading.dice
        if not thrown:
            return None
        self.count += 1
        return DiceRoll(self.count, self._to_time_of_day(message.taken_at_s), reading, message.picture, kept)

    def confirm(self, values: Sequence[int]) -> None:
        """What people say that the dice of the latest roll show."""
        if len(values) == len(self.resting):
            self.resting = tuple(
                replace(die, value=value, doubt=None) for die, value in zip(self.resting, values, strict=True)
            )

    def _are_left(self, dice: tuple[Die, ...]) -> bool:
        """Whether these are what stayed when others were taken out, or nothing at all."""
        if not dice:
            return True
        return len(dice) < len(self.resting) and all(arbiter.lies_among(die, self.resting) for die in dice)
