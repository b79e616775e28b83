"""Draws the wiring and the sensor sheet from pins.toml, so that they cannot lie.

Run it: `python -m tablekeeper.hardware.drawings`.
"""

from __future__ import annotations

import argparse
from pathlib import Path
from xml.sax.saxutils import escape

from tablekeeper.hardware.header.pins import DEFAULT_PINS, HEADER, KEPT, Pins, load_pins
from tablekeeper.hardware.mock.magnet import PITCH_MM

FOLDER = Path("docs/build")
# the header's positions that are no GPIO
_FIXED = {1: "3.3 V", 2: "5 V", 4: "5 V", 17: "3.3 V"} | dict.fromkeys((6, 9, 14, 20, 25, 30, 34, 39), "GND")
_INK, _FAINT, _PAPER = "#222222", "#777777", "#ffffff"
# readable by people who see no colours: the letter in each dot says the same
_KINDS = {
    "hall": ("#1b6e53", "H"),
    "knob": ("#7a4a00", "K"),
    "button": ("#7a4a00", "B"),
    "lamp": ("#8a1c4a", "L"),
    "buzzer": ("#5b3a8c", "Z"),
    "analog": ("#1c4f8a", "A"),
}


def drawings(pins: Pins) -> dict[str, str]:
    """Every drawing by its file name."""
    return {
        "wiring.svg": _header(pins),
        "hall_cell.svg": _hall_cell(pins),
        "lamp_half.svg": _lamp_half(pins),
        "sensor_grid_a4.svg": _sensor_grid(pins),
        "camera_and_light.svg": _camera_and_light(),
    }


def _text(x: float, y: float, words: str, *, size: float = 12, anchor: str = "start", colour: str = _INK) -> str:
    return (
        f'<text x="{x:g}" y="{y:g}" font-family="sans-serif" font-size="{size:g}" '
        f'text-anchor="{anchor}" fill="{colour}">{escape(words)}</text>'
    )


def _line(x1: float, y1: float, x2: float, y2: float, *, width: float = 1.5, dash: str = "", colour: str = _INK) -> str:
    dashes = f' stroke-dasharray="{dash}"' if dash else ""
    ends = f'x1="{x1:g}" y1="{y1:g}" x2="{x2:g}" y2="{y2:g}"'
    return f'<line {ends} stroke="{colour}" stroke-width="{width:g}"{dashes}/>'


def _box(x: float, y: float, w: float, h: float, *, fill: str = "none", width: float = 1.5) -> str:
    return (
        f'<rect x="{x:g}" y="{y:g}" width="{w:g}" height="{h:g}" rx="2" fill="{fill}" '
        f'stroke="{_INK}" stroke-width="{width:g}"/>'
    )


def _dot(x: float, y: float, r: float, *, fill: str = "none") -> str:
    return f'<circle cx="{x:g}" cy="{y:g}" r="{r:g}" fill="{fill}" stroke="{_INK}" stroke-width="1"/>'


def _page(width: float, height: float, parts: list[str], unit: str = "") -> str:
    head = (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width:g}{unit}" height="{height:g}{unit}" '
        f'viewBox="0 0 {width:g} {height:g}">'
    )
    paper = f'<rect width="{width:g}" height="{height:g}" fill="{_PAPER}"/>'
    return "\n".join(
        [
            head,
            "<!-- made by python -m tablekeeper.hardware.drawings from pins.toml; do not edit -->",
            paper,
            *parts,
            "</svg>\n",
        ]
    )


def _kind(owner: str) -> tuple[str, str]:
    return _KINDS[owner.partition(" ")[0]]


