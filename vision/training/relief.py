"""Things in low relief: outlines filled with a colour and a height, to be lit and laid flat on a table."""

from dataclasses import dataclass, field

import cv2
import numpy as np
from numpy.typing import NDArray

from tablekeeper.vision.picture import Numbers

Floats = NDArray[np.floating]
Colour = tuple[float, float, float]
Place = tuple[float, float]

RELIEF_PX = 112
OVER = 2  # supersampling
EXTENT = 2.6  # sizes that the square shows
BITS = 4  # of cv2's fixed point
CIRCLE = np.stack([np.cos(np.arange(48) * np.pi / 24), np.sin(np.arange(48) * np.pi / 24)], 1)


@dataclass(frozen=True)
class Relief:
    """A thing seen from above: colour, cover, and how high it stands, in sizes."""

    colour: Numbers
    cover: Numbers
    normal: Numbers  # as (n + 1) * 127.5, in picture axes
    gloss: float
    thick: float
    faces: tuple[tuple[float, float, float], ...]  # x, y and edge, in sizes, of what looks like a die's face


@dataclass
class Slab:
    """A thing that is being drawn, about its own middle; all lengths are in sizes."""

    thick: float = 0.1
    gloss: float = 0.0
    faces: list[tuple[float, float, float]] = field(default_factory=list)

    def __post_init__(self) -> None:
        side = RELIEF_PX * OVER
        self.colour = np.zeros((side, side, 3), np.float32)
        self.cover = np.zeros((side, side), np.float32)
        self.height = np.zeros((side, side), np.float32)

    def fill(self, points: Floats, colour: Colour, height: float, bevel: float = 0.02) -> None:
        """Raise (or sink) an outline to a height; `bevel` is how far its edge slopes."""
        mask = self._mask(points)
        cover = mask[..., None]
        self.colour += (np.array(colour, np.float32) - self.colour) * cover
        self.cover = np.maximum(self.cover, mask)
        soft = cv2.GaussianBlur(mask, (0, 0), max(0.6, bevel * self._scale))
        self.height += (np.float32(height) - self.height) * soft

    def disc(self, at: Place, radius: float, colour: Colour, height: float, bevel: float = 0.02) -> None:
        """The same of a disc."""
        self.fill(CIRCLE * radius + at, colour, height, bevel)

    def dome(self, at: Place, radius: float, colour: Colour, height: float) -> None:
        """A ball that is sunk into the thing up to its widest place."""
        self.disc(at, radius, colour, 0.0, 0.005)
        middle = (np.array(at) / EXTENT + 0.5) * RELIEF_PX * OVER
        rows, columns = np.mgrid[: RELIEF_PX * OVER, : RELIEF_PX * OVER].astype(np.float32)
        away2 = ((columns - middle[0]) ** 2 + (rows - middle[1]) ** 2) / (radius * self._scale) ** 2
        bulge = np.sqrt(np.clip(1 - away2, 0, 1)) * height
        self.height = np.maximum(self.height, bulge.astype(np.float32))

    @property
    def _scale(self) -> float:
        return RELIEF_PX * OVER / EXTENT

    def _mask(self, points: Floats) -> Floats:
        mask = np.zeros(self.cover.shape, np.uint8)
        placed = (np.asarray(points) / EXTENT + 0.5) * RELIEF_PX * OVER
        cv2.fillPoly(mask, [np.round(placed * (1 << BITS)).astype(np.int32)], 255, cv2.LINE_AA, BITS)
        return mask.astype(np.float32) / 255

    def finish(self) -> Relief:
        """The thing, small, with the way its surface looks at each place."""
        slope_x, slope_y = (cv2.Sobel(self.height, cv2.CV_32F, *way, ksize=3, scale=self._scale / 8) for way in AXES)
        steep = np.dstack([-slope_x, -slope_y, np.ones_like(slope_x)])
        normal = steep / np.linalg.norm(steep, axis=2, keepdims=True)
        return Relief(
            _small(self.colour),
            _small(self.cover * 255),
            _small((normal + 1) * 127.5),
            self.gloss,
            self.thick,
            tuple(self.faces),
        )


AXES = ((1, 0), (0, 1))


def _small(plane: Floats) -> Numbers:
    return np.asarray(cv2.resize(plane, (RELIEF_PX, RELIEF_PX), interpolation=cv2.INTER_AREA) + 0.5, np.uint8)


def plate(width: float, height: float, corner: float = 0.0, at: Place = (0.0, 0.0), turn: float = 0.0) -> Floats:
    """The outline of a rectangle, its corners rounded."""
    if corner:
        out = np.sign(CIRCLE + 1e-9) * (width / 2 - corner, height / 2 - corner) + CIRCLE * corner
    else:
        out = np.array([(-1, -1), (1, -1), (1, 1), (-1, 1)]) * (width / 2, height / 2)
    cos, sin = np.cos(turn), np.sin(turn)
    return np.asarray(out @ np.array([[cos, sin], [-sin, cos]]) + at)
