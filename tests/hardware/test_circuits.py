"""The circuits as they are shipped are sound, and a planted fault of each kind is found."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest
from gpiozero.pins.mock import MockFactory, MockPWMPin

from tablekeeper.hardware.circuits.check import RULES, check
from tablekeeper.hardware.circuits.circuit import Circuit, Leg, build_names, load_circuit
from tablekeeper.hardware.circuits.currents import rail_ma
from tablekeeper.hardware.circuits.header import PAD, RAILS, use_of
from tablekeeper.hardware.circuits.parts import Part, Rating, load_kinds
from tablekeeper.hardware.clock import RealClock
from tablekeeper.hardware.header.controls import Buttons, Knob
from tablekeeper.hardware.header.pins import Pins, Reservations, load_pins
from tablekeeper.hardware.header.signals import Buzzer, Lamp
from tablekeeper.hardware.sliding_box.hall_grid import HallGrid

GOOD = "good"


@pytest.mark.parametrize("build", build_names())
def test_the_shipped_circuits_are_sound(build: str) -> None:
    assert check(load_circuit(build, load_pins())) == []


def test_parts_that_are_not_fitted_are_left_out() -> None:
    pins = replace(load_pins(), lamp=None, buzzer=None)
    circuit = load_circuit(GOOD, pins)
    assert not {"QL", "DL1", "Z"} & circuit.parts.keys()
    assert check(circuit) == []


def join(circuit: Circuit, part: str, leg: str, net: str) -> None:
    """Take a leg out of its net and put it into another one."""
    for name, legs in [*circuit.nets.items()]:
        if Leg(part, leg) in legs:
            legs.remove(Leg(part, leg))
        if not legs:
            del circuit.nets[name]
    circuit.nets.setdefault(net, []).append(Leg(part, leg))


def take_away(circuit: Circuit, part: str) -> None:
    circuit.nets = {net: [leg for leg in legs if leg.part != part] for net, legs in circuit.nets.items()}
    circuit.nets = {net: legs for net, legs in circuit.nets.items() if legs}
    del circuit.parts[part]


def swap(circuit: Circuit, part: str, kind: str) -> None:
    circuit.parts[part] = replace(circuit.parts[part], kind=load_kinds()[kind])


def add_resistor(circuit: Circuit, value: str, *nets: str) -> None:
    circuit.parts["RX"] = Part("RX", load_kinds()["RESISTOR"], value)
    for leg, net in zip("12", nets, strict=True):
        circuit.nets.setdefault(net, []).append(Leg("RX", leg))


def rate(circuit: Circuit, part: str, **ratings: Rating) -> None:
    found = circuit.parts[part]
    kind = replace(found.kind, ratings={**found.kind.ratings, **ratings})
    circuit.parts[part] = replace(found, kind=kind)


def five_volts_at_a_push_pull_output(circuit: Circuit) -> None:
    swap(circuit, "S1", "DRV5032FA")
    join(circuit, "S1", "VCC", "5 V")
    join(circuit, "C1", "1", "5 V")


def an_irlz44n(circuit: Circuit) -> None:
    rate(circuit, "QL", gate_v=Rating(4.0, 16, "International Rectifier, 35 mohm at 4.0 V"))


def the_knob_beside_a_push_pull_output(circuit: Circuit) -> None:
    swap(circuit, "S1", "DRV5032FA")
    swap(circuit, "S2", "DRV5032FA")
    join(circuit, "S2", "OUT", "@hall cell 1")


def an_output_at_the_lamp(circuit: Circuit) -> None:
    swap(circuit, "S1", "DRV5032FA")
    join(circuit, "S1", "OUT", "@lamp left")


def an_output_at_a_rail(circuit: Circuit) -> None:
    join(circuit, "S1", "OUT", "3.3 V")
    join(circuit, "S2", "OUT", "@hall cell 1")


def a_lamp_at_a_pulled_up_pin(circuit: Circuit) -> None:
    circuit.pins = {**circuit.pins, "lamp left": 6, "hall cell 6": 12}


def a_base_that_gets_too_much(circuit: Circuit) -> None:
    circuit.parts["RZ"] = replace(circuit.parts["RZ"], value="220 ohm")


def an_open_output_behind_a_plain_net(circuit: Circuit) -> None:
    join(circuit, "S1", "OUT", "between")
    join(circuit, "S2", "OUT", "between")


def no_pull_down(circuit: Circuit) -> None:
    take_away(circuit, "RLp")


def no_diode(circuit: Circuit) -> None:
    join(circuit, "DZ", "A", "5 V")
    join(circuit, "DZ", "K", "buzzer low")


def an_led_of_100_ma(circuit: Circuit) -> None:
    circuit.parts["RL1"] = replace(circuit.parts["RL1"], value="22 ohm")


def an_led_at_the_rail(circuit: Circuit) -> None:
    take_away(circuit, "RL1")
    join(circuit, "DL1", "A", "5 V")


def everything_from_the_pins(circuit: Circuit) -> None:
    for number in range(1, 10):
        circuit.pins = {**circuit.pins, f"lamp {number}": number + 30}
        circuit.nets[f"@lamp {number}"] = []
        circuit.parts[f"RX{number}"] = Part(f"RX{number}", load_kinds()["RESISTOR"], "500 ohm")
        circuit.nets[f"@lamp {number}"].append(Leg(f"RX{number}", "1"))
        circuit.nets["GND"].append(Leg(f"RX{number}", "2"))


PLANTED: dict[str, tuple[str, Callable[[Circuit], None]]] = {
    "a leg that is not there": ("unknown leg", lambda c: c.nets["GND"].append(Leg("S1", "OUTPUT"))),
    "a leg in two nets": ("unknown leg", lambda c: c.nets["GND"].append(Leg("S1", "OUT"))),
    "a leg joined to nothing": ("loose leg", lambda c: c.nets["GND"].remove(Leg("S1", "GND"))),
    "the lamp's 100 k ends nowhere": ("loose net", lambda c: join(c, "RLp", "2", "nowhere")),
    "both ends of a resistor in one net": ("short", lambda c: join(c, "RLp", "2", "gate left")),
    "I2C's pin": ("reserved pin", lambda c: setattr(c, "pins", {**c.pins, "hall cell 1": 2})),
    "no such pin": ("reserved pin", lambda c: setattr(c, "pins", {**c.pins, "hall cell 1": 28})),
    "one pin for two": ("shared pin", lambda c: setattr(c, "pins", {**c.pins, "hall cell 1": 17})),
    "no capacitor": ("capacitor", lambda c: join(c, "C1", "1", "@hall cell 1")),
    "5 V from a push-pull output": ("above 3.3 V", five_volts_at_a_push_pull_output),
    "a pull-up to 5 V": ("above 3.3 V", lambda c: add_resistor(c, "10 kohm", "@hall cell 1", "5 V")),
    "A3144 at 3.3 V": ("supply", lambda c: swap(c, "S1", "A3144")),
    "a chip's ground at 3.3 V": ("supply", lambda c: join(c, "S1", "GND", "3.3 V")),
    "two push-pull outputs": ("fight", the_knob_beside_a_push_pull_output),
    "an output at an output": ("fight", an_output_at_the_lamp),
    "an output at a rail": ("fight", an_output_at_a_rail),
    "no pull-up": ("pull-up", an_open_output_behind_a_plain_net),
    "IRLZ44N": ("gate", an_irlz44n),
    "no pull-down at a gate": ("start", no_pull_down),
    "a lamp at a pin that is pulled up": ("start", a_lamp_at_a_pulled_up_pin),
    "a base that gets too little": ("base", lambda c: c.parts.update(RZ=replace(c.parts["RZ"], value="4.7 kohm"))),
    "a coil without a diode": ("diode", no_diode),
    "a buzzer at a GPIO": ("pin current", lambda c: join(c, "Z", "+", "@buzzer")),
    "a base without a resistor": ("pin current", lambda c: join(c, "QZ", "B", "@buzzer")),
    "too small a resistor at a base": ("pin current", a_base_that_gets_too_much),
    "all pins together": ("all pins", everything_from_the_pins),
    "an LED with too much": ("LED current", an_led_of_100_ma),
    "an LED with no resistor": ("LED current", an_led_at_the_rail),
    "a hot resistor": ("heat", an_led_of_100_ma),
    "a transistor with too much": ("switch", lambda c: rate(c, "QL", load_ma=Rating(None, 100, "planted"))),
    "a hot transistor": ("heat", lambda c: rate(c, "QL", on_ohm=Rating(None, 50, "planted"))),
    "a rail with too much": ("rail", lambda c: rate(c, "S1", supply_ma=Rating(None, 400, "planted"))),
}  # fmt: skip


@pytest.mark.parametrize("name", PLANTED)
def test_a_planted_fault_is_found(name: str) -> None:
    rule, plant = PLANTED[name]
    circuit = load_circuit(GOOD, load_pins())
    plant(circuit)
    found = check(circuit)
    assert rule in {fault.rule for fault in found}, [fault.spell() for fault in found]
    assert all("found" in fault.words for fault in found)


def test_every_rule_has_a_planted_fault() -> None:
    """A rule that nothing plants could be dead: each one must speak at least once."""
    spoken = set()
    for _, plant in PLANTED.values():
        circuit = load_circuit(GOOD, load_pins())
        plant(circuit)
        spoken |= speaking(circuit)
    assert spoken == {rule.__name__ for rule in RULES}


def speaking(circuit: Circuit) -> set[str]:
    joined = {rule.__name__ for rule in RULES[:3] if list(rule(circuit))}
    return joined or {rule.__name__ for rule in RULES[3:] if list(rule(circuit))}


def test_an_a3144_may_have_5_v_because_its_output_is_open() -> None:
    circuit = load_circuit("simple", load_pins())
    assert {leg for leg in circuit.nets["5 V"] if leg.name == "VCC"} == {Leg(f"S{n}", "VCC") for n in range(1, 10)}
    assert check(circuit) == []


def test_the_rails_are_added_up() -> None:
    """16 LEDs at (5.1 - 2.8) / 100, and a buzzer of 30 mA."""
    assert rail_ma(load_circuit(GOOD, load_pins()), "5 V") == pytest.approx(16 * 23 + 30)


def test_every_rating_names_its_source() -> None:
    ratings = [rating for kind in load_kinds().values() for rating in kind.ratings.values()]
    assert all(rating.source for rating in [*ratings, *PAD.values()])
    assert all(rating.least is not None or rating.most is not None for rating in ratings)
    assert all(rail.source for rail in RAILS.values())


def test_the_wires_are_used_as_the_circuits_say() -> None:
    """What pi.toml says of directions and pulls is what the drivers really do."""
    pins, clock, book = load_pins(), RealClock(), Reservations()
    pin_factory = MockFactory(pin_class=MockPWMPin)
    devices = [
        HallGrid(clock, pins.hall, pin_factory, book),
        Knob(clock, pins.knob, pin_factory, book),
        Buttons(clock, pins.buttons, pin_factory, book),
        Lamp(clock, pins.lamp, pin_factory, book),
        Buzzer(clock, pins.buzzer, pin_factory, book),
    ]
    for device in devices:
        device.open()
    try:
        for owner, pin in Pins.owners(replace(pins, analog=None)):
            wire = pin_factory.pin(pin)
            use = use_of(owner)
            assert ("in" if wire.function == "input" else "out") == use.way, owner
            assert (wire.pull == "up") == (use.pull == "up"), owner
    finally:
        for device in devices:
            device.close()
