"""The box: one cell, which cell goes where, and the sheet that is glued under it."""

from __future__ import annotations

from tablekeeper.hardware.circuits.circuit import Circuit
from tablekeeper.hardware.drawings.paper import FAINT, INK, PART, box, line, page, text
from tablekeeper.hardware.header.pins import HEADER, Pins
from tablekeeper.hardware.mock.magnet import PITCH_MM

_WORDS = {
    "open-drain": "The output only pulls down: the Pi pulls the wire up inside, so no resistor is needed.",
    "push-pull": "The output drives both ways: no resistor, and never two outputs on one wire.",
}
_POSITIONS = {"3.3 V": "[1 or 17]", "5 V": "[2 or 4]"}


def draw_cell(circuit: Circuit, pins: Pins) -> str:
    """One hall switch and its three wires, and which cell goes where."""
    sensor, rail = circuit.parts["S1"].kind, circuit.net_of("S1", "VCC")
    parts = [
        text(20, 28, f"One cell: a {sensor.name} between {rail} and ground", size=16),
        box(200, 80, 110, 90, fill=PART),
        text(255, 120, sensor.name, size=13, anchor="middle"),
        text(255, 140, "hall switch", size=11, anchor="middle", colour=FAINT),
        *(text(x, y, leg, size=9, anchor=at, colour=FAINT) for x, y, leg, at in _LEGS),
        *_wires(rail, circuit.parts["C1"].value),
        text(20, 200, _WORDS[sensor.role("OUT")], size=11),
        text(20, 218, "Never put a resistor from the output to 5 V: a GPIO dies above 3.3 V.", size=11),
        text(20, 236, "The order of the legs: legs.svg. The capacitor sits at the sensor's own legs.", size=11),
        text(20, 268, "Cells in reading order, the box's mark at the upper left:", size=12),
    ]
    for number, pin in enumerate(pins.hall, 1):
        row, column = divmod(number - 1, 3)
        x, y = 20 + column * 150, 284 + row * 44
        words = f"cell {number}: BCM {pin} [{HEADER[pin]}]"
        parts += [box(x, y, 142, 36), text(x + 71, y + 23, words, size=11, anchor="middle")]
    return page(560, 430, parts)


_LEGS = ((204, 103, "VCC", "start"), (204, 153, "GND", "start"), (306, 128, "OUT", "end"))


def _wires(rail: str, capacitor: str) -> list[str]:
    return [
        line(60, 100, 200, 100),
        text(60, 92, f"{rail} {_POSITIONS[rail]}"),
        line(60, 150, 200, 150),
        text(20, 166, "ground [6, 9, 14 ...]"),
        line(310, 125, 470, 125),
        text(330, 117, "output to the cell's GPIO"),
        line(176, 100, 176, 122),
        line(166, 122, 186, 122),
        line(166, 128, 186, 128),
        line(176, 128, 176, 150),
        text(160, 129, capacitor, size=10, anchor="end", colour=FAINT),
    ]


def draw_sheet(pins: Pins) -> str:
    """An A4 sheet at scale: print at 100 %, glue it under the box, put each sensor's face on its cross."""
    left, top = 105 - PITCH_MM, 70.0
    parts = [text(105, 22, "Sensor sheet for the sliding box, 1:1 on A4", size=7, anchor="middle")]
    parts.append(text(105, 30, "Print at 100 %. The line at the foot must measure 100 mm.", size=4, anchor="middle"))
    corner = left - PITCH_MM / 2, top - PITCH_MM / 2
    parts.append(box(*corner, 3 * PITCH_MM, 3 * PITCH_MM, width=0.4))
    parts.append(text(corner[0] + 2, corner[1] - 2, "the box's mark is at this corner", size=4))
    for number in range(1, 10):
        row, column = divmod(number - 1, 3)
        x, y = left + column * PITCH_MM, top + row * PITCH_MM
        wire = f"BCM {pins.hall[number - 1]}" if pins.hall else ""
        parts += [line(x - 6, y, x + 6, y, width=0.25), line(x, y - 6, x, y + 6, width=0.25)]
        parts += [f'<circle cx="{x:g}" cy="{y:g}" r="2" fill="none" stroke="{INK}" stroke-width="0.25"/>']
        parts += [text(x - 17, y - 12, str(number), size=7), text(x - 17, y + 17, wire, size=3.5, colour=FAINT)]
        if column < 2:
            parts.append(line(x + PITCH_MM / 2, y - 20, x + PITCH_MM / 2, y + 20, width=0.15, dash="1 1"))
        if row < 2:
            parts.append(line(x - 20, y + PITCH_MM / 2, x + 20, y + PITCH_MM / 2, width=0.15, dash="1 1"))
    parts += [
        line(55, 230, 155, 230, width=0.4),
        line(55, 227, 55, 233, width=0.4),
        line(155, 227, 155, 233, width=0.4),
    ]
    parts += [text(105, 238, "100 mm", size=5, anchor="middle")]
    note = f"Cells are {PITCH_MM:g} mm apart here. Measure your box first."
    parts.append(text(105, 248, note, size=4, anchor="middle"))
    return page(210, 297, parts, "mm")
