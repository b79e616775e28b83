"""Pins: our drivers on gpiozero over lgpio and over RPi.GPIO's interface, on pins that the kernel simulates."""

from __future__ import annotations

from tests.rig.machine import Machine
from tests.rig.work import Work


def prove(work: Work) -> None:
    """Run the proof in a virtual machine."""
    Machine(work, "/opt/venv/bin/python -m tests.rig.inside.pins 2>&1").run(limit_s=240)
