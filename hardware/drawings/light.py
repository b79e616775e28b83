"""Light: one half-ring, and camera and light over the tray."""

from __future__ import annotations

from tablekeeper.hardware.circuits.circuit import Circuit
from tablekeeper.hardware.circuits.currents import led_ma, load_ma
from tablekeeper.hardware.drawings.paper import FAINT, INK, PART, box, line, page, text
from tablekeeper.hardware.header.pins import HEADER, Pins
from tablekeeper.hardware.mock.picture.scene import Camera, Tray


def draw_half_ring(circuit: Circuit, pins: Pins) -> str:
    """One half-ring: a GPIO cannot feed LEDs, a transistor does."""
    gates = [
        f"{name}: BCM {pin} [{HEADER[pin]}]" for name, pin in zip(("left", "right"), pins.lamp or (), strict=False)
    ]
    leds = sorted(part.name for part in circuit.of_kind("LED") if part.name.startswith("DL"))
    switch, gate = circuit.parts["QL"].kind, circuit.parts["RLg"].value
    parts = [
        text(20, 28, "One half-ring of light", size=16),
        line(60, 70, 590, 70),
        text(20, 62, "5 V [2 or 4]", size=11),
        *(mark for number, name in enumerate(leds) for mark in _led(130 + 60 * number, circuit, name)),
        line(130, 186, 130 + 60 * (len(leds) - 1), 186),
        line(360, 186, 360, 216),
        box(316, 216, 88, 54, fill=PART),
        text(360, 240, switch.name, size=12, anchor="middle"),
        text(360, 212, "D", size=9, colour=FAINT),
        text(320, 248, "G", size=9, colour=FAINT),
        text(364, 282, "S", size=9, colour=FAINT),
        line(360, 270, 360, 330),
        line(60, 330, 400, 330),
        text(20, 348, "ground [6, 9, 14 ...]", size=11),
        line(60, 245, 180, 245),
        box(180, 235, 60, 20),
        text(210, 249, gate, size=10, anchor="middle"),
        line(240, 245, 316, 245),
        text(20, 238, "from the lamp's GPIO", size=11),
        *(text(20, 262 + 15 * number, words, size=11) for number, words in enumerate(gates)),
        line(280, 245, 280, 268),
        box(268, 268, 24, 40),
        text(262, 292, circuit.parts["RLp"].value, size=10, anchor="end"),
        line(280, 308, 280, 330),
        text(20, 376, f"Made twice, left and right. {_sums(circuit)}", size=11),
        text(20, 394, "The resistor from gate to ground keeps the lamp dark while the Pi starts.", size=11),
        text(
            20,
            412,
            f"The {switch.name} is specified at {_gate_v(circuit):g} V at its gate; many others are not.",
            size=11,
        ),
    ]
    return page(640, 428, parts)


def _led(x: float, circuit: Circuit, name: str) -> list[str]:
    resistor = next(part for part, _ in circuit.beyond(circuit.net_of(name, "A")))
    return [
        line(x, 70, x, 86),
        box(x - 8, 86, 16, 40),
        text(x + 12, 110, resistor.value.removesuffix(" ohm"), size=9, colour=FAINT),
        line(x, 126, x, 140),
        f'<path d="M {x - 9:g} 140 L {x + 9:g} 140 L {x:g} 158 Z" fill="{PART}" stroke="{INK}"/>',
        line(x - 9, 158, x + 9, 158),
        line(x, 158, x, 186),
        text(x + 12, 152, name, size=9, colour=FAINT),
    ]


def _sums(circuit: Circuit) -> str:
    half = load_ma(circuit, circuit.parts["QL"])
    each = led_ma(circuit, circuit.parts["DL1"])
    return f"At most {each:.0f} mA an LED, {half:.0f} mA a half, {2 * half:.0f} mA both."


def _gate_v(circuit: Circuit) -> float:
    return circuit.parts["QL"].kind.least("gate_v")


def draw_camera(tray: Tray, camera: Camera) -> str:
    """The tray from the side: heights and angles that keep mirror images out of the picture."""
    words = f"tray, {tray.width_mm:g} mm wide inside, walls {tray.wall_mm:g} mm, matt felt"
    parts = [
        text(20, 28, "Camera and light over the tray, from the side", size=16),
        line(120, 330, 440, 330, width=3),
        line(120, 330, 120, 286, width=3),
        line(440, 330, 440, 286, width=3),
        text(280, 350, words, size=11, anchor="middle"),
        box(262, 50, 36, 22, fill="#dddddd"),
        text(306, 66, "camera, looking straight down", size=11),
        line(280, 72, 120, 330, width=0.8, dash="4 4"),
        line(280, 72, 440, 330, width=0.8, dash="4 4"),
        line(560, 72, 560, 330, width=0.8),
        text(510, 260, f"{camera.z_mm:g} mm", size=12),
        box(90, 130, 14, 60, fill="#f3d27a"),
        text(30, 120, "half-ring or strip", size=11),
        box(456, 130, 14, 60, fill="#f3d27a"),
        text(484, 160, "the other half", size=11),
        line(90, 160, 60, 190, width=0.8),
        text(20, 205, "shines at the white", size=11),
        text(20, 219, "wall, not at the dice", size=11),
        text(20, 385, "A die's top is a mirror. It shows the camera what is above the tray: keep that dark,", size=11),
        text(
            20, 401, "let the light come from large white walls at the sides, and shade off the ceiling lamp.", size=11
        ),
    ]
    return page(600, 420, parts)
