"""Check the circuits, then write all drawings and tables: `python -m tablekeeper.hardware.drawings`."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from tablekeeper.hardware.circuits.check import check
from tablekeeper.hardware.circuits.circuit import build_names, load_circuit
from tablekeeper.hardware.drawings import FOLDER, drawings
from tablekeeper.hardware.errors import HardwareError
from tablekeeper.hardware.header.pins import DEFAULT_PINS, load_pins


def main() -> None:
    """Nothing is drawn of a circuit that the check refuses."""
    parser = argparse.ArgumentParser(prog="python -m tablekeeper.hardware.drawings", description=__doc__)
    parser.add_argument("--pins", type=Path, default=DEFAULT_PINS)
    parser.add_argument("--into", type=Path, default=FOLDER)
    asked = parser.parse_args()
    try:
        pins = load_pins(asked.pins)
        faults = [f"{name}: {fault.spell()}" for name in build_names() for fault in check(load_circuit(name, pins))]
    except HardwareError as fault:
        parser.exit(2, f"drawings: {fault}\n")
    for words in faults:
        print(words, file=sys.stderr)
    if faults:
        parser.exit(2, "drawings: mend these first; nothing was drawn\n")
    asked.into.mkdir(parents=True, exist_ok=True)
    for name, drawing in drawings(pins).items():
        (asked.into / name).write_text(drawing, encoding="utf-8")
        print(asked.into / name)


if __name__ == "__main__":
    main()
