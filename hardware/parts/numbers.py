"""The numbers of all parts, in millimetres; what the simulated table has, is taken from there."""

from __future__ import annotations

from typing import NamedTuple

from tablekeeper.hardware.mock.magnet import PITCH_MM
from tablekeeper.hardware.mock.picture.scene import Camera, Tray

BED_MM = 220.0
THINNEST_MM = 1.2
"""Three lines of a usual nozzle."""
WALL_MM = 2.4
FLOOR_MM = 2.0
GAP_MM = 0.3
"""Between parts that go into one another; less sticks, more than 0.5 wobbles."""
LOOSEST_MM = 0.5
STEEPEST_DEG = 50.0
"""From the upright; more hangs over too far to print without support."""
TRAY, CAMERA = Tray(), Camera()
PITCH = PITCH_MM
SENSOR_MM = (4.4, 3.4)
"""A flat TO-92 with room: 4.0 x 3.15 mm by TI's sheets (LPG)."""
PLATE_MM = 4.0
LED_MM = 5.2
RING_MM = 45.0
"""From the lens to the LEDs."""
POST_MM = 14.0
POST_WALL_MM = 2.4


class Holes(NamedTuple):
    """Screw holes at the corners of a rectangle."""

    wide_mm: float
    high_mm: float
    hole_mm: float


PI_HOLES = Holes(58.0, 49.0, 2.7)
"""Raspberry Pi's mechanical drawings, model B."""
CAMERA_HOLES = Holes(21.0, 12.5, 2.2)
"""Raspberry Pi's mechanical drawings, Camera Module 2 and 3."""
