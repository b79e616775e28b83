"""Draws wiring, parts and sheets from the circuits and pins.toml, so that they cannot lie.

Run it: `python -m tablekeeper.hardware.drawings`.
"""

from __future__ import annotations

from pathlib import Path

from tablekeeper.hardware.circuits.circuit import build_names, load_circuit
from tablekeeper.hardware.circuits.parts import load_kinds
from tablekeeper.hardware.drawings import tables
from tablekeeper.hardware.drawings.box import draw_cell, draw_sheet
from tablekeeper.hardware.drawings.breadboard import draw_breadboard
from tablekeeper.hardware.drawings.first_start import draw_card, draw_lines, draw_plugs
from tablekeeper.hardware.drawings.header import draw_header
from tablekeeper.hardware.drawings.legs import draw_legs
from tablekeeper.hardware.drawings.light import draw_camera, draw_half_ring
from tablekeeper.hardware.header.pins import Pins
from tablekeeper.hardware.mock.picture.scene import Camera, Tray

FOLDER = Path("docs/build")


def drawings(pins: Pins) -> dict[str, str]:
    """Every drawing and table by its file name; what is not in pins.toml is not drawn."""
    circuits = {name: load_circuit(name, pins) for name in build_names()}
    used = {part.kind.name for circuit in circuits.values() for part in circuit.parts.values()}
    pages = {
        "wiring.svg": draw_header(pins),
        "sensor_grid_a4.svg": draw_sheet(pins),
        "camera_and_light.svg": draw_camera(Tray(), Camera()),
        "legs.svg": draw_legs(kind for kind in load_kinds().values() if kind.name in used),
        "first_1_card.svg": draw_card(),
        "first_2_plugs.svg": draw_plugs(),
        "first_3_lines.svg": draw_lines(),
        "wiring.md": tables.wiring(circuits.values()),
        "parts.md": tables.parts_list(circuits.values()),
        "ratings.md": tables.ratings(),
        "magnets.md": tables.magnets(),
    }
    if pins.hall:
        pages["hall_cell.svg"] = draw_cell(circuits["good"], pins)
        pages["hall_cell_5v.svg"] = draw_cell(circuits["simple"], pins)
        pages["breadboard.svg"] = draw_breadboard(circuits["good"], pins)
    if pins.lamp:
        pages["lamp_half.svg"] = draw_half_ring(circuits["good"], pins)
    return pages
