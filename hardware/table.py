"""Opens the whole table by a config: the back end is named there, never guessed and never silently replaced."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from pathlib import Path
from types import TracebackType
from typing import Any, Literal, Self, cast

from tablekeeper.hardware.cameras.camera import Camera
from tablekeeper.hardware.cameras.picamera import PiCamera, PiCameraSettings
from tablekeeper.hardware.cameras.pictures import Pictures
from tablekeeper.hardware.cameras.webcam import Webcam, WebcamSettings
from tablekeeper.hardware.clock import Clock, RealClock
from tablekeeper.hardware.errors import CameraError, ConfigError, DriverMissingError, WireError
from tablekeeper.hardware.header.controls import Buttons, Control, Knob
from tablekeeper.hardware.header.gpio import LIBRARIES, open_pin_factory
from tablekeeper.hardware.header.pins import DEFAULT_PINS, Pins, Reservations, load_pins
from tablekeeper.hardware.header.power import power_health
from tablekeeper.hardware.header.signals import Buzzer, Lamp
from tablekeeper.hardware.health import Health
from tablekeeper.hardware.sliding_box.analog_grid import AnalogGrid
from tablekeeper.hardware.sliding_box.box import Box
from tablekeeper.hardware.sliding_box.hall_grid import Grid, HallGrid

_CHOICES: dict[str, tuple[str, ...]] = {
    "backend": ("real", "simulated"),
    "camera": ("picamera", "webcam", "pictures", "none"),
    "grid": ("switches", "analog", "none"),
    "gpio": tuple(LIBRARIES),
}


@dataclass(frozen=True)
class TableConfig:
    """What the table is made of. `camera`, `grid` and `gpio` count for the real back end, `seed` for the simulated."""

    backend: Literal["real", "simulated"]
    camera: str = "picamera"
    camera_index: int = 0
    pictures: str = ""
    grid: str = "switches"
    gpio: str = "lgpio"
    pins: str = ""
    mains_hz: float = 50
    last_hole: int | None = None
    masked_cell: int | None = None
    seed: int = 0
    live: bool = False

    def __post_init__(self) -> None:
        for name, known in _CHOICES.items():
            found = getattr(self, name)
            if found not in known:
                raise ConfigError(f"reading the hardware config: found {name} = {found!r}, knows {', '.join(known)}")
        for name in ("last_hole", "masked_cell"):
            cell = getattr(self, name)
            if cell is not None and cell not in range(1, 10):
                raise ConfigError(f"reading the hardware config: found {name} = {cell!r}, cells are 1 to 9")


def read_config(found: Mapping[str, object]) -> TableConfig:
    """A config from a TOML table or the like."""
    known = {entry.name: entry for entry in fields(TableConfig)}
    for name in found:
        if name not in known:
            raise ConfigError(f"reading the hardware config: found the setting {name!r}, knows {', '.join(known)}")
    if "backend" not in found:
        raise ConfigError("reading the hardware config: found no backend, needs backend = 'real' or 'simulated'")
    for name, value in found.items():
        kind = str(known[name].type).partition(" ")[0]
        wanted: Any = {"str": str, "int": int, "float": (int, float), "bool": bool}.get(kind, object)
        if not isinstance(value, wanted) or (isinstance(value, bool) and kind != "bool"):
            raise ConfigError(f"reading the hardware config: found {name} = {value!r}, needs a value of type {kind}")
    return TableConfig(**cast(dict[str, Any], dict(found)))


@dataclass
class Table:
    """Every device of a table. A device that is not there is in `troubles` and its health says why."""

    clock: Clock
    camera: Camera | None
    box: Box | None
    knob: Knob
    buttons: Buttons
    lamp: Lamp
    buzzer: Buzzer
    troubles: dict[str, str] = field(default_factory=dict)
    _factory: Any = None
    _is_open: bool = False

    def open(self) -> None:
        """Open what can be opened. What only plugging in can mend is a trouble; a wrong config is an error.

        May be called twice: what `open_table` gives is open, and may stand in a `with` statement.
        """
        if self._is_open:
            return
        self._is_open = True
        for name, device in self._devices().items():
            try:
                device.open()
            except (CameraError, DriverMissingError, WireError) as error:
                self.troubles[name] = str(error)

    def close(self) -> None:
        """Give everything back. May be called twice."""
        self._is_open = False
        for device in self._devices().values():
            device.close()
        if self._factory is not None:
            self._factory.close()
            self._factory = None

    def health(self) -> dict[str, Health]:
        """How every device is, by its name."""
        now_s = self.clock.now()
        found = {name: device.health for name, device in self._devices().items()}
        found |= {name: Health("lost", why, now_s) for name, why in self.troubles.items()}
        return found | {"power": self.power()}

    def power(self) -> Health:
        """How the supply is."""
        return power_health(self.clock.now())

    def controls(self) -> list[Control]:
        """Everything that knob and buttons did since the last call, in order."""
        return sorted([*self.knob.events(), *self.buttons.events()], key=lambda event: event.at_s)

    def _devices(self) -> dict[str, Any]:
        named = {
            "camera": self.camera,
            "box": self.box,
            "knob": self.knob,
            "buttons": self.buttons,
            "lamp": self.lamp,
            "buzzer": self.buzzer,
        }
        return {name: device for name, device in named.items() if device is not None}

    def __enter__(self) -> Self:
        self.open()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()


def open_table(config: TableConfig) -> Table:
    """The table of a config, opened."""
    if config.backend == "simulated":
        from tablekeeper.hardware.mock.simulated_table import SimulatedTable

        table: Table = SimulatedTable(
            seed=config.seed, live=config.live, last_hole=config.last_hole, masked=config.masked_cell
        )
    else:
        table = _real_table(config, RealClock())
    table.open()
    return table


def _real_table(config: TableConfig, clock: Clock) -> Table:
    pins = load_pins(Path(config.pins) if config.pins else DEFAULT_PINS)
    camera = _camera(config, clock)
    if not pins.owners():
        return assemble(clock, camera, Pins(), None, config)
    try:
        factory = open_pin_factory(config.gpio)
    except DriverMissingError as error:
        table = assemble(clock, camera, Pins(), None, config)
        table.troubles["pins"] = str(error)
        return table
    return assemble(clock, camera, pins, factory, config)


def assemble(clock: Clock, camera: Camera | None, pins: Pins, factory: Any, config: TableConfig) -> Table:
    """Put the devices of a wiring together, closed still; real and simulated tables are made alike."""
    book = Reservations()
    grid: Grid | None = None
    if config.grid == "switches":
        grid = HallGrid(clock, pins.hall, factory, book)
    if config.grid == "analog" and pins.analog:
        grid = AnalogGrid(clock, pins.analog, factory, book)
    return Table(
        clock,
        camera,
        Box(clock, grid, config.last_hole, config.masked_cell) if grid else None,
        Knob(clock, pins.knob, factory, book),
        Buttons(clock, pins.buttons, factory, book),
        Lamp(clock, pins.lamp, factory, book),
        Buzzer(clock, pins.buzzer, factory, book),
        _factory=factory,
    )


def _camera(config: TableConfig, clock: Clock) -> Camera | None:
    if config.camera == "picamera":
        return PiCamera(clock, PiCameraSettings(index=config.camera_index, mains_hz=config.mains_hz))
    if config.camera == "webcam":
        return Webcam(clock, WebcamSettings(index=config.camera_index))
    return Pictures(clock, Path(config.pictures)) if config.camera == "pictures" else None
