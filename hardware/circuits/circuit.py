"""A circuit: parts, and nets that join their legs; made from circuits.toml and the wiring in pins.toml."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import NamedTuple

from tablekeeper.hardware.circuits.header import RAILS
from tablekeeper.hardware.circuits.parts import Kind, Part, Table, load_kinds
from tablekeeper.hardware.errors import ConfigError
from tablekeeper.hardware.header.pins import Pins

FILE = Path(__file__).with_name("circuits.toml")
WIRE = "@"
"""Begins the name of a net that goes to a GPIO."""


class Leg(NamedTuple):
    """One leg of one part."""

    part: str
    name: str

    def spell(self) -> str:
        """As it is written in circuits.toml."""
        return f"{self.part}.{self.name}"


@dataclass
class Circuit:
    """What is wired to what."""

    name: str
    title: str
    pins: Mapping[str, int]
    """BCM numbers by the name of the wire."""
    parts: dict[str, Part] = field(default_factory=dict)
    nets: dict[str, list[Leg]] = field(default_factory=dict)
    unused: set[Leg] = field(default_factory=set)

    def net_of(self, part: str, leg: str) -> str:
        """Which net a leg is in; empty for none."""
        return next((net for net, legs in self.nets.items() if Leg(part, leg) in legs), "")

    def role(self, leg: Leg) -> str:
        """What a leg does."""
        return self.parts[leg.part].kind.role(leg.name)

    def with_role(self, net: str, *roles: str) -> list[Leg]:
        """The legs of a net that do something."""
        return [leg for leg in self.nets.get(net, ()) if self.role(leg) in roles]

    def of_kind(self, *names: str) -> Iterator[Part]:
        """All parts of some kinds."""
        return (part for part in self.parts.values() if part.kind.name in names)

    def with_leg(self, role: str) -> Iterator[tuple[Part, str]]:
        """All parts with a leg of a role, and the net of that leg."""
        for part in self.parts.values():
            for leg, found in part.kind.legs:
                if found == role:
                    yield part, self.net_of(part.name, leg)

    def net_by_role(self, part: Part, role: str) -> str:
        """The net of a part's leg of a role."""
        return next((self.net_of(part.name, leg) for leg, found in part.kind.legs if found == role), "")

    def beyond(self, net: str, kind: str = "RESISTOR") -> Iterator[tuple[Part, str]]:
        """Every part of two legs at a net, and the net on its other side."""
        for leg in self.nets.get(net, ()):
            part = self.parts[leg.part]
            if part.kind.name == kind:
                yield part, next(self.net_of(part.name, other) for other, _ in part.kind.legs if other != leg.name)

    def wires(self) -> Iterator[tuple[str, str]]:
        """Every net that goes to a GPIO, with the name of its wire."""
        return ((net, net.removeprefix(WIRE)) for net in self.nets if net.startswith(WIRE))


def load_circuit(build: str, pins: Pins, path: Path = FILE) -> Circuit:
    """One of the circuits, wired as pins.toml has it; what is not fitted there is left out."""
    found = tomllib.loads(path.read_text(encoding="utf-8"))
    if build not in found["build"]:
        raise ConfigError(
            "Cannot read the circuit: found {build!r}; expected one of {known}",
            build=build,
            known=", ".join(found["build"]),
        )
    circuit = Circuit(build, found["build"][build]["title"], dict(pins.owners()))
    for name in found["build"][build]["blocks"]:
        block = found["block"][name]
        for numbers in block["each"]:
            _add(circuit, block, numbers)
    return circuit


def build_names(path: Path = FILE) -> list[str]:
    """Every circuit there is."""
    return list(tomllib.loads(path.read_text(encoding="utf-8"))["build"])


def _add(circuit: Circuit, block: Table, numbers: list[str]) -> None:
    nets = {net.format(*numbers): legs for net, legs in block["nets"].items()}
    wires = {net.removeprefix(WIRE) for net in nets if net.startswith(WIRE)}
    if "needs" in block:
        wires.add(block["needs"].format(*numbers))
    if not wires <= circuit.pins.keys():
        return
    for name, kind in block["parts"].items():
        part = _read_part(name.format(*numbers), kind)
        circuit.parts[part.name] = part
    for net, legs in nets.items():
        circuit.nets.setdefault(net, []).extend(_read_leg(leg.format(*numbers)) for leg in legs)
    circuit.unused.update(_read_leg(leg) for leg in block.get("unused", ()))


def _read_part(name: str, words: str) -> Part:
    kind, _, value = words.partition(" ")
    return Part(name, _find_kind(kind, name), value)


def _find_kind(kind: str, name: str) -> Kind:
    kinds = load_kinds()
    if kind not in kinds:
        raise ConfigError(
            "Cannot read the part {name}: found the kind {kind!r}; expected {known}",
            name=name,
            kind=kind,
            known=", ".join(kinds),
        )
    return kinds[kind]


def _read_leg(words: str) -> Leg:
    part, _, name = words.rpartition(".")
    return Leg(part, name)


def volts(net: str) -> float | None:
    """What a rail carries; None for any other net."""
    return RAILS[net].volts if net in RAILS else None
