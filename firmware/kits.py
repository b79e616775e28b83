"""What a table is made of besides its screen: nothing, or a simulated table; real devices are in devices.py."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Protocol

from firmware.eye import Eye
from firmware.feeler import Feeler
from firmware.inbox import Inbox
from firmware.loop import Loop
from firmware.people import People
from firmware.tray import simulated_reader
from hardware.mock.simulated_table import SimulatedTable


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
        self.table = SimulatedTable(seed=seed, live=live)
        self.table.open()
        reader = simulated_reader([*colours, "white", "black"]) if colours else None
        self.eye: Eye | None = Eye(self.table.tray, inbox, reader) if reader else None
        self.feeler = Feeler(self.table.box, inbox) if self.table.box else None
        self.luck = random.Random(seed)
        self.people: People | None = None

    def attach(self, loop: Loop) -> None:
        """Simulated hands serve this game."""
        self.people = People(loop, self.table, lambda wish: None, luck=self.luck, bots={})

    def step(self) -> None:
        """Hands and devices, in turn."""
        if self.people is not None:
            self.people.throw_if_asked()
        self.table.run_due()
        if self.eye is not None:
            self.eye.step()

    def close(self) -> None:
        """Switch everything off."""
        self.table.close()
