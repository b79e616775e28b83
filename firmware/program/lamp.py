"""What lamp and buzzer make of each signal, so that they say what the screen says.

The lamp is the tray's light too, and the reader knows the tray in that light. So a signal is one soft dip of less than
a second, and then the light is as it was. It has two half-rings of white light and no colours.
"""

from __future__ import annotations

from typing import NamedTuple

from tablekeeper.hardware.header.signals import Mood
from tablekeeper.hardware.table import Table

FULL = 1.0


class Show(NamedTuple):
    """One signal as light and sound: how the lamp dips, for how long, and how long the buzzer sounds."""

    level: float
    mood: Mood
    dip_s: float
    beep_s: float = 0.0


SHOWS: dict[str, Show] = {
    "turn": Show(0.7, "left", 0.4),
    "roll": Show(0.7, "right", 0.4),
    "read": Show(0.8, "steady", 0.2, 0.04),
    "moved": Show(0.8, "right", 0.2, 0.04),
    "doubt": Show(0.4, "steady", 0.8, 0.12),
    "refused": Show(0.4, "left", 0.8, 0.2),
    "lost": Show(0.2, "steady", 0.9, 0.4),
    "back": Show(0.6, "steady", 0.4, 0.08),
    "won": Show(0.5, "steady", 0.9, 0.3),
    "over": Show(0.3, "steady", 0.9, 0.1),
}


class TableSignals:
    """Lamp and buzzer of a table; what is not fitted stays dark and silent by itself."""

    def __init__(self, table: Table, lamp: bool = True) -> None:
        self.table = table
        self.lamp = table.lamp if lamp else None
        self._until_s: float | None = None
        if self.lamp is not None:
            self.lamp.shine(FULL)

    def show(self, name: str) -> None:
        """Show a signal; it ends by itself."""
        show = SHOWS[name]
        if self.lamp is not None:
            self.lamp.shine(show.level, show.mood)
            self._until_s = self.table.clock.now() + show.dip_s
        if show.beep_s:
            self.table.buzzer.beep(show.beep_s)

    def tick(self) -> None:
        """End what has lasted long enough; call it at every turn of the loop."""
        if self._until_s is not None and self.lamp is not None and self.table.clock.now() >= self._until_s:
            self._until_s = None
            self.lamp.shine(FULL)
        self.table.buzzer.tick()
