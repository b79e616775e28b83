"""Parts of folded cardboard: post, foot, arm, tower mouth, round tray. They fit one another, not the printed ones."""

from __future__ import annotations

import math

from tablekeeper.hardware.parts.lines import Pattern, crossed, outline, rectangle, ring, shifted, together
from tablekeeper.hardware.parts.numbers import CAMERA, CAMERA_HOLES, FLOOR_MM, TRAY

POST_MM = 30.0
"""The cardboard post's sides; thinner ones bend."""
ARM_MM = (40.0, 20.0)
"""The arm's width and height."""
FLAP_MM = 12.0
"""What is glued."""
PLAY_MM = 0.6
MARGIN_MM = 25.0
"""Of the arm beyond the middles of post and lens."""
TOOTH_MM = 10.0


def post() -> Pattern:
    """A square tube of four sides and a flap; its top meets the arm's upper face, so that the lens is at its height."""
    tall = CAMERA.z_mm + FLOOR_MM + ARM_MM[1]
    fold = [(POST_MM * number, 0.0, POST_MM * number, tall) for number in range(1, 5)]
    return rectangle(0, 0, 4 * POST_MM + FLAP_MM, tall), fold


def foot() -> Pattern:
    """A plate whose tongues hold the post; a book lies on it."""
    side = 120.0
    return together((rectangle(0, 0, side, side), []), crossed(side / 2, side / 2, POST_MM + PLAY_MM))


def arm() -> Pattern:
    """A tube with a hole for the post in its lower face, and for lens and screws at the other end."""
    wide, high = ARM_MM
    reach = TRAY.width_mm / 2 + TRAY.rim_mm + 45
    long, lens = reach + 2 * MARGIN_MM, MARGIN_MM + reach
    edges = [wide, wide + high, 2 * wide + high, 2 * (wide + high)]
    cut = rectangle(0, 0, edges[-1] + FLAP_MM, long)
    cut += rectangle(wide / 2 - 5, lens - 5, 10, 10)
    cut += rectangle(wide + high + 5, lens - 15, 30, 30)
    for x in (-1, 1):
        for y in (-1, 1):
            middle = wide / 2 + x * CAMERA_HOLES.wide_mm / 2, lens + y * CAMERA_HOLES.high_mm / 2
            cut += ring(*middle, CAMERA_HOLES.hole_mm / 2, steps=12)
    folds = [(x, 0.0, x, long) for x in edges]
    return together((cut, folds), crossed(wide / 2, MARGIN_MM, POST_MM + PLAY_MM))


def tower_mouth() -> Pattern:
    """A ramp with a back to stand on, and two cheeks that it is glued between along the dashed lines."""
    wide, long, back, high = 60.0, 70.0, 48.0, 60.0
    lip = TRAY.wall_mm + FLOOR_MM
    slope = math.hypot(long, back - lip - 4)
    edge = slope + back
    notch = FLAP_MM + PLAY_MM
    clear = notch + 2  # over the tray's wall the ramp has no flaps
    ramp = outline((0, 0), (wide, 0), (wide, clear), (wide + FLAP_MM, clear), (wide + FLAP_MM, slope), (wide, slope),
                   (wide, edge), (wide - 4, edge + FLAP_MM), (4, edge + FLAP_MM), (0, edge), (0, slope),
                   (-FLAP_MM, slope), (-FLAP_MM, clear), (0, clear))  # fmt: skip
    folds = [(0.0, clear, 0.0, slope), (wide, clear, wide, slope), (0.0, slope, wide, slope), (0.0, edge, wide, edge)]
    cheek = outline((notch, 0), (long, 0), (long, high), (0, lip + 16), (0, lip), (notch, lip))
    side: Pattern = (cheek, [(0.0, lip + 4, long, back)])
    return together((ramp, folds), shifted(side, wide + 2 * FLAP_MM, 0), shifted(side, wide + 2 * FLAP_MM, high + 8))


def round_tray() -> Pattern:
    """The floor, and its wall in two strips whose teeth are glued under it."""
    radius = TRAY.width_mm / 2
    long = math.pi * radius + FLAP_MM
    teeth = [(TOOTH_MM * number, 0.0, TOOTH_MM * number, TOOTH_MM) for number in range(1, int(long / TOOTH_MM))]
    strip: Pattern = (
        rectangle(0, 0, long, TRAY.wall_mm + TOOTH_MM) + teeth,
        [(0.0, TOOTH_MM, long, TOOTH_MM), (long - FLAP_MM, TOOTH_MM, long - FLAP_MM, TRAY.wall_mm + TOOTH_MM)],
    )
    step = TRAY.wall_mm + TOOTH_MM + 8
    floor: Pattern = (ring(long / 2, radius, radius), [])
    return together(floor, shifted(strip, 0, -step), shifted(strip, 0, -2 * step))
