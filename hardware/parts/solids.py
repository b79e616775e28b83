"""The solids of all parts, each as it lies on the printer's bed."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable

from tablekeeper.hardware.errors import DriverMissingError
from tablekeeper.hardware.parts.numbers import (
    CAMERA,
    CAMERA_HOLES,
    FLOOR_MM,
    GAP_MM,
    LED_MM,
    PI_HOLES,
    PITCH,
    PLATE_MM,
    POST_MM,
    POST_WALL_MM,
    RING_MM,
    SENSOR_MM,
    TRAY,
    WALL_MM,
    Holes,
)
from tablekeeper.hardware.parts.solid import Makes, Solid

_ROUND = 48
FOOT_MM, WEB_MM = 5.0, 3.0
"""What a post stands on in its foot, and what parts two posts in their coupling."""


def _make() -> Makes:
    try:
        from manifold3d import Manifold
    except ImportError as fault:
        raise DriverMissingError("Cannot make parts: found no manifold3d; expected: make parts") from fault
    makes: Makes = Manifold
    return makes


def block(x: float, y: float, z: float, *, at: tuple[float, float, float] = (0, 0, 0)) -> Solid:
    """A box that stands on `at`, centred."""
    return _make().cube([x, y, z]).translate([at[0] - x / 2, at[1] - y / 2, at[2]])


def rod(radius: float, z: float, *, at: tuple[float, float, float] = (0, 0, 0)) -> Solid:
    """A cylinder that stands on `at`."""
    return _make().cylinder(z, radius, radius, _ROUND).translate(list(at))


def rounded(x: float, y: float, z: float, corner: float) -> Solid:
    """A box with round upright edges."""
    spots = [(sx * (x / 2 - corner), sy * (y / 2 - corner), 0.0) for sx in (-1, 1) for sy in (-1, 1)]
    return _make().batch_hull([rod(corner, z, at=spot) for spot in spots])


def added(parts: Iterable[Solid]) -> Solid:
    """All of them as one."""
    found = _make()()
    for part in parts:
        found += part
    return found


def holes(pattern: Holes, deep: float, *, at: tuple[float, float] = (0, 0), low: float = -1.0) -> Solid:
    """Four screw holes."""
    half = pattern.wide_mm / 2, pattern.high_mm / 2
    return added(
        rod(pattern.hole_mm / 2, deep, at=(at[0] + sx * half[0], at[1] + sy * half[1], low))
        for sx in (-1, 1)
        for sy in (-1, 1)
    )


def sensor_plate() -> Solid:
    """Lies under the box: a window for each sensor's face, and a channel for its legs."""
    side = 3 * PITCH
    plate = rounded(side, side, PLATE_MM, 4)
    cells = [(PITCH * (column - 1), PITCH * (1 - row)) for row in range(3) for column in range(3)]
    windows = added(block(*SENSOR_MM, PLATE_MM + 2, at=(x, y, -1)) for x, y in cells)
    channels = added(block(8, side + 2, PLATE_MM - 1.6, at=(x, 0, 1.6)) for x in (-PITCH, 0, PITCH))
    mark = rod(2, PLATE_MM + 2, at=(6 - side / 2, side / 2 - 6, -1))
    return plate - windows - channels - mark


def tray_of_corners() -> Solid:
    """The rectangular tray."""
    x, y = TRAY.width_mm, TRAY.depth_mm
    outer = rounded(x + 2 * WALL_MM, y + 2 * WALL_MM, TRAY.wall_mm + FLOOR_MM, TRAY.corner_mm + WALL_MM)
    return outer - rounded(x, y, TRAY.wall_mm + 1, TRAY.corner_mm).translate([0, 0, FLOOR_MM])


def round_tray() -> Solid:
    """The round tray, as wide as the rectangular one."""
    radius = TRAY.width_mm / 2
    outer = _make().cylinder(TRAY.wall_mm + FLOOR_MM, radius + WALL_MM, radius + WALL_MM, 128)
    inner = _make().cylinder(TRAY.wall_mm + 1, radius, radius, 128).translate([0, 0, FLOOR_MM])
    return outer - inner


def tower_mouth() -> Solid:
    """A ramp between two cheeks that lets dice in gently; its lip lies on the tray's wall."""
    wide, long, high, lip = 60.0, 70.0, 60.0, TRAY.wall_mm + FLOOR_MM
    ramp = _wedge([(0.0, 0.0), (long, 0.0), (long, high - 12), (0.0, lip + 4)], wide)
    cheek = _wedge([(0.0, 0.0), (long, 0.0), (long, high), (0.0, lip + 16)], WALL_MM)
    body = ramp + cheek.translate([0, WALL_MM - wide, 0]) + cheek
    inside = 10 + WALL_MM + GAP_MM
    return body - block(inside, 3 * wide, lip + GAP_MM, at=(inside / 2, 0, 0))


