"""Rules about voltages: what a pin may see, what feeds a chip, who drives a wire, and who pulls it."""

from __future__ import annotations

from collections.abc import Iterator

from tablekeeper.hardware.circuits.circuit import Circuit, volts
from tablekeeper.hardware.circuits.fault import Fault
from tablekeeper.hardware.circuits.header import PAD, RAILS, use_of

DRIVERS = ("push-pull", "three-state", "analog")


def high_voltages(circuit: Circuit) -> Iterator[Fault]:
    """More than 3.3 V at a GPIO: from an output fed with more, a resistor, or a rail."""
    most = PAD["highest_v"].most or 0.0
    for net, wire in circuit.wires():
        for source, found in _sources(circuit, net):
            if found > most:
                words = f"found {found:g} V from {source}, a GPIO bears {most:g} V"
                yield Fault("above 3.3 V", wire, words)


def _sources(circuit: Circuit, net: str) -> Iterator[tuple[str, float]]:
    for leg in circuit.with_role(net, *DRIVERS):
        fed = volts(circuit.net_by_role(circuit.parts[leg.part], "supply"))
        if fed is not None:
            yield leg.spell(), fed
    for resistor, other in circuit.beyond(net):
        fed = volts(other)
        if fed is not None:
            yield f"the resistor {resistor.name} to {other}", fed


def supplies(circuit: Circuit) -> Iterator[Fault]:
    """A chip that is fed with less or more than it is made for."""
    for part, net in circuit.with_leg("supply"):
        fed, rating = volts(net), part.kind.ratings["supply_v"]
        if fed is None or not rating.holds(fed):
            found = "no rail" if fed is None else f"{fed:g} V"
            yield Fault("supply", part.name, f"found {found}, {part.kind.name} needs {rating.spell()} V")
        grounds = {circuit.net_of(part.name, leg) for leg, role in part.kind.legs if role == "ground"}
        if grounds != {"GND"}:
            yield Fault("supply", part.name, f"found its ground at {', '.join(sorted(grounds))}; expected GND")


def fights(circuit: Circuit) -> Iterator[Fault]:
    """Two that drive one wire both ways, or one that drives against a rail."""
    for net, legs in circuit.nets.items():
        strong = [leg.spell() for leg in circuit.with_role(net, "push-pull", "analog")]
        strong += [leg.spell() for leg in circuit.with_role(net, "three-state")][:1]
        if net.startswith("@") and use_of(net[1:]).way == "out":
            strong.append("the GPIO")
        if net in RAILS:
            strong += [net] + [leg.spell() for leg in circuit.with_role(net, "open-drain")]
        if len(strong) > 1 and legs:
            yield Fault("fight", net, f"found {' and '.join(strong)} driving it; expected one")


def missing_pulls(circuit: Circuit) -> Iterator[Fault]:
    """An open output, or a contact, that nothing pulls up: the wire would float."""
    for net in circuit.nets:
        if net in RAILS or not _only_pulls_down(circuit, net):
            continue
        inside = net.startswith("@") and use_of(net[1:]).pull == "up"
        if not inside and not any((volts(other) or 0.0) > 0 for _, other in circuit.beyond(net)):
            yield Fault("pull-up", net, "found an open output and nothing that pulls it up; expected a resistor")


def _only_pulls_down(circuit: Circuit, net: str) -> bool:
    return bool(circuit.with_role(net, "open-drain", "contact")) and not circuit.with_role(net, *DRIVERS)
