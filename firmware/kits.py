"""What a table is made of besides its screen: nothing, a simulated tray, or real devices."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from typing import Any, Protocol

from firmware.eye import Eye
from firmware.inbox import Inbox
from firmware.loop import Loop
from firmware.people import People
from firmware.tray import prepare_reader
from hardware.mock.simulated_tray import SimulatedTray
from hardware.mock.table_clock import TableClock


class Kit(Protocol):
    """The devices of one table, served by whoever runs the loop."""

    eye: Eye | None

    def attach(self, loop: Loop) -> None:
        """From now on for this game."""

    def step(self) -> None:
        """Serve the devices that have no thread of their own."""

    def close(self) -> None:
        """Give everything back."""


class TouchKit:
    """No devices: everything is told by touch."""

    eye: Eye | None = None

    def attach(self, loop: Loop) -> None:
        """Nothing to attach."""

    def step(self) -> None:
        """Nothing to serve."""

    def close(self) -> None:
        """Nothing to give back."""


class SimulatedKit:
    """A simulated tray into which simulated hands throw whatever dice are asked for; people decide by touch."""

    def __init__(self, inbox: Inbox, colours: Sequence[str], *, seed: int, live: bool = True) -> None:
        self.clock = TableClock(live=live)
        self.tray = SimulatedTray(self.clock, seed=seed)
        self.tray.open()
        self.eye: Eye | None = Eye(self.tray, inbox, prepare_reader(self.tray, colours))
        self.luck = random.Random(seed)
        self.people: People | None = None

    def attach(self, loop: Loop) -> None:
        """Simulated hands serve this game."""
        self.people = People(loop, self.tray, lambda wish: None, luck=self.luck, bots={}, now=self.clock.now)

    def step(self) -> None:
        """Hands and camera, in turn."""
        if self.people is not None:
            self.people.throw_if_asked()
        if self.eye is not None:
            self.eye.step()

    def close(self) -> None:
        """Switch the camera off."""
        self.tray.close()


MakeKit = Callable[[Inbox, Any], Kit]
"""Makes the devices for a game's setup."""