def _header(pins: Pins) -> str:
    """The 40-pin header as it looks from above, with what goes to each position."""
    owners = {HEADER[pin]: (owner, pin) for owner, pin in pins.owners()}
    numbers = {position: pin for pin, position in HEADER.items()}
    parts = [_text(320, 28, "Wires on the header (seen from above, USB sockets below)", size=16, anchor="middle")]
    parts.append(_box(280, 42, 80, 20 * 24 + 12, fill="#eeeeee"))
    for position in range(1, 41):
        left = position % 2 == 1
        x, y = (302 if left else 338), 60 + (position - 1) // 2 * 24
        anchor, edge, label = ("end", 270, 262) if left else ("start", 370, 378)
        owner, pin = owners.get(position, ("", numbers.get(position, -1)))
        fill, letter = _kind(owner) if owner else ("#ffffff", "")
        words = f"{owner}  (BCM {pin})" if owner else _FIXED.get(position) or f"free (BCM {pin})"
        if not owner and pin in KEPT:
            words = f"leave alone: {KEPT[pin]} (BCM {pin})"
        parts += [
            _dot(x, y, 9, fill=fill),
            _text(x, y + 4, letter or str(position), size=9, anchor="middle", colour=_PAPER if letter else _FAINT),
        ]
        parts += [_line(edge, y, label, y, width=1, colour=_INK if owner else "#bbbbbb")]
        far = label - 4 if left else label + 4
        parts.append(
            _text(
                far,
                y + 4,
                f"{words}  [{position}]" if left else f"[{position}]  {words}",
                size=11,
                anchor=anchor,
                colour=_INK if owner or position in _FIXED else _FAINT,
            )
        )
    parts.append(
        _text(
            320,
            572,
            "Number in brackets: position on the header. BCM: the number in pins.toml.",
            size=11,
            anchor="middle",
            colour=_FAINT,
        )
    )
    return _page(640, 590, parts)


def _hall_cell(pins: Pins) -> str:
    """One hall switch and its three wires, and which cell goes where."""
    parts = [
        _text(20, 28, "One cell: a hall switch between 3.3 V and ground", size=16),
        _box(200, 80, 110, 90, fill="#eeeeee"),
        _text(255, 120, "DRV5032FA", size=13, anchor="middle"),
        _text(255, 140, "hall switch", size=11, anchor="middle", colour=_FAINT),
        _line(60, 100, 200, 100),
        _text(60, 92, "3.3 V [1 or 17]"),
        _line(60, 150, 200, 150),
        _text(20, 166, "ground [6, 9, 14 ...]"),
        _line(310, 125, 470, 125),
        _text(330, 117, "output to the cell's GPIO"),
        _line(176, 100, 176, 120),
        _line(168, 120, 184, 120),
        _line(168, 126, 184, 126),
        _line(176, 126, 176, 150),
        _text(132, 127, "100 nF", size=10, colour=_FAINT),
        _text(
            20, 200, "No resistor is needed: the Pi pulls the wire up inside, the switch pulls it to ground.", size=11
        ),
        _text(20, 218, "A3144 instead: its supply is 5 V [2 or 4]; its open output goes to the same GPIO.", size=11),
        _text(20, 236, "Never put a resistor from the output to 5 V: a GPIO dies above 3.3 V.", size=11),
        _text(20, 268, "Cells in reading order, the box's mark at the upper left:", size=12),
    ]
    for number, pin in enumerate(pins.hall, 1):
        row, column = divmod(number - 1, 3)
        x, y = 20 + column * 150, 284 + row * 44
        words = f"cell {number}: BCM {pin} [{HEADER[pin]}]"
        parts += [_box(x, y, 142, 36), _text(x + 71, y + 23, words, size=11, anchor="middle")]
    return _page(560, 430, parts)


def _lamp_half(pins: Pins) -> str:
    """One half-ring: a GPIO cannot feed LEDs, a transistor does."""
    gates = [f"{name} BCM {pin} [{HEADER[pin]}]" for name, pin in zip(("left", "right"), pins.lamp or (), strict=False)]
    parts = [
        _text(20, 28, "One half-ring of light (build two)", size=16),
        _box(300, 60, 120, 40, fill="#eeeeee"),
        _text(360, 85, "LED half-ring, 5 V", size=12, anchor="middle"),
        _line(120, 80, 300, 80),
        _text(20, 72, "5 V [2 or 4], at most 0.5 A for both", size=11),
        _line(360, 100, 360, 140),
        _box(320, 140, 80, 50, fill="#eeeeee"),
        _text(360, 162, "IRLZ44N", size=12, anchor="middle"),
        _text(360, 178, "drain above", size=9, anchor="middle", colour=_FAINT),
        _line(360, 190, 360, 230),
        _text(370, 226, "source to ground"),
        _line(230, 165, 320, 165),
        _box(180, 155, 50, 20),
        _text(205, 169, "220", size=11, anchor="middle"),
        _line(60, 165, 180, 165),
        _text(20, 150, "gate: " + (" or ".join(gates) or "not in pins.toml"), size=11),
        _line(270, 165, 270, 195),
        _box(260, 195, 20, 30),
        _text(225, 214, "100 k", size=10),
        _line(270, 225, 270, 240),
        _text(20, 262, "The 100 k keeps the lamp dark while the Pi starts.", size=11),
        _text(20, 278, "A GPIO gives 16 mA at most: never connect the LEDs straight to it.", size=11),
    ]
    return _page(640, 296, parts)


