"""What lies on the simulated table: dice, tray, lights, camera and hands, in millimetres and degrees.

Axes: the tray's floor is z = 0 with its middle at x = y = 0; x goes right and y goes up in the picture, z towards the
camera. Angles turn counter-clockwise as the camera sees them.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

Finish = Literal["matt", "glossy", "translucent"]
Material = Literal[
    "felt", "wood", "plastic", "worn felt", "cardboard", "leather", "paper", "cloth", "carpet", "basket", "stone",
    "printed map", "printed motifs", "playmat",
]  # fmt: skip
Shape = Literal["rectangle", "oval", "octagon", "hexagon", "bowl", "folding", "paper", "table"]
Quality = Literal["live", "still"]

BODY_COLOURS = ("white", "ivory", "black", "red", "blue", "green", "yellow", "orange", "purple")


@dataclass(frozen=True)
class TrueDie:
    """A die as it really lies: what the reader has to find out, and more than it can."""

    body: str = "white"
    pips: str = "black"
    value: int = 1
    x_mm: float = 0.0
    y_mm: float = 0.0
    turn_deg: float = 0.0
    size_mm: float = 16.0
    tilt_deg: float = 0.0
    tilt_to_deg: float = 0.0
    lift_mm: float = 0.0
    finish: Finish = "glossy"
    accent: str | None = None
    edge: float = 0.10
    ball: float = 1.5
    pip_radius: float = 0.095
    pip_spread: float = 0.25
    variant: int = 0
    velocity_mm_s: tuple[float, float, float] = (0.0, 0.0, 0.0)

    @property
    def leaning(self) -> bool:
        """Whether it rests on an edge, so that people would call it cocked."""
        return self.tilt_deg > LEANING_FROM_DEG


LEANING_FROM_DEG = 4.0


@dataclass(frozen=True)
class Tray:
    """A box without a lid, of any shape, and the table that it stands on; or a sheet of paper, or the bare table."""

    width_mm: float = 160.0
    depth_mm: float = 120.0
    wall_mm: float = 22.0
    rim_mm: float = 5.0
    corner_mm: float = 8.0
    material: Material = "felt"
    colour: str = "forest"
    wall_material: Material = "wood"
    wall_colour: str = "oak"
    table_colour: str = "walnut"
    texture_seed: int = 1
    shape: Shape = "rectangle"
    slope: float = 0.0
    """How far the walls lean outwards, as a share of their height."""
    sag_mm: float = 0.0
    """How much higher a curved floor lies at the walls than in the middle."""
    drop_mm: float = 6.0
    """How far below the floor the table lies."""


@dataclass(frozen=True)
class Glow:
    """Something that shines into the camera: a lamp in view, a bar of light, a strip of small lamps along a rim."""

    x_mm: float
    y_mm: float
    z_mm: float
    to_x_mm: float
    to_y_mm: float
    width_mm: float = 6.0
    power: float = 3.0
    kelvin: float = 6000.0
    spots: int = 0
    """So many small lamps in a row, or none for an even bar."""


@dataclass(frozen=True)
class Light:
    """A lamp: `power` is its brightness at the middle of the tray, `size_mm` how soft its shadows are."""

    x_mm: float = -120.0
    y_mm: float = 160.0
    z_mm: float = 420.0
    kelvin: float = 4000.0
    power: float = 0.75
    size_mm: float = 60.0
    flicker: float = 0.0


@dataclass(frozen=True)
class Camera:
    """Where the camera hangs, what its lens does and how its sensor misbehaves."""

    width_px: int = 640
    height_px: int = 480
    x_mm: float = 0.0
    y_mm: float = 0.0
    z_mm: float = 280.0
    look_x_mm: float = 0.0
    look_y_mm: float = 0.0
    roll_deg: float = 0.0
    field_deg: float = 38.0
    k1: float = -0.06
    k2: float = 0.0
    exposure: float = 1.0
    white_kelvin: float = 4000.0
    defocus_px: float = 0.5
    vignetting: float = 0.25
    noise: float = 1.0
    sharpening: float = 0.3
    jpeg_quality: int | None = 90
    shutter_s: float = 0.01
    mains_hz: float = 50.0
    fog: float = 0.0
    gains: tuple[float, float, float] = (1.0, 1.0, 1.0)
    """What automatic exposure and white balance make of blue, green and red."""
    jolt_px: tuple[float, float] = (0.0, 0.0)
    grey: bool = False


@dataclass(frozen=True)
class Hand:
    """A hand that reaches in from the side `from_deg`; its fingertips are at (x, y), `spread` opens the fingers."""

    x_mm: float
    y_mm: float
    from_deg: float = -90.0
    height_mm: float = 35.0
    spread: float = 0.5
    skin: str = "skin_light"


@dataclass(frozen=True)
class Scene:
    """Everything that the camera sees at one moment."""

    dice: tuple[TrueDie, ...] = ()
    tray: Tray = Tray()
    lights: tuple[Light, ...] = (Light(), Light(x_mm=180.0, y_mm=-60.0, z_mm=380.0, power=0.3, size_mm=90.0))
    camera: Camera = Camera()
    hands: tuple[Hand, ...] = ()
    ambient: float = 0.3
    ambient_kelvin: float = 5200.0
    glows: tuple[Glow, ...] = ()


@dataclass(frozen=True)
class DieTruth:
    """The right answer for one die. `box_px` is x, y, width, height of what can be seen of it in the picture."""

    value: int
    body: str
    pips: str
    box_px: tuple[int, int, int, int]
    top_px: tuple[tuple[float, float], ...]
    leaning: bool
    touching: bool
    at_wall: bool
    cut_off: bool
    outside: bool
    stacked: bool
    moving: bool
    seen: float

    @property
    def plain(self) -> bool:
        """Whether it lies flat, apart, at rest and in full view."""
        return self.whole and not (self.touching or self.at_wall)

    @property
    def whole(self) -> bool:
        """Whether its upper face can be read at all: flat, at rest, nothing in front of it."""
        return not (self.leaning or self.cut_off or self.stacked or self.moving) and self.seen > 0.9


@dataclass(frozen=True)
class Truth:
    """The right answer for one picture."""

    dice: tuple[DieTruth, ...]
    hand: bool
    at_s: float

    @property
    def values(self) -> tuple[int, ...]:
        """The values in ascending order."""
        return tuple(sorted(die.value for die in self.dice))
