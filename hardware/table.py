"""Opens the whole table by a config: the back end is named there, never guessed and never silently replaced."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from pathlib import Path
from types import TracebackType
from typing import Any, Literal, Self, cast

from tablekeeper.hardware.cameras.camera import Camera
from tablekeeper.hardware.cameras.factory import KINDS, CameraConfig, make_camera
from tablekeeper.hardware.clock import Clock, RealClock
from tablekeeper.hardware.errors import CameraError, ConfigError, DriverMissingError, WireError
from tablekeeper.hardware.header.controls import Buttons, Control, Knob
from tablekeeper.hardware.header.gpio import LIBRARIES, PinFactory, open_pin_factory
from tablekeeper.hardware.header.pins import DEFAULT_PINS, Pins, Reservations, load_pins
from tablekeeper.hardware.header.power import power_health
from tablekeeper.hardware.header.signals import Buzzer, Lamp
from tablekeeper.hardware.health import Health
from tablekeeper.hardware.sliding_box.analog_grid import AnalogGrid
from tablekeeper.hardware.sliding_box.box import Box
from tablekeeper.hardware.sliding_box.hall_grid import Grid, HallGrid

_CHOICES: dict[str, tuple[str, ...]] = {
    "backend": ("real", "simulated"),
    "grid": ("switches", "analog", "none"),
    "gpio": tuple(LIBRARIES),
}
_CAMERA = {
    "camera": "str", "camera_index": "int", "pictures": "str", "mains_hz": "float", "width_px": "int",
    "height_px": "int",
}  # fmt: skip
"""The camera's settings as a config file has them, with the kind of each value."""


@dataclass(frozen=True)
class TableConfig:
    """What the table is made of. `camera`, `grid` and `gpio` count for the real back end, `seed` for the simulated."""

    backend: Literal["real", "simulated"]
    camera: CameraConfig | None = field(default_factory=CameraConfig)
    grid: str = "switches"
    gpio: str = "lgpio"
    pins: str = ""
    masked_cell: int | None = None
    seed: int = 0
    live: bool = False

    def __post_init__(self) -> None:
        for name, known in _CHOICES.items():
            found = getattr(self, name)
            if found not in known:
                raise ConfigError(
                    "Cannot read the hardware config: found {name} = {found!r}; expected {known}",
                    name=name,
                    found=found,
                    known=", ".join(known),
                )
        if self.masked_cell is not None and self.masked_cell not in range(1, 10):
            raise ConfigError(
                "Cannot read the hardware config: found masked_cell = {masked_cell!r}; expected 1 to 9",
                masked_cell=self.masked_cell,
            )


_TYPES: dict[str, type | tuple[type, ...]] = {"str": str, "int": int, "float": (int, float), "bool": bool}
"""What a setting of a kind may be."""


def read_config(found: Mapping[str, object]) -> TableConfig:
    """A config from a TOML table or the like; the camera's settings lie flat among the others."""
    known = _known_settings()
    for name in found:
        if name not in known:
            raise ConfigError(
                "Cannot read the hardware config: found the setting {name!r}; expected {known}",
                name=name,
                known=", ".join(known),
            )
    if "backend" not in found:
        raise ConfigError("Cannot read the hardware config: found no backend; expected backend = 'real' or 'simulated'")
    for name, value in found.items():
        kind = known[name]
        if not isinstance(value, _TYPES.get(kind, object)) or (isinstance(value, bool) and kind != "bool"):
            raise ConfigError(
                "Cannot read the hardware config: found {name} = {value!r}; expected a value of type {kind}",
                name=name,
                value=value,
                kind=kind,
            )
    table = {name: value for name, value in found.items() if name not in _CAMERA}
    return TableConfig(camera=_read_camera(found), **cast(dict[str, Any], table))


def _known_settings() -> dict[str, str]:
    """Every setting with the kind of its value."""
    plain = {entry.name: str(entry.type).partition(" ")[0] for entry in fields(TableConfig)}
    return {name: kind for name, kind in plain.items() if name != "camera"} | _CAMERA


def _read_camera(found: Mapping[str, object]) -> CameraConfig | None:
    kind = found.get("camera", "picamera")
    if kind == "none":
        return None
    if kind not in KINDS:
        raise ConfigError(
            "Cannot read the hardware config: found camera = {kind!r}; expected {known}, none",
            kind=kind,
            known=", ".join(KINDS),
        )
    usual = CameraConfig()
    size = tuple(found.get(name, side) for name, side in zip(("width_px", "height_px"), usual.size_px, strict=True))
    named = {"camera_index": "index", "pictures": "pictures", "mains_hz": "mains_hz"}
    given: dict[str, Any] = {field: found[name] for name, field in named.items() if name in found}
    return CameraConfig(str(kind), size_px=cast(tuple[int, int], size), **given)


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
    _factory: PinFactory | None | None = None
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

        table: Table = SimulatedTable(seed=config.seed, live=config.live, masked=config.masked_cell)
    else:
        table = _real_table(config, RealClock())
    table.open()
    return table


def _real_table(config: TableConfig, clock: Clock) -> Table:
    pins = load_pins(Path(config.pins) if config.pins else DEFAULT_PINS)
    camera = make_camera(clock, config.camera) if config.camera is not None else None
    if not pins.owners():
        return assemble(clock, camera, Pins(), None, config)
    try:
        factory = open_pin_factory(config.gpio)
    except DriverMissingError as error:
        table = assemble(clock, camera, Pins(), None, config)
        table.troubles["pins"] = str(error)
        return table
    return assemble(clock, camera, pins, factory, config)


def assemble(clock: Clock, camera: Camera | None, pins: Pins, factory: PinFactory | None, config: TableConfig) -> Table:
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
        Box(clock, grid, masked=config.masked_cell) if grid else None,
        Knob(clock, pins.knob, factory, book),
        Buttons(clock, pins.buttons, factory, book),
        Lamp(clock, pins.lamp, factory, book),
        Buzzer(clock, pins.buzzer, factory, book),
        _factory=factory,
    )
