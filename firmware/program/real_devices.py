"""The real devices of a table, each in a supervised worker. They have never met real hardware yet."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

from tablekeeper.display import intents
from tablekeeper.firmware.doctor.devices import load_calibration
from tablekeeper.firmware.program.device_sets import DeviceSet, NoDevices, SimulatedDevices, record
from tablekeeper.firmware.program.lamp import TableSignals
from tablekeeper.firmware.program.loop import Loop
from tablekeeper.firmware.senses.box.hall_sense import HallSense
from tablekeeper.firmware.senses.camera.eye import Eye
from tablekeeper.firmware.senses.inbox import Ailing, Felt, Inbox, Turned
from tablekeeper.firmware.senses.recorder import Recorder
from tablekeeper.firmware.senses.supervisor import Supervisor
from tablekeeper.firmware.settings.config import Settings
from tablekeeper.firmware.settings.hardware import table_config
from tablekeeper.hardware.header import controls
from tablekeeper.hardware.health import Health
from tablekeeper.hardware.sliding_box.facts import Rests
from tablekeeper.hardware.table import Table, open_table
from tablekeeper.vision import Calibration

LONG_PRESS_S = 0.6


def known_tray(home: Path, inbox: Inbox) -> Calibration | None:
    """What the table has learned of its tray; a calibration that cannot be used is told, and the game goes on."""
    calibration, fault = load_calibration(home)
    if fault:
        inbox.put(Ailing("light", "doubtful", fault))
    return calibration


def pass_on(table: Table, inbox: Inbox) -> None:
    """What knob and buttons did goes into the inbox."""
    for control in table.controls():
        if isinstance(control, controls.Turned):
            inbox.put(Turned(steps=control.clicks))
        elif isinstance(control, controls.Released) and control.name == "knob":
            inbox.put(Turned(press="long" if control.held_s >= LONG_PRESS_S else "short"))


class RealDevices:
    """Camera and box in threads of their own; knob and buttons are asked in the loop."""

    virtual = False

    def __init__(self, inbox: Inbox, settings: Settings, home: Path, recorder: Recorder | None = None) -> None:
        self.inbox = inbox
        self.table = open_table(table_config(settings))
        self.supervisor = Supervisor(inbox)
        self.eye: Eye | None = None
        self.box = self.table.box
        self.signals = TableSignals(self.table, lamp=settings.box.lamp)
        troubles = self.table.troubles
        if self.table.camera is not None:
            self.eye = Eye(self.table.camera, inbox)
            self.eye.learn(known_tray(home, inbox))
        hall_sense = HallSense(self.box, inbox) if self.box is not None else None
        if recorder is not None:
            record(recorder, self.eye, self.box)
        if self.eye is not None and self.table.camera is not None:
            self.supervisor.start("camera", self.eye, self.table.camera, is_open="camera" not in troubles)
        if self.box is not None and hall_sense is not None:
            self.supervisor.start("box", hall_sense, self.box, is_open="box" not in troubles)

    def attach(self, loop: Loop | None) -> None:
        """The devices serve whatever game is played; where the box's gap is, is told anew."""
        if loop is not None and self.box is not None and self.box.hole is not None and self.box.health.usable:
            self.inbox.put(Felt(Rests(self.box.clock.now(), self.box.hole)))

    def step(self) -> None:
        """Knob and buttons, lamp and buzzer."""
        pass_on(self.table, self.inbox)
        self.signals.tick()

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
        """Read with what was learned of the tray."""
        if self.eye is not None:
            self.eye.learn(known)

    def serve(self, intent: intents.Answered) -> bool:
        """People slide here."""
        return False

    def close(self) -> None:
        """Stop the workers and give the devices back."""
        self.supervisor.stop()
        self.table.close()


def kind_of_table(settings: Settings, is_pi: bool) -> str:
    """`real`, `simulated` or `touch`: what the settings name; without a Pi its own camera can only be simulated."""
    backends = {settings.camera.backend, settings.box.backend}
    if "simulated" in backends:
        return "simulated"
    if backends == {"none"}:
        return "touch"
    return "real" if is_pi or (settings.camera.backend == "real" and settings.camera.kind != "pi") else "simulated"


def open_devices(
    inbox: Inbox, settings: Settings, home: Path, *, is_pi: bool, seed: int, recorder: Recorder | None = None
) -> DeviceSet:
    """The devices of this table, opened."""
    kind = kind_of_table(settings, is_pi)
    if kind == "touch":
        return NoDevices()
    if kind == "real":
        return RealDevices(inbox, settings, home, recorder)
    has_camera, has_box = settings.camera.backend != "none", settings.box.backend != "none"
    known = known_tray(home, inbox) if has_camera else None
    return SimulatedDevices(
        inbox, seed=seed, calibration=known, recorder=recorder, camera=has_camera, box=has_box,
        masked=settings.box.masked_cell or None,
    )  # fmt: skip
