"""Which wire goes where: reads pins.toml, knows the header, and lets no two devices use one pin."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from tablekeeper.hardware.errors import PinError

DEFAULT_PINS = Path(__file__).with_name("pins.toml")

# BCM number -> position on the 40-pin header
HEADER = {
    2: 3, 3: 5, 4: 7, 14: 8, 15: 10, 17: 11, 18: 12, 27: 13, 22: 15, 23: 16, 24: 18, 10: 19, 9: 21, 25: 22, 11: 23,
    8: 24, 7: 26, 0: 27, 1: 28, 5: 29, 6: 31, 12: 32, 13: 33, 19: 35, 16: 36, 26: 37, 20: 38, 21: 40,
}  # fmt: skip
# pins that other things on a Pi need, and for what
KEPT = {0: "the HAT's memory", 1: "the HAT's memory", 2: "I2C", 3: "I2C", 14: "the serial port", 15: "the serial port"}

_SECTIONS: dict[str, tuple[str, ...]] = {
    "hall": ("cells",),
    "knob": ("a", "b", "push"),
    "buttons": (),
    "lamp": ("left", "right"),
    "buzzer": ("pin",),
    "analog": ("clock", "mosi", "miso", "select"),
}


@dataclass(frozen=True)
class Pins:
    """The wiring. A section that is not in the file is None or empty: the part is not fitted."""

    hall: tuple[int, ...] = ()
    knob: tuple[int, int, int] | None = None
    buttons: tuple[tuple[str, int], ...] = ()
    lamp: tuple[int, int] | None = None
    buzzer: int | None = None
    analog: tuple[int, int, int, int, int] | None = None  # clock, mosi, miso, select 1, select 2

    def owners(self) -> list[tuple[str, int]]:
        """Every wire as (whose, BCM number), in the order of the file."""
        wires = [(f"hall cell {number}", pin) for number, pin in enumerate(self.hall, 1)]
        if self.knob:
            wires += list(zip(("knob a", "knob b", "knob push"), self.knob, strict=True))
        wires += [(f"button {name}", pin) for name, pin in self.buttons]
        if self.lamp:
            wires += list(zip(("lamp left", "lamp right"), self.lamp, strict=True))
        if self.buzzer is not None:
            wires.append(("buzzer", self.buzzer))
        if self.analog:
            names = ("analog clock", "analog mosi", "analog miso", "analog select 1", "analog select 2")
            wires += list(zip(names, self.analog, strict=True))
        return wires


class Reservations:
    """Who uses which pin. Reserving comes before opening, so that a clash is found while nothing is driven."""

    def __init__(self) -> None:
        self._owners: dict[int, str] = {}

    def reserve(self, pin: int, owner: str) -> None:
        """Take a pin for somebody."""
        if pin not in HEADER:
            raise PinError("Cannot wire the {owner}: found pin {pin!r}; expected BCM 2 to 27", owner=owner, pin=pin)
        if pin in KEPT:
            raise PinError(
                "Cannot wire the {owner}: found pin {pin!r}, which belongs to {kept}; take another one",
                owner=owner,
                pin=pin,
                kept=KEPT[pin],
            )
        if pin in self._owners:
            raise PinError(
                "Cannot wire the {owner}: found pin {pin!r}, which the {owners} uses; move one of them",
                owner=owner,
                pin=pin,
                owners=self._owners[pin],
            )
        self._owners[pin] = owner

    def release(self, pin: int) -> None:
        """Give a pin back."""
        self._owners.pop(pin, None)

    @property
    def owners(self) -> Mapping[int, str]:
        """Who has which pin."""
        return dict(self._owners)


MOST_BYTES = 100_000


def load_pins(path: Path = DEFAULT_PINS) -> Pins:
    """Read and check a wiring file."""
    try:
        if path.exists() and (not path.is_file() or path.stat().st_size > MOST_BYTES):
            raise PinError(
                "Cannot read the wiring {path!r}: found no small plain file; expected a pins.toml", path=str(path)
            )
        found = tomllib.loads(path.read_text(encoding="utf-8"))
    except FileNotFoundError as error:
        raise PinError(
            "Cannot read the wiring: found no file {path!r}; hardware/header/pins.toml shows one", path=str(path)
        ) from error
    except (ValueError, RecursionError, OSError) as error:
        raise PinError(
            "Cannot read the wiring {path!r}: found no valid TOML ({error}); expected sections of pins",
            path=str(path),
            error=error,
        ) from error
    try:
        return check_pins(found, str(path))
    except RecursionError:
        raise PinError(
            "Cannot read the wiring {path!r}: found it nested too deep; expected sections of pins", path=str(path)
        ) from None


def check_pins(found: Mapping[str, object], place: str = "pins.toml") -> Pins:
    """The wiring from its sections; every pin is on the header and used once."""
    for section, value in found.items():
        if section not in _SECTIONS or not isinstance(value, dict):
            raise PinError(
                "Cannot read {place}: found the section {section!r}; expected {known}",
                place=place,
                section=section,
                known=", ".join(_SECTIONS),
            )
        _check_keys(section, value, place)
    parts = {name: dict(value) for name, value in found.items() if isinstance(value, dict)}
    cells = _numbers(parts.get("hall", {}).get("cells", []), "[hall] cells", place)
    if cells and len(cells) != 9:
        raise PinError("Cannot read {place}: found {count} hall cells; expected 9", place=place, count=len(cells))
    knob, lamp, analog = parts.get("knob"), parts.get("lamp"), parts.get("analog")
    selects = _numbers(analog["select"], "[analog] select", place) if analog else ()
    if analog and len(selects) != 2:
        raise PinError(
            "Cannot read {place}: found {count} analog selects; expected 2, for nine cells",
            place=place,
            count=len(selects),
        )
    pins = Pins(
        hall=cells,
        knob=(_pin(knob["a"], place), _pin(knob["b"], place), _pin(knob["push"], place)) if knob else None,
        buttons=tuple((name, _pin(pin, place)) for name, pin in parts.get("buttons", {}).items()),
        lamp=(_pin(lamp["left"], place), _pin(lamp["right"], place)) if lamp else None,
        buzzer=_pin(parts["buzzer"]["pin"], place) if "buzzer" in parts else None,
        analog=(*(_pin(analog[key], place) for key in ("clock", "mosi", "miso")), *selects) if analog else None,  # type: ignore[arg-type]
    )
    book = Reservations()
    for owner, pin in pins.owners():
        book.reserve(pin, owner)
    return pins


def _check_keys(section: str, value: Mapping[str, object], place: str) -> None:
    wanted = _SECTIONS[section]
    if not wanted:
        return
    for key in value:
        if key not in wanted:
            raise PinError(
                "Cannot read {place}: found {key!r} in [{section}]; expected {known}",
                place=place,
                key=key,
                section=section,
                known=", ".join(wanted),
            )
    for key in wanted:
        if key not in value:
            raise PinError(
                "Cannot read {place}: found no {key!r} in [{section}]; expected {known}",
                place=place,
                key=key,
                section=section,
                known=", ".join(wanted),
            )


def _pin(value: object, place: str) -> int:
    if not isinstance(value, int) or isinstance(value, bool):
        raise PinError("Cannot read {place}: found the pin {value!r}; expected a BCM number", place=place, value=value)
    return value


def _numbers(value: object, what: str, place: str) -> tuple[int, ...]:
    if not isinstance(value, list):
        raise PinError(
            "Cannot read {place}: found {what} = {value!r}; expected a list of BCM numbers",
            place=place,
            what=what,
            value=value,
        )
    return tuple(_pin(pin, place) for pin in value)
