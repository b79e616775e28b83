"""Pins: our drivers on gpiozero over lgpio and over RPi.GPIO's interface, on pins that the kernel simulates."""

from __future__ import annotations

import pickle
from pathlib import Path

from tests.rig import traces
from tests.rig.machine import Machine
from tests.rig.work import Work

KEPT = "/opt/traces.pickle"
SLIDES = {"lgpio": 1000, "rpigpio": 200}
"""How many slides each library has to get through."""
PRESSES = 90
BOXES, BOX_SLIDES = 4, 40


def run(work: Work) -> None:
    """Record traces and what the mock says of them, then run the proof in a virtual machine."""
    Machine(work, "/opt/venv/bin/python -m tests.rig.inside.pins 2>&1", prepare=_record).run()


def _record(root: Path) -> None:
    """Traces and the mock's facts come from outside, where they cost a tenth of the time."""
    slides = {library: traces.record_slides(count, seed=count) for library, count in SLIDES.items()}
    boxes = [traces.record_slides(BOX_SLIDES, seed=number, pause_s=(0.2, 0.5)) for number in range(BOXES)]
    controls = traces.record_controls(PRESSES, seed=4)
    kept = {
        "slides": {library: (trace, traces.replay_slides_on_mock(trace)) for library, trace in slides.items()},
        "boxes": boxes,
        "controls": (controls, traces.replay_controls_on_mock(controls)),
    }
    (root / KEPT.lstrip("/")).write_bytes(pickle.dumps(kept))
