"""The real devices of a table, each in a supervised worker. They have never met real hardware yet."""

from __future__ import annotations

from pathlib import Path

from firmware.config import Settings
from firmware.copies import read_text
from firmware.eye import Eye
from firmware.feeler import Feeler
from firmware.inbox import Inbox, Turned
from firmware.loop import Loop
from firmware.tray import reader_with
from firmware.watch import Supervisor
from hardware import controls
from hardware.table import Table, TableConfig, open_table
from vision import Calibration

CALIBRATION = "calibration.toml"
LONG_PRESS_S = 0.6
CAMERAS = {"pi": "picamera", "webcam": "webcam", "pictures": "pictures"}
GRIDS = {"hall": "switches", "analog": "analog"}


def table_config(settings: Settings) -> TableConfig:
    """The hardware that the settings name; what they call none is not opened."""
    camera, box = settings.camera, settings.box
    return TableConfig(
        backend="real",
        camera=CAMERAS[camera.kind] if camera.backend == "real" else "none",
        camera_index=camera.index,
        pictures=camera.pictures,
        grid=GRIDS[box.kind] if box.backend == "real" else "none",
        pins=box.pins,
        mains_hz=camera.mains_hz,
    )


def load_calibration(home: Path) -> Calibration | None:
    """What the table has learned of its tray, if it was ever calibrated."""
    path = home / CALIBRATION
    return Calibration.from_toml(read_text(path, "the calibration")) if path.exists() else None


def pass_on(table: Table, inbox: Inbox) -> None:
    """What knob and buttons did goes into the inbox."""
    for control in table.controls():
        if isinstance(control, controls.Turned):
            inbox.put(Turned(steps=control.clicks))
        elif isinstance(control, controls.Released) and control.name == "knob":
            inbox.put(Turned(press="long" if control.held_s >= LONG_PRESS_S else "short"))


class RealKit:
    """Camera and box in threads of their own; knob and buttons are asked in the loop."""

    def __init__(self, inbox: Inbox, settings: Settings, home: Path) -> None:
        self.inbox = inbox
        self.table = open_table(table_config(settings))
        self.supervisor = Supervisor(inbox)
        self.eye: Eye | None = None
        if self.table.camera is not None:
            self.eye = Eye(self.table.camera, inbox, reader_with(load_calibration(home)))
            self.supervisor.start("camera", self.eye, self.table.camera.open)
        if self.table.box is not None:
            self.supervisor.start("box", Feeler(self.table.box, inbox), self.table.box.open)

    def attach(self, loop: Loop) -> None:
        """The devices serve whatever game is played."""
        for name, health in self.table.health().items():
            loop.health[name] = health.state

    def step(self) -> None:
        """Knob and buttons."""
        pass_on(self.table, self.inbox)

    def close(self) -> None:
        """Stop the workers and give the devices back."""
        self.supervisor.stop()
        self.table.close()
