"""Rules about transistors: are they surely on when they should be, and surely off while the computer starts?"""

from __future__ import annotations

from collections.abc import Iterator

from tablekeeper.hardware.circuits.circuit import Circuit
from tablekeeper.hardware.circuits.currents import base_ma, load_ma
from tablekeeper.hardware.circuits.fault import Fault
from tablekeeper.hardware.circuits.header import LOGIC_V, PAD, PULLED_UP
from tablekeeper.hardware.circuits.parts import Part


def weak_gates(circuit: Circuit) -> Iterator[Fault]:
    """A MOSFET whose resistance nobody specifies at the voltage that a GPIO gives."""
    given = PAD["high_v"].least or 0.0
    for part, net in circuit.with_leg("gate"):
        rating = part.kind.ratings["gate_v"]
        if not rating.holds(given):
            words = f"found {given:g} V at its gate, {part.kind.name} is specified for {rating.spell()} V"
            yield Fault("gate", f"{part.name} at {net}", words)


def loose_gates(circuit: Circuit) -> Iterator[Fault]:
    """A gate or base that has no resistor to ground, or one too large for a pin that is pulled up at the start."""
    for part, net in [*circuit.with_leg("gate"), *circuit.with_leg("base")]:
        down = [resistor.amount for resistor, other in circuit.beyond(net) if other == "GND"]
        pin = _pin_behind(circuit, net)
        if not down:
            words = "found no resistor to ground; expected one, for nobody drives it while the Pi starts"
            yield Fault("start", f"{part.name} at {net}", words)
        elif pin in PULLED_UP and _pulled_v(min(down)) > _opens_v(part):
            words = f"found BCM {pin}, which is pulled up while the Pi starts; expected one of 9 to 27"
            yield Fault("start", f"{part.name} at {net}", words)


def _pin_behind(circuit: Circuit, net: str) -> int | None:
    wires = dict(circuit.wires())
    nets = [net, *(other for _, other in circuit.beyond(net))]
    return next((circuit.pins[wires[found]] for found in nets if found in wires), None)


def _pulled_v(down_ohm: float) -> float:
    up_ohm = 1000 * (PAD["pull_kohm"].least or 0.0)
    return LOGIC_V * down_ohm / (down_ohm + up_ohm)


def _opens_v(part: Part) -> float:
    rating = part.kind.ratings.get("opens_v")
    return 0.5 if rating is None else rating.least or 0.0


def weak_bases(circuit: Circuit) -> Iterator[Fault]:
    """A transistor whose base gets too little for what it switches."""
    for part, net in circuit.with_leg("base"):
        carries = base_ma(circuit, part, net) * part.kind.least("gain")
        needed = load_ma(circuit, part)
        if carries < needed:
            words = f"found current for {carries:.0f} mA, its load takes {needed:.0f} mA; take a smaller resistor"
            yield Fault("base", part.name, words)


def missing_diodes(circuit: Circuit) -> Iterator[Fault]:
    """A coil without a diode that takes what it gives back when it is switched off."""
    for part, low in circuit.with_leg("minus"):
        high = circuit.net_by_role(part, "plus")
        caught = any(
            circuit.net_by_role(diode, "anode") == low and circuit.net_by_role(diode, "cathode") == high
            for diode in circuit.of_kind("DIODE")
        )
        if "coil" in part.kind.ratings and not caught:
            words = "found a coil and no diode across it; expected one, its ring to the supply"
            yield Fault("diode", part.name, words)
