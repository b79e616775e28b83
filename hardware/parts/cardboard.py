"""The same parts for people without a printer: lines to cut and to fold, in millimetres."""

from __future__ import annotations

import math
from collections.abc import Callable

from tablekeeper.hardware.parts.folded import arm, foot, post, round_tray, tower_mouth
from tablekeeper.hardware.parts.lines import Pattern, rectangle, ring
from tablekeeper.hardware.parts.numbers import LED_MM, PITCH, RING_MM, SENSOR_MM, TRAY

CARD_TRAY_WALL_MM = TRAY.wall_mm


def sensor_sheet() -> Pattern:
    """A square with a window for each sensor."""
    cut = rectangle(0, 0, 3 * PITCH, 3 * PITCH)
    for row in range(3):
        for column in range(3):
            x, y = PITCH * (column + 0.5), PITCH * (row + 0.5)
            cut += rectangle(x - SENSOR_MM[0] / 2, y - SENSOR_MM[1] / 2, *SENSOR_MM)
    return cut, []


def tray() -> Pattern:
    """The tray's floor with its four walls folded up, and a flap at each corner."""
    x, y, wall, flap = TRAY.width_mm, TRAY.depth_mm, CARD_TRAY_WALL_MM, 12.0
    fold = rectangle(0, 0, x, y)
    cut = [(0.0, -wall, x, -wall), (0.0, y + wall, x, y + wall), (-wall, 0.0, -wall, y), (x + wall, 0.0, x + wall, y)]
    for side in (0.0, x):
        out = -flap if side == 0 else flap
        for base, tip in ((0.0, -wall), (y, y + wall)):
            cut += [(side + out, base, side + out, tip), (side, tip, side + out, tip)]
            fold.append((side, base, side, tip))
            cut.append((side, base, side + out, base))
            cut.append((side - wall if side == 0 else side + wall, base, side + out, base))
    return cut, fold


def lamp_half() -> Pattern:
    """Half a ring with eight holes for LEDs."""
    outer, inner = RING_MM + 8, RING_MM - 8
    cut = [*ring(0, 0, outer, 0, 180), *ring(0, 0, inner, 0, 180)]
    cut += [(inner, 0.0, outer, 0.0), (-outer, 0.0, -inner, 0.0)]
    for number in range(8):
        angle = math.radians(180 * (number + 0.5) / 8)
        cut += ring(RING_MM * math.cos(angle), RING_MM * math.sin(angle), LED_MM / 2, steps=24)
    return cut, []


def stand() -> Pattern:
    """A leaning stand for Pi and screen: base, back, and a lip in front."""
    fold = [(0.0, 20.0, 120.0, 20.0), (0.0, 100.0, 120.0, 100.0), (0.0, 190.0, 120.0, 190.0)]
    return rectangle(0, 0, 120, 260), fold


TEMPLATES: dict[str, Callable[[], Pattern]] = {
    "sensor_sheet": sensor_sheet, "tray": tray, "round_tray": round_tray, "tower_mouth": tower_mouth, "foot": foot,
    "post": post, "arm": arm, "lamp_half": lamp_half, "stand": stand,
}  # fmt: skip
INSTEAD = {
    "sensor_plate": "sensor_sheet", "tray": "tray", "round_tray": "round_tray", "tower_mouth": "tower_mouth",
    "post_foot": "foot", "post": "post", "coupling": "post", "camera_arm": "arm", "lamp_half": "lamp_half",
    "pi_stand": "stand",
}  # fmt: skip
"""Which template stands for which printed part; the post of cardboard is one piece and needs no coupling."""
HINTS = {
    "sensor_sheet": "the sensors look through the windows",
    "tray": "fold the walls up, glue the flaps behind them",
    "round_tray": "fold the teeth in, glue them under the floor; the strips join at their flaps",
    "tower_mouth": "glue the ramp between the cheeks along their dashed lines; the notch sits on the tray",
    "foot": "fold the four tongues up and glue them to the post; lay a book on it",
    "post": "fold to a tube, glue the flap inside",
    "arm": "fold to a tube; the post goes in by the crossed cuts, up to the upper face; the camera under the window",
    "lamp_half": "cut two; push the LEDs through from above, thin paper below softens them",
    "stand": "fold to a triangle, glue its last edge behind the lip; the screen leans on it and stands behind the lip",
}
