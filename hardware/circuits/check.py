"""The electrical check: every rule that a circuit breaks, in one sentence each."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from tablekeeper.hardware.circuits import currents, joints, levels, switches
from tablekeeper.hardware.circuits.circuit import Circuit
from tablekeeper.hardware.circuits.fault import Fault

Rule = Callable[[Circuit], Iterator[Fault]]
RULES: tuple[Rule, ...] = (
    joints.unknown_legs,
    joints.loose_legs,
    joints.lonely_nets,
    joints.shorted_rails,
    joints.reserved_pins,
    joints.shared_pins,
    joints.missing_capacitors,
    levels.high_voltages,
    levels.supplies,
    levels.fights,
    levels.missing_pulls,
    switches.weak_gates,
    switches.loose_gates,
    switches.weak_bases,
    switches.missing_diodes,
    currents.loaded_pins,
    currents.all_pins,
    currents.led_currents,
    currents.hot_resistors,
    currents.loaded_switches,
    currents.loaded_rails,
)


def check(circuit: Circuit) -> list[Fault]:
    """All faults of a circuit. Rules that compute need sound joints, so they come after those."""
    broken = [fault for rule in RULES[:3] for fault in rule(circuit)]
    return broken or [fault for rule in RULES[3:] for fault in rule(circuit)]