def _wedge(corners: list[tuple[float, float]], wide: float) -> Solid:
    """A profile seen from the side, drawn out to some width."""
    from manifold3d import CrossSection

    return _make().extrude(CrossSection([corners]), wide).rotate([90, 0, 0])


def post_foot() -> Solid:
    """Stands beside the tray; the lower half of the post goes into it."""
    foot = rounded(90, 70, FOOT_MM, 8)
    sleeve = block(_sleeve(), _sleeve(), 45, at=(0, 0, 0)) - block(_inner(), _inner(), 60, at=(0, 0, FOOT_MM))
    return foot + sleeve


def post() -> Solid:
    """One of two: the upper one stands on the lower one by its sleeve. Printed upright, as it stands."""
    long = post_length()
    bore = POST_MM - 2 * POST_WALL_MM
    return block(POST_MM, POST_MM, long) - block(bore, bore, long + 2, at=(0, 0, -1))


def coupling() -> Solid:
    """Joins two posts, 30 mm of each, with a web between them."""
    deep = 30.0
    bores = block(_inner(), _inner(), deep, at=(0, 0, 0)) + block(_inner(), _inner(), deep, at=(0, 0, deep + WEB_MM))
    return block(_sleeve(), _sleeve(), 2 * deep + WEB_MM) - bores


def camera_arm() -> Solid:
    """Sits on the upper post and holds the camera over the tray's middle. Printed lying on its back."""
    reach = TRAY.width_mm / 2 + TRAY.rim_mm + 45
    beam = block(reach, 24, 6, at=(reach / 2, 0, 0))
    rib = block(reach, 3, 14, at=(reach / 2, 0, 0))
    head = rounded(36, 36, 6, 4).translate([reach, 0, 0])
    sleeve = block(_sleeve(), 24, 36, at=(0, 0, 0)) - block(_inner(), _inner(), 40, at=(0, 0, 6))
    lens = block(10, 10, 30, at=(reach, 0, -1))
    cleared = beam + rib + head + sleeve - block(30, 30, 30, at=(reach, 0, 6))
    return cleared - lens - holes(CAMERA_HOLES, 9, at=(reach, 0))


def lamp_half() -> Solid:
    """Holds eight LEDs in a half-circle around the lens; two of them make the ring."""
    outer, inner = RING_MM + 8, RING_MM - 8
    ring = rod(outer, 6) - rod(inner, 8, at=(0, 0, -1))
    half = ring - block(4 * outer, 2 * outer, 10, at=(0, -outer, -1))
    angles = [math.radians(180 * (number + 0.5) / 8) for number in range(8)]
    leds = added(rod(LED_MM / 2, 8, at=(RING_MM * math.cos(a), RING_MM * math.sin(a), -1)) for a in angles)
    return half - leds


def pi_stand() -> Solid:
    """A plate for the Pi with a leaning back for the screen."""
    plate = rounded(110, 80, 4, 5)
    posts = added(
        rod(3.2, 10, at=(sx * PI_HOLES.wide_mm / 2, 8 + sy * PI_HOLES.high_mm / 2, 0))
        for sx in (-1, 1)
        for sy in (-1, 1)
    )
    lip = block(110, 3, 14, at=(0, -38.5, 0)) + block(110, 3, 14, at=(0, -26, 0))
    return plate + posts + lip - holes(PI_HOLES, 20, at=(0, 8))


def post_length() -> float:
    """Half of the way from the foot to the arm, so that the lens is where the simulated camera is."""
    return (CAMERA.z_mm + FLOOR_MM - FOOT_MM - WEB_MM) / 2


def _inner() -> float:
    return POST_MM + 2 * GAP_MM


def _sleeve() -> float:
    return _inner() + 2 * POST_WALL_MM


PARTS: dict[str, Callable[[], Solid]] = {
    "sensor_plate": sensor_plate,
    "tray": tray_of_corners,
    "round_tray": round_tray,
    "tower_mouth": tower_mouth,
    "post_foot": post_foot,
    "post": post,
    "coupling": coupling,
    "camera_arm": camera_arm,
    "lamp_half": lamp_half,
    "pi_stand": pi_stand,
}
MEETING = (("post", "post_foot"), ("post", "coupling"), ("post", "camera_arm"))
"""What goes into what."""
