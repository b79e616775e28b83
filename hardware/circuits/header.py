"""What the computer's header gives and bears, as pi.toml has it."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import NamedTuple

from tablekeeper.hardware.circuits.parts import Rating, read_rating

FILE = Path(__file__).with_name("pi.toml")


class Rail(NamedTuple):
    """A supply on the header."""

    volts: float
    most_ma: float
    source: str
    guess: bool


class Use(NamedTuple):
    """How a driver uses a wire."""

    way: str
    pull: str


_FOUND = tomllib.loads(FILE.read_text(encoding="utf-8"))
RAILS = {
    name: Rail(rail["volts"], rail["most_ma"], rail["source"], rail.get("guess", False))
    for name, rail in _FOUND["rails"].items()
}
PAD: dict[str, Rating] = {name: read_rating(pad) for name, pad in _FOUND["pad"].items()}
PULLED_UP: frozenset[int] = frozenset(_FOUND["pad"]["pulled_up_at_start"]["pins"])
LOGIC_V = RAILS["3.3 V"].volts


def use_of(wire: str) -> Use:
    """How a driver uses a wire, by the longest matching beginning of its name."""
    known = [name for name in _FOUND["use"] if wire.startswith(name)]
    return Use(**_FOUND["use"][max(known, key=len)])


def colour_of(wire: str) -> str:
    """The colour of a wire, by the group or rail that it belongs to."""
    return next(str(colour) for name, colour in _FOUND["colour"].items() if wire.startswith(name))
