"""The breadboard stage: one cell that can be tested before anything is soldered."""

from __future__ import annotations

from tablekeeper.hardware.circuits.circuit import Circuit
from tablekeeper.hardware.drawings.paper import FAINT, INK, PART, box, dot, line, page, text
from tablekeeper.hardware.header.pins import HEADER, Pins

_ACROSS, _ROWS, _HOLE = 16, 5, 28.0
_LEFT, _TOP = 60.0, 90.0
_FIRST = 5
"""The column of the sensor's first leg; its others are beside it, as its legs are."""
_COLOURS = {"5 V": "#b3202c", "3.3 V": "#d2691e", "GND": "#000000"}


def draw_breadboard(circuit: Circuit, pins: Pins) -> str:
    """Cell 1 on a breadboard, with its three wires to the header."""
    sensor = circuit.parts["S1"].kind
    height = _TOP + _ROWS * _HOLE + 190
    parts = [
        text(20, 28, "Breadboard: one cell, before anything is soldered", size=16),
        text(20, 48, "All five holes of a column are joined. Every leg has a column of its own.", size=11),
        box(_LEFT - 20, _TOP - 26, _ACROSS * _HOLE + 24, _ROWS * _HOLE + 40, fill="#faf7ef", round_by=6),
        *(mark for column in range(1, _ACROSS + 1) for mark in _column(column)),
        *_sensor(sensor.name, [leg for leg, _ in sensor.legs]),
        *_capacitor(circuit),
        *(mark for number, (leg, _) in enumerate(sensor.legs) for mark in _wire(circuit, pins, number, leg)),
        text(
            20, height - 34, "Plug pulled while you wire. Then: tablekeeper doctor --hands, and hold a magnet", size=11
        ),
        text(
            20, height - 18, "over the sensor's face when place 1 is asked for. The other eight stay silent.", size=11
        ),
    ]
    return page(_LEFT + _ACROSS * _HOLE + 60, height, parts)


def _at(column: int, row: int) -> tuple[float, float]:
    return _LEFT + (column - 1) * _HOLE, _TOP + row * _HOLE


def _column(column: int) -> list[str]:
    holes = [dot(*_at(column, row), 3, fill="#dddddd") for row in range(_ROWS)]
    x, y = _at(column, 0)
    number = [text(x, y - 14, str(column), size=9, anchor="middle", colour=FAINT)] if column % 2 == 0 else []
    return [*holes, *number]


def _sensor(name: str, legs: list[str]) -> list[str]:
    x, y = _at(_FIRST, 0)
    wide = (len(legs) - 1) * _HOLE
    body = [box(x - 12, y - 9, wide + 24, 18, fill=PART, round_by=5)]
    words = [text(x + wide / 2, y + 4, name, size=10, anchor="middle")]
    names = [text(_at(_FIRST + number, 1)[0], y + 19, leg, size=9, anchor="middle") for number, leg in enumerate(legs)]
    return [*body, *words, *names]


def _capacitor(circuit: Circuit) -> list[str]:
    """It bridges the columns of supply and ground."""
    legs = [leg for leg, _ in circuit.parts["S1"].kind.legs]
    sides = [_FIRST + legs.index(leg) for leg in ("VCC", "GND")]
    (x1, y), (x2, _) = _at(sides[0], 2), _at(sides[1], 2)
    value = circuit.parts["C1"].value
    return [
        line(x1, y, x2, y, width=3, colour="#c99a2e"),
        dot(x1, y, 4, fill="#c99a2e"),
        dot(x2, y, 4, fill="#c99a2e"),
        text(x1 + 8, y - 7, value, size=9),
    ]


def _wire(circuit: Circuit, pins: Pins, number: int, leg: str) -> list[str]:
    net = circuit.net_of("S1", leg)
    column = _FIRST + number
    x, y = _at(column, _ROWS - 1)
    down, aside = _TOP + _ROWS * _HOLE + 40 + 26 * number, _LEFT + 9 * _HOLE
    where = {"5 V": "position 2", "3.3 V": "position 1", "GND": "position 9"}.get(net) or _gpio(pins)
    colour = _COLOURS.get(net, "#1b6e53")
    return [
        line(x, y, x, down, width=3, colour=colour),
        line(x, down, aside, down, width=3, colour=colour),
        dot(x, y, 4, fill=colour),
        text(aside + 8, down + 4, f"{net.removeprefix('@')}: {where}", size=11, colour=INK),
    ]


def _gpio(pins: Pins) -> str:
    return f"position {HEADER[pins.hall[0]]} (BCM {pins.hall[0]})" if pins.hall else "not in pins.toml"
