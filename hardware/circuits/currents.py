"""Rules about currents and heat: pins, LEDs, resistors, transistors, rails."""

from __future__ import annotations

from collections.abc import Iterator

from tablekeeper.hardware.circuits.circuit import Circuit, volts
from tablekeeper.hardware.circuits.fault import Fault
from tablekeeper.hardware.circuits.header import LOGIC_V, PAD, RAILS, use_of
from tablekeeper.hardware.circuits.parts import Part

LONG_LIFE = 0.5
"""A resistor at half its rating stays cool enough to touch."""
SHORTED_MA = 1000.0
"""Stands for a current that nothing bounds."""


def loaded_pins(circuit: Circuit) -> Iterator[Fault]:
    """A GPIO that gives more than its pad may."""
    most = PAD["pin_ma"].most or 0.0
    for net, wire in circuit.wires():
        found = pin_ma(circuit, net)
        if found > most:
            words = f"found {found:.0f} mA, a GPIO gives {most:g} mA on every model; put a transistor between"
            yield Fault("pin current", wire, words)


def all_pins(circuit: Circuit) -> Iterator[Fault]:
    """All GPIOs together."""
    most = PAD["all_ma"].most or 0.0
    found = sum(pin_ma(circuit, net) for net, _ in circuit.wires())
    if found > most:
        yield Fault("all pins", "the header", f"found {found:.0f} mA from all GPIOs; expected {most:g} at most")


def pin_ma(circuit: Circuit, net: str) -> float:
    """What an output gives at most; an input only feeds its own pull-up."""
    if use_of(net.removeprefix("@")).way == "in":
        return 1000 * LOGIC_V / (1000 * (PAD["pull_kohm"].least or 1.0))
    direct = sum(circuit.parts[leg.part].kind.most("load_ma") for leg in circuit.with_role(net, "plus"))
    direct += SHORTED_MA * len(circuit.with_role(net, "anode", "base", "collector", "drain"))
    return direct + sum(_through(circuit, resistor, other) for resistor, other in circuit.beyond(net))


def _through(circuit: Circuit, resistor: Part, other: str) -> float:
    """What flows from a high GPIO through a resistor into what lies behind it."""
    if circuit.with_role(other, "gate"):
        return 0.0
    drops = [circuit.parts[leg.part].kind.most("base_v") for leg in circuit.with_role(other, "base")]
    drops += [circuit.parts[leg.part].kind.least("forward_v") for leg in circuit.with_role(other, "anode")]
    return 1000 * (LOGIC_V - min(drops, default=0.0)) / resistor.amount


def base_ma(circuit: Circuit, part: Part, net: str) -> float:
    """What a base gets at least."""
    high, base = PAD["high_v"].least or 0.0, part.kind.most("base_v")
    given = sum(1000 * (high - base) / found.amount for found, other in circuit.beyond(net) if other != "GND")
    return given - sum(1000 * base / found.amount for found, other in circuit.beyond(net) if other == "GND")


def led_currents(circuit: Circuit) -> Iterator[Fault]:
    """An LED that gets more than it bears, or that nothing limits."""
    for part in circuit.of_kind("LED"):
        found, most = led_ma(circuit, part), part.kind.most("load_ma")
        if found > most:
            yield Fault("LED current", part.name, f"found {found:.0f} mA, it bears {most:g}; take a larger resistor")


def led_ma(circuit: Circuit, part: Part) -> float:
    """What flows through an LED at most: all of its rail, nothing lost in the transistor."""
    net = circuit.net_by_role(part, "anode")
    if volts(net) is not None:
        return SHORTED_MA
    drop = part.kind.least("forward_v")
    return sum(1000 * (_fed(other) - drop) / found.amount for found, other in circuit.beyond(net))


def _fed(net: str) -> float:
    fed = volts(net)
    return LOGIC_V if fed is None else fed


def hot_resistors(circuit: Circuit) -> Iterator[Fault]:
    """A resistor that gets hotter than half its rating."""
    for part in circuit.of_kind("RESISTOR"):
        found, most = heat_w(circuit, part), LONG_LIFE * part.kind.most("heat_w")
        if found > most:
            yield Fault("heat", part.name, f"found {found:.2f} W; expected {most:g} W at most")


def heat_w(circuit: Circuit, part: Part) -> float:
    """The heat of a resistor at most: its LED's current, or all the voltage that lies across it."""
    sides = [circuit.net_of(part.name, leg) for leg, _ in part.kind.legs]
    leds = [circuit.parts[leg.part] for side in sides for leg in circuit.with_role(side, "anode")]
    if leds:
        return sum((led_ma(circuit, led) / 1000) ** 2 * part.amount for led in leds)
    across = abs(_fed(sides[0]) - _fed(sides[1])) if "GND" in sides else LOGIC_V
    return across**2 / part.amount


def load_ma(circuit: Circuit, part: Part) -> float:
    """What a transistor switches at most."""
    net = circuit.net_by_role(part, "drain") or circuit.net_by_role(part, "collector")
    leds = [circuit.parts[leg.part] for leg in circuit.with_role(net, "cathode")]
    found = sum(led_ma(circuit, led) for led in leds if led.kind.name == "LED")
    return found + sum(circuit.parts[leg.part].kind.most("load_ma") for leg in circuit.with_role(net, "minus"))


def loaded_switches(circuit: Circuit) -> Iterator[Fault]:
    """A transistor that carries more, or gets hotter, than it may."""
    for part, _ in [*circuit.with_leg("gate"), *circuit.with_leg("base")]:
        found, most = load_ma(circuit, part), part.kind.most("load_ma")
        if found > most:
            yield Fault("switch", part.name, f"found {found:.0f} mA, {part.kind.name} carries {most:g}")
        warm, bears = switch_w(part, found), part.kind.most("heat_w")
        if warm > bears:
            yield Fault("heat", part.name, f"found {warm:.2f} W, {part.kind.name} bears {bears:g} W")


def switch_w(part: Part, load: float) -> float:
    """The heat of a transistor that is on."""
    if "on_ohm" in part.kind.ratings:
        return (load / 1000) ** 2 * part.kind.most("on_ohm")
    return load / 1000 * part.kind.most("drop_v")


def loaded_rails(circuit: Circuit) -> Iterator[Fault]:
    """A rail that must give more than it can."""
    for name, rail in RAILS.items():
        found = rail_ma(circuit, name)
        if name != "GND" and found > rail.most_ma:
            yield Fault("rail", name, f"found {found:.0f} mA, the header gives {rail.most_ma:g}")


def rail_ma(circuit: Circuit, name: str) -> float:
    """The sum of what a rail feeds."""
    chips = sum(part.kind.most("supply_ma") for part, net in circuit.with_leg("supply") if net == name)
    leds = sum(
        led_ma(circuit, part)
        for part in circuit.of_kind("LED")
        if name in {other for _, other in circuit.beyond(circuit.net_by_role(part, "anode"))}
    )
    loads = sum(part.kind.most("load_ma") for part, net in circuit.with_leg("plus") if net == name)
    pins = sum(pin_ma(circuit, net) for net, _ in circuit.wires()) if name == "3.3 V" else 0.0
    return chips + leds + loads + pins