def _sensor_grid(pins: Pins) -> str:
    """An A4 sheet at scale: print at 100 %, glue it under the box, put each sensor's face on its cross."""
    left, top = 105 - PITCH_MM, 70.0
    parts = [_text(105, 22, "Sensor sheet for the sliding box, 1:1 on A4", size=7, anchor="middle")]
    parts.append(_text(105, 30, "Print at 100 %. The line at the foot must measure 100 mm.", size=4, anchor="middle"))
    corner = left - PITCH_MM / 2, top - PITCH_MM / 2
    parts.append(_box(*corner, 3 * PITCH_MM, 3 * PITCH_MM, width=0.4))
    parts.append(_text(corner[0] + 2, corner[1] - 2, "the box's mark is at this corner", size=4))
    for number in range(1, 10):
        row, column = divmod(number - 1, 3)
        x, y = left + column * PITCH_MM, top + row * PITCH_MM
        wire = f"BCM {pins.hall[number - 1]}" if pins.hall else ""
        parts += [_line(x - 6, y, x + 6, y, width=0.25), _line(x, y - 6, x, y + 6, width=0.25)]
        parts += [f'<circle cx="{x:g}" cy="{y:g}" r="2" fill="none" stroke="{_INK}" stroke-width="0.25"/>']
        parts += [_text(x - 17, y - 12, str(number), size=7), _text(x - 17, y + 17, wire, size=3.5, colour=_FAINT)]
        if column < 2:
            parts.append(_line(x + PITCH_MM / 2, y - 20, x + PITCH_MM / 2, y + 20, width=0.15, dash="1 1"))
        if row < 2:
            parts.append(_line(x - 20, y + PITCH_MM / 2, x + 20, y + PITCH_MM / 2, width=0.15, dash="1 1"))
    parts += [
        _line(55, 230, 155, 230, width=0.4),
        _line(55, 227, 55, 233, width=0.4),
        _line(155, 227, 155, 233, width=0.4),
    ]
    parts += [_text(105, 238, "100 mm", size=5, anchor="middle")]
    note = f"Cells are {PITCH_MM:g} mm apart here. Measure your box first: the pitch is in hardware/mock/magnet.py."
    parts.append(_text(105, 248, note, size=4, anchor="middle"))
    return _page(210, 297, parts, "mm")


def _camera_and_light() -> str:
    """The tray from the side: heights and angles that keep mirror images out of the picture."""
    parts = [
        _text(20, 28, "Camera and light over the tray, from the side", size=16),
        _line(120, 330, 440, 330, width=3),
        _line(120, 330, 120, 286, width=3),
        _line(440, 330, 440, 286, width=3),
        _text(280, 350, "tray, 160 mm wide inside, walls 22 mm, matt felt", size=11, anchor="middle"),
        _box(262, 50, 36, 22, fill="#dddddd"),
        _text(306, 66, "camera, looking straight down", size=11),
        _line(280, 72, 120, 330, width=0.8, dash="4 4"),
        _line(280, 72, 440, 330, width=0.8, dash="4 4"),
        _line(560, 72, 560, 330, width=0.8),
        _text(510, 260, "280 mm", size=12),
        _box(90, 130, 14, 60, fill="#f3d27a"),
        _text(30, 120, "half-ring or strip", size=11),
        _box(456, 130, 14, 60, fill="#f3d27a"),
        _text(484, 160, "the other half", size=11),
        _line(90, 160, 60, 190, width=0.8),
        _text(20, 205, "shines at the white", size=11),
        _text(20, 219, "wall, not at the dice", size=11),
        _text(20, 385, "A die's top is a mirror. It shows the camera what is above the tray: keep that dark,", size=11),
        _text(
            20, 401, "let the light come from large white walls at the sides, and shade off the ceiling lamp.", size=11
        ),
    ]
    return _page(600, 420, parts)


def main() -> None:
    """Write all drawings."""
    parser = argparse.ArgumentParser(prog="python -m tablekeeper.hardware.drawings", description=__doc__)
    parser.add_argument("--pins", type=Path, default=DEFAULT_PINS)
    parser.add_argument("--into", type=Path, default=FOLDER)
    asked = parser.parse_args()
    asked.into.mkdir(parents=True, exist_ok=True)
    for name, drawing in drawings(load_pins(asked.pins)).items():
        (asked.into / name).write_text(drawing, encoding="utf-8")
        print(asked.into / name)


if __name__ == "__main__":
    main()
