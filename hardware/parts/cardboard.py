"""The same parts for people without a printer: lines to cut and to fold, in millimetres."""

from __future__ import annotations

import itertools
import math

from tablekeeper.hardware.parts.files import Line
from tablekeeper.hardware.parts.numbers import CAMERA, FLOOR_MM, LED_MM, PITCH, RING_MM, SENSOR_MM, TRAY

Pattern = tuple[list[Line], list[Line]]
CARD_TRAY_WALL_MM = TRAY.wall_mm


def rectangle(x: float, y: float, wide: float, tall: float) -> list[Line]:
    """Four lines around a corner and a size."""
    spots = [(x, y), (x + wide, y), (x + wide, y + tall), (x, y + tall)]
    return [(*start, *end) for start, end in zip(spots, [*spots[1:], spots[0]], strict=True)]


def ring(x: float, y: float, radius: float, start: float = 0.0, end: float = 360.0, steps: int = 72) -> list[Line]:
    """A circle or a part of one."""
    angles = [math.radians(start + (end - start) * step / steps) for step in range(steps + 1)]
    spots = [(x + radius * math.cos(angle), y + radius * math.sin(angle)) for angle in angles]
    return [(*one, *two) for one, two in itertools.pairwise(spots)]


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


def post() -> Pattern:
    """A square tube of 30 mm, as high as the lens; it is folded of four sides and a flap."""
    side, tall = 30.0, CAMERA.z_mm + FLOOR_MM
    fold = [(side * number, 0.0, side * number, tall) for number in range(1, 5)]
    return rectangle(0, 0, 4 * side + 12, tall), fold


def stand() -> Pattern:
    """A leaning stand for Pi and screen: base, back, and a lip in front."""
    fold = [(0.0, 20.0, 120.0, 20.0), (0.0, 100.0, 120.0, 100.0), (0.0, 190.0, 120.0, 190.0)]
    return rectangle(0, 0, 120, 260), fold


TEMPLATES = {"sensor_sheet": sensor_sheet, "tray": tray, "lamp_half": lamp_half, "post": post, "stand": stand}
