"""The hall sensors that parts.toml knows, with their worst cases."""

from __future__ import annotations

from tablekeeper.hardware.circuits.parts import Kind, load_kinds
from tablekeeper.hardware.errors import ConfigError
from tablekeeper.hardware.magnets.fit import HallSensor


def hall_sensors() -> list[HallSensor]:
    """Every kind of part that feels a magnet."""
    return [_read(kind) for kind in load_kinds().values() if "closes_mt" in kind.ratings]


def find_sensors(name: str) -> list[HallSensor]:
    """The sensor of a name; all of them for an empty name."""
    known = hall_sensors()
    found = [sensor for sensor in known if not name or sensor.name == name]
    if not found:
        names = ", ".join(sensor.name for sensor in known)
        raise ConfigError("Cannot read the sensor: found {name!r}; expected one of {names}", name=name, names=names)
    return found


def guessed(sensor: HallSensor) -> list[str]:
    """Which of its figures no document was found for."""
    ratings = load_kinds()[sensor.name].ratings
    return [what for what in ("closes_mt", "opens_mt", "depth_mm") if ratings[what].guess]


def _read(kind: Kind) -> HallSensor:
    return HallSensor(
        kind.name,
        kind.most("closes_mt"),
        kind.least("opens_mt"),
        kind.most("depth_mm"),
        either_pole=kind.most("poles") > 1,
    )
