"""Rules about what is joined to what."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from tablekeeper.hardware.circuits.circuit import Circuit, Leg
from tablekeeper.hardware.circuits.fault import Fault
from tablekeeper.hardware.circuits.header import RAILS
from tablekeeper.hardware.header.pins import HEADER, KEPT


def unknown_legs(circuit: Circuit) -> Iterator[Fault]:
    """A leg of a part that is not there, or that the part has not got, or that is in two nets."""
    counted = Counter(leg for legs in circuit.nets.values() for leg in legs)
    for leg, times in counted.items():
        part = circuit.parts.get(leg.part)
        if part is None or not part.kind.role(leg.name):
            yield Fault("unknown leg", leg.spell(), "found no such leg; expected one that parts.toml has")
        elif times > 1:
            yield Fault("unknown leg", leg.spell(), f"found it joined {times} times; expected once")


def loose_legs(circuit: Circuit) -> Iterator[Fault]:
    """A leg that is joined to nothing."""
    joined = {leg for legs in circuit.nets.values() for leg in legs} | circuit.unused
    for part in circuit.parts.values():
        for leg, _ in part.kind.legs:
            if Leg(part.name, leg) not in joined:
                yield Fault("loose leg", f"{part.name}.{leg}", "found it joined to nothing; expected a net")


def lonely_nets(circuit: Circuit) -> Iterator[Fault]:
    """A net that ends nowhere: one leg and no wire of the header."""
    header = {net for net, _ in circuit.wires()} | set(RAILS)
    for net, legs in circuit.nets.items():
        if len(legs) + (net in header) < 2:
            found = legs[0].spell() if legs else "nothing"
            yield Fault("loose net", net, f"found only {found} in it; expected two ends or more")


def shorted_rails(circuit: Circuit) -> Iterator[Fault]:
    """A part whose legs both are in one net does nothing, or a wire does what it should not."""
    for part in circuit.parts.values():
        nets = [circuit.net_of(part.name, leg) for leg, _ in part.kind.legs]
        if len(nets) == 2 and nets[0] == nets[1]:
            yield Fault("short", part.name, f"found both its legs in {nets[0]}; expected two nets")


def reserved_pins(circuit: Circuit) -> Iterator[Fault]:
    """A pin that something else on a Pi needs."""
    for net, wire in circuit.wires():
        pin = circuit.pins[wire]
        if pin not in HEADER:
            yield Fault("reserved pin", net, f"found BCM {pin}, the header has BCM 2 to 27")
        elif pin in KEPT:
            yield Fault("reserved pin", net, f"found BCM {pin}, which belongs to {KEPT[pin]}; take another one")


def shared_pins(circuit: Circuit) -> Iterator[Fault]:
    """Two wires at one pin."""
    wires = [wire for _, wire in circuit.wires()]
    counted = Counter(circuit.pins[wire] for wire in wires)
    for wire in wires:
        if counted[circuit.pins[wire]] > 1:
            yield Fault("shared pin", wire, f"found BCM {circuit.pins[wire]} used twice; expected one wire a pin")


def missing_capacitors(circuit: Circuit) -> Iterator[Fault]:
    """A chip without a capacitor across the rail that feeds it: one each, as they stand apart."""
    chips = Counter(net for part, net in circuit.with_leg("supply"))
    across = Counter(net for part in circuit.of_kind("CAPACITOR") for net in _fed_sides(circuit, part.name))
    for net, count in chips.items():
        if across[net] < count:
            yield Fault(
                "capacitor", net, f"found {across[net]} capacitors to ground for {count} chips; expected one each"
            )


def _fed_sides(circuit: Circuit, name: str) -> list[str]:
    sides = [circuit.net_of(name, leg) for leg in ("1", "2")]
    return [net for net in sides if net in RAILS and net != "GND"] if "GND" in sides else []
