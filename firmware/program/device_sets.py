"""What a table is made of besides its screen, as the program sees it; and the least of it: nothing.

A device set is open as long as the program is; games come and go.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Protocol

from tablekeeper.display import intents
from tablekeeper.engines.core import Question
from tablekeeper.engines.core.game import Game
from tablekeeper.firmware.program.loop import Loop
from tablekeeper.firmware.senses.camera.eye import Eye
from tablekeeper.firmware.senses.recorder import Recorder
from tablekeeper.hardware.health import Health
from tablekeeper.hardware.recording import RecordedGrid
from tablekeeper.hardware.sliding_box.box import Box
from tablekeeper.hardware.table import Table
from tablekeeper.vision import Calibration


class DeviceSet(Protocol):
    """The devices of one table, served by whoever runs the loop."""

    eye: Eye | None
    box: Box | None
    virtual: bool
    """Whether games are usually played with nothing but this program: then the companion deals the cards too."""

    @property
    def table(self) -> Table | None:
        """The devices themselves, for whoever tries them by hand; None: there are none."""

    def attach(self, loop: Loop | None) -> None:
        """From now on for this game; None: no game is played."""

    def step(self) -> None:
        """Serve the devices that have no thread of their own."""

    def observes(self, game: Game, question: Question) -> bool:
        """Whether the table itself answers this question to chance, even where the companion deals."""

    def signal(self, name: str) -> None:
        """Show this signal with lamp and buzzer."""

    def health(self) -> Mapping[str, Health]:
        """How every device is."""

    def lay(self, dice: Sequence[tuple[str, int]]) -> None:
        """Simulated hands lay these dice (colour, value) into the tray; at a real table people do."""

    def hold(self, cell: int) -> None:
        """Simulated hands hold a magnet over a place of the box (0: put all cocoons back); at a real one people do."""

    def learn(self, known: Calibration) -> None:
        """From now on read with what was learned of the tray."""

    def serve(self, intent: intents.Answered) -> bool:
        """Whether simulated hands do what was touched, so that the sensors report it."""

    def close(self) -> None:
        """Give everything back."""


class NoDevices:
    """No devices: everything is entered by touch."""

    eye: Eye | None = None
    box: Box | None = None
    table: Table | None = None
    virtual = True

    def attach(self, loop: Loop | None) -> None:
        """Nothing to attach."""

    def step(self) -> None:
        """Nothing to serve."""

    def observes(self, game: Game, question: Question) -> bool:
        """Nobody looks."""
        return False

    def signal(self, name: str) -> None:
        """Nothing shines or sounds."""

    def health(self) -> Mapping[str, Health]:
        """Nothing is used."""
        return {}

    def lay(self, dice: Sequence[tuple[str, int]]) -> None:
        """Nobody's hands."""

    def hold(self, cell: int) -> None:
        """Nobody's hands."""

    def learn(self, known: Calibration) -> None:
        """Nobody reads."""

    def serve(self, intent: intents.Answered) -> bool:
        """Nobody's hands."""
        return False

    def close(self) -> None:
        """Nothing to give back."""


def record(recorder: Recorder, eye: Eye | None, box: Box | None) -> None:
    """Let the flight recorder see every picture and feel every edge."""
    if eye is not None:
        eye.on_picture = recorder.see
    if box is not None:
        box.grid = RecordedGrid(box.grid, recorder)
