"""The devices of a table that people sit at, real or in a simulated evening: each is served by a worker."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Protocol

from tablekeeper.display import intents
from tablekeeper.engines.core import Question
from tablekeeper.engines.core.game import Game
from tablekeeper.firmware.program.device_sets import record
from tablekeeper.firmware.program.lamp import TableSignals
from tablekeeper.firmware.program.loop import Loop
from tablekeeper.firmware.senses import arbiter
from tablekeeper.firmware.senses.camera.eye import Eye
from tablekeeper.firmware.senses.camera.lessons import TrayLessons
from tablekeeper.firmware.senses.catalogue import SENSES
from tablekeeper.firmware.senses.inbox import Felt, Inbox, Turned
from tablekeeper.firmware.senses.recorder import Recorder
from tablekeeper.firmware.senses.supervisor import Device, Worker
from tablekeeper.hardware.header import controls
from tablekeeper.hardware.health import Health
from tablekeeper.hardware.sliding_box.facts import Rests
from tablekeeper.hardware.table import Table
from tablekeeper.vision import Calibration

LONG_PRESS_S = 0.6


class Serving(Protocol):
    """Who lets workers work: a supervisor with its threads, or somebody who calls them in turn."""

    def start(self, name: str, worker: Worker, device: Device, *, is_open: bool = True) -> None:
        """Serve this device from now on."""

    def stop(self) -> list[str]:
        """Serve nobody any more; the names of workers that do not end."""


class TableDevices:
    """Every sense of a table with its worker; the knob is asked in the loop."""

    virtual = False

    def __init__(
        self, inbox: Inbox, table: Table, serving: Serving, *, calibration: Calibration | None = None,
        lamp: bool = True, recorder: Recorder | None = None, home: Path | None = None,
    ) -> None:  # fmt: skip
        """The table is open; what it could not open is opened later, by its worker. `home`: where it is learned."""
        self.inbox, self.table, self.serving = inbox, table, serving
        self.box = table.box
        self.signals = TableSignals(table, lamp=lamp)
        served = {sense.name: one for sense in SENSES if (one := sense.serve(table, inbox)) is not None}
        self.eye = next((one.worker for one in served.values() if isinstance(one.worker, Eye)), None)
        self._home = home
        if self.eye is not None:
            self._teach(self.eye, calibration)
        if recorder is not None:
            record(recorder, self.eye, self.box)
        for name, one in served.items():
            serving.start(name, one.worker, one.device, is_open=name not in table.troubles)

    def attach(self, loop: Loop | None) -> None:
        """The devices serve whatever game is played; the box reports again where its gap is."""
        if loop is not None and self.box is not None and self.box.hole is not None and self.box.health.usable:
            self.inbox.put(Felt(Rests(self.box.clock.now(), self.box.hole)))

    def step(self) -> None:
        """Knob, lamp and buzzer."""
        pass_on(self.table, self.inbox)
        self.signals.tick()

    def observes(self, game: Game, question: Question) -> bool:
        """Dice under a camera; and a box that feels its cocoons reports where its gap is."""
        if arbiter.is_roll(question):
            return self.eye is not None
        feels = self.box is not None and self.box.health.state == "ready"
        return feels and game.slides is not None and question.kind == game.slides.start

    def signal(self, name: str) -> None:
        """Show this signal with lamp and buzzer."""
        self.signals.show(name)

    def health(self) -> Mapping[str, Health]:
        """How every device is."""
        return self.table.health()

    def lay(self, dice: Sequence[tuple[str, int]]) -> None:
        """People lay dice here."""

    def hold(self, cell: int) -> None:
        """People hold magnets here."""

    def learn(self, known: Calibration) -> None:
        """Read with what was learned of the tray, and go on learning from there."""
        if self.eye is not None:
            self._teach(self.eye, known)

    def _teach(self, eye: Eye, known: Calibration | None) -> None:
        eye.learn(known)
        if self._home is not None:
            eye.teach(TrayLessons(eye, self._home, known))

    def serve(self, intent: intents.Answered) -> bool:
        """People slide here."""
        return False

    def close(self) -> None:
        """Stop the workers and give the devices back."""
        self.serving.stop()
        self.table.close()


def pass_on(table: Table, inbox: Inbox) -> None:
    """What the knob did goes into the inbox."""
    for control in table.knob.events():
        if isinstance(control, controls.Turned):
            inbox.put(Turned(steps=control.clicks))
        elif isinstance(control, controls.Released):
            inbox.put(Turned(press="long" if control.held_s >= LONG_PRESS_S else "short"))
