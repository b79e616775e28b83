"""What is known about one tray under one camera: outline, empty background, noise, die size, colours, light, focus."""

import json
import math
import re
import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from types import MappingProxyType
from typing import Any, Final, NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

from tablekeeper.vision.colours import BGR
from tablekeeper.vision.errors import CalibrationError
from tablekeeper.vision.faces.candidates import Picture
from tablekeeper.vision.settle import sharpness
from tablekeeper.vision.trays.camera.stance import Stance
from tablekeeper.vision.trays.cast import CELLS
from tablekeeper.vision.trays.floor.floor import NEAR, Floor, bare_floor, learn_floor, read_picture, spell_picture
from tablekeeper.vision.trays.floor.lighting import fit_light
from tablekeeper.vision.trays.floor.outline import Corner, find_outline, find_real_sides
from tablekeeper.vision.trays.floor.shadow import SHADOW_KEEPS, UNTINTED, Tint
from tablekeeper.vision.trays.learning.face_memory import FaceMemory
from tablekeeper.vision.trays.ways import WAYS

VERSION: Final = 1
LEAST_EMPTY_PICTURES: Final = 3
SHADE_ROOM: Final = 0.38  # edges: the radius of a circle that fits into no usual shadow; low lamps cast wider ones
MOVED: Final = 40  # grey levels by which what moves differs from the floor around it in the floor's own light...
MOST_MOVED: Final = 0.01  # ...and share of the picture
LEAST_CORNERS: Final = 3
MOST_CORNERS: Final = 400
WHOLE: Final = 0.95  # of the picture, whose floor is known

LONG_KEY = re.compile(r"^[^=\"'#\n]{1000}", re.MULTILINE)
"""A key nests as often as it has dots."""


class Beyond(NamedTuple):
    """How far a die is seen beside what a flat one would show, on its worst side; in edges (beyond.py)."""

    far: float  # something that is no shadow goes on beyond the outline
    short: float  # the floor shows unchanged before the foot's place
    shifted: float  # both, on opposite sides


class Logits(NamedTuple):
    """How odd a die looks to the net for known trays (opinion.py); 0 is as likely as not."""

    leaning: float
    unread: float
    """That another die lies beside it, of which the reading knows nothing."""


@dataclass(frozen=True, eq=False)
class Calibration:
    """Everything a calibrated read may rely on. Lengths are in pixels of the camera's whole picture."""

    width_px: int
    height_px: int
    outline: tuple[Corner, ...]  # of the tray's floor, clockwise from the far left
    background: NDArray[np.uint8]  # the empty tray at half size
    noise: float  # standard deviation of a still pixel, grey levels
    sharpness: float
    edge_px: float | None = None  # of an upper face; None until dice were shown
    rise: float = 0.06  # edge over the camera's height: how far a die's upper face stands out from its foot
    darkest_shadow: float = SHADOW_KEEPS  # the least share of the floor's brightness that a shadow leaves
    shadow_tint: Tint = UNTINTED
    shade_room: float = SHADE_ROOM
    close_pips: bool = False  # whether the 2 and the 3 of the owner's dice lie close together, as on Asian dice
    spacing: tuple[float, float] | None = None  # least and most of the owner's flat dice; None: not known
    below_camera: Corner | None = None  # the floor's point right below the camera; None: the picture's middle
    samples: Mapping[str, BGR] = field(default_factory=lambda: MappingProxyType({}))
    seen_floor: Floor | None = None  # how the floor varied from look to look; None: only `background` is known
    walls: tuple[bool, ...] = ()  # which sides of the outline were seen to be walls; none given: all are
    faces: FaceMemory | None = None  # how the owner's dice look, as people confirmed or corrected them
    resting: tuple[Corner, ...] = ()  # corners of the area around all places where dice came to rest
    walled: tuple[Corner, ...] = ()  # corners of the floor inside its walls, where they were found (walls.py)
    drawn: bool = False  # whether somebody drew the outline: then nothing outside it counts
    trusted: frozenset[str] = frozenset()  # the ways of reading that were right about the dice shown (trust.py)
    version: int = VERSION
    usual: Beyond | None = None  # the most that the owner's flat dice show on their sides
    oddest: Logits | None = None  # how much the owner's flat dice look like leaning ones
    cast: NDArray[np.uint8] | None = None  # where the shadows of the owner's dice fall (cast.py)

    def __eq__(self, other: object) -> bool:
        """Equal when they would be saved alike."""
        return isinstance(other, Calibration) and self.to_toml() == other.to_toml()

    def __hash__(self) -> int:
        """By what is saved."""
        return hash(self.to_toml())

    @cached_property
    def floor(self) -> Floor:
        """How the floor looks, with what is known of how that varies."""
        return self.seen_floor or bare_floor(self.background, self.noise)

    @property
    def is_whole(self) -> bool:
        """Whether nearly all of the floor was seen; what is learned during play begins with holes."""
        return float((self.floor.known > 0).mean()) >= WHOLE

    @property
    def below(self) -> Corner:
        """The floor's point right below the camera: dice elsewhere show a side."""
        return self.below_camera or (self.width_px / 2, self.height_px / 2)

    @cached_property
    def stance(self) -> Stance:
        """How flat dice stand in the picture."""
        return Stance(self.edge_px or 1.0, self.rise, self.below, (self.width_px / 2, self.height_px / 2))

    @property
    def lattice_px(self) -> float | None:
        """Four spacings of the pips of the owner's dice: it tells their size far better than their rims do."""
        if self.faces is not None:
            return self.faces.unit_px
        return None if self.spacing is None or self.edge_px is None else 2 * sum(self.spacing) * self.edge_px

    @property
    def may_be_close(self) -> bool:
        """Whether some of the owner's dice may have pips that lie close together."""
        return self.close_pips or self.spacing is None

    def spaced_like_flat(self, spacing: float, slack: float) -> bool:
        """Whether pips lie as far apart as on the owner's flat dice: on a leaning face they look closer or wider."""
        return self.spacing is None or self.spacing[0] * (1 - slack) <= spacing <= self.spacing[1] * (1 + slack)

    def fits(self, picture: Picture) -> bool:
        """Whether a picture has the size that was calibrated."""
        return picture.shape[:2] == (self.height_px, self.width_px)

    def with_corners(self, outline: tuple[Corner, ...]) -> "Calibration":
        """The same with an outline that somebody drew."""
        return replace(self, outline=outline, walls=(), drawn=True)

    def with_samples(self, samples: Mapping[str, BGR]) -> "Calibration":
        """The same with more samples of the owner's dice."""
        return replace(self, samples=MappingProxyType({**self.samples, **samples}))

    def to_toml(self) -> str:
        """As text, to be saved by whoever owns the file."""
        lines = [
            "# Written by Tablekeeper's calibration; the corners may be changed by hand.",
            f"version = {self.version}",
            f"width_px = {self.width_px}",
            f"height_px = {self.height_px}",
            f"outline = {_spell_corners(self.outline)}",
            *([f"walls = {json.dumps(self.walls)}"] if self.walls else []),
            f"noise = {self.noise:.4f}",
            f"sharpness = {self.sharpness:.4f}",
            *([f"edge_px = {self.edge_px:.3f}"] if self.edge_px is not None else []),
            f"rise = {self.rise:.5f}",
            f"darkest_shadow = {self.darkest_shadow:.4f}",
            "shadow_tint = [{:.4f}, {:.4f}, {:.4f}]".format(*self.shadow_tint),
            f"shade_room = {self.shade_room:.4f}",
            f"close_pips = {str(self.close_pips).lower()}",
            *(["spacing = [{:.4f}, {:.4f}]".format(*self.spacing)] if self.spacing is not None else []),
            *(["below_camera = [{:.2f}, {:.2f}]".format(*self.below_camera)] if self.below_camera is not None else []),
            *([f"resting = {_spell_corners(self.resting)}"] if self.resting else []),
            *([f"walled = {_spell_corners(self.walled)}"] if self.walled else []),
            *(["drawn = true"] if self.drawn else []),
            f"trusted = {json.dumps(sorted(self.trusted))}",
            *(["usual = [{:.4f}, {:.4f}, {:.4f}]".format(*self.usual)] if self.usual is not None else []),
            *(["oddest = [{:.3f}, {:.3f}]".format(*self.oddest)] if self.oddest is not None else []),
            *([f'cast = "{spell_picture(self.cast)}"'] if self.cast is not None else []),
            f'background = "{spell_picture(self.background)}"',
            *(_spell_table("floor", self.seen_floor.spell()) if self.seen_floor is not None else []),
            *(_spell_table("faces", self.faces.spell()) if self.faces is not None else []),
            "",
            "[samples]",
            *[f'"{name}" = [{b}, {g}, {r}]' for name, (b, g, r) in sorted(self.samples.items())],
        ]
        return "\n".join(lines) + "\n"

    @classmethod
    def from_toml(cls, text: str) -> "Calibration":
        """Read back what `to_toml` wrote."""
        try:
            if LONG_KEY.search(text):
                raise ValueError("a key of thousands of letters")
            found = tomllib.loads(text)
        except (ValueError, RecursionError) as error:
            raise CalibrationError(
                "Cannot read a calibration: found no TOML ({error}); expected what calibration saved", error=error
            ) from error
        if found.get("version") != VERSION:
            raise CalibrationError(
                "Cannot read a calibration: found version {found!r}; expected {version}: calibrate anew",
                found=found.get("version"),
                version=VERSION,
            )
        try:
            return cls._from_table(found)
        except (KeyError, TypeError, ValueError, OverflowError, cv2.error) as error:
            raise CalibrationError(
                "Cannot read a calibration: found {error!r}; expected what calibration saved: calibrate anew",
                error=error,
            ) from error

    @classmethod
    def _from_table(cls, table: dict[str, Any]) -> "Calibration":
        background = read_picture(table["background"])
        width, height = int(table["width_px"]), int(table["height_px"])
        if background.shape[:2] != half_size(width, height)[::-1]:
            raise ValueError("a background that is no picture of half the size")
        samples = {str(name): (int(b), int(g), int(r)) for name, (b, g, r) in table.get("samples", {}).items()}
        tint = table.get("shadow_tint", UNTINTED)
        edge, below, spacing = table.get("edge_px"), table.get("below_camera"), table.get("spacing")
        return cls(
            width,
            height,
            _read_outline(table["outline"]),
            background,
            float(table["noise"]),
            float(table["sharpness"]),
            None if edge is None else float(edge),
            float(table["rise"]),
            float(table.get("darkest_shadow", SHADOW_KEEPS)),
            (float(tint[0]), float(tint[1]), float(tint[2])),
            float(table.get("shade_room", SHADE_ROOM)),
            bool(table.get("close_pips", False)),
            None if spacing is None else (float(spacing[0]), float(spacing[1])),
            None if below is None else (float(below[0]), float(below[1])),
            MappingProxyType(samples),
            Floor.read(background, table["floor"]) if "floor" in table else None,
            tuple(bool(wall) for wall in table.get("walls", ())),
            FaceMemory.read(table["faces"]) if "faces" in table else None,
            _read_corners(table.get("resting", ())),
            _read_corners(table.get("walled", ())),
            bool(table.get("drawn", False)),
            WAYS & frozenset(table.get("trusted", ())),
            usual=_read_usual(table["usual"]) if "usual" in table else None,
            oddest=_read_oddest(table["oddest"]) if "oddest" in table else None,
            cast=_read_cast(table["cast"]) if "cast" in table else None,
        )


def _read_corners(corners: Sequence[Sequence[float]]) -> tuple[Corner, ...]:
    if len(corners) > MOST_CORNERS:
        raise ValueError(f"an area of {len(corners)} corners")
    return tuple((float(x), float(y)) for x, y in corners)


def _read_usual(values: Sequence[float]) -> Beyond:
    """Read back what flat dice show; it may be infinite, but never no number."""
    far, short, shifted = (float(value) for value in values)
    if not min(far, short, shifted) >= 0:
        raise ValueError(f"flat dice that show {values!r}")
    return Beyond(far, short, shifted)


def _read_oddest(values: Sequence[float]) -> Logits:
    """Read back how odd flat dice look; infinite, nothing would ever be odd."""
    leaning, unread = (float(value) for value in values)
    if not (math.isfinite(leaning) and math.isfinite(unread)):
        raise ValueError(f"flat dice that look like {values!r}")
    return Logits(leaning, unread)


def _read_cast(text: str) -> NDArray[np.uint8]:
    """Read back where shadows fall."""
    found = read_picture(text)[..., 0].copy()
    if found.shape != (CELLS, CELLS):
        raise ValueError(f"shadows of {found.shape[1]} x {found.shape[0]} cells")
    return found


def _read_outline(corners: Sequence[Sequence[float]]) -> tuple[Corner, ...]:
    if len(corners) < LEAST_CORNERS:
        raise ValueError(f"an outline of {len(corners)} corners")
    return _read_corners(corners)


def _spell_corners(corners: Sequence[Corner]) -> str:
    return "[" + ", ".join(f"[{x:.2f}, {y:.2f}]" for x, y in corners) + "]"


def _spell_table(name: str, entries: Mapping[str, object]) -> list[str]:
    return ["", f"[{name}]", *(f"{key} = {json.dumps(value)}" for key, value in entries.items())]


def half_size(width: int, height: int) -> tuple[int, int]:
    """Width and height of the background."""
    return max(1, width // 2), max(1, height // 2)


def halve(picture: Picture) -> Picture:
    """A picture at the background's size."""
    return np.asarray(
        cv2.resize(picture, half_size(picture.shape[1], picture.shape[0]), interpolation=cv2.INTER_AREA), np.uint8
    )


def _share_moved(halves: NDArray[np.uint8], background: Picture) -> float:
    """How much of the picture shows something that moved: no flicker of a lamp, and no camera that trembles."""
    low, high = cv2.erode(background, NEAR), cv2.dilate(background, NEAR)
    away = np.zeros(background.shape, np.uint8)
    for half in halves:
        level = fit_light(half, background).take_out(half)
        away = np.maximum(away, cv2.max(cv2.subtract(low, level), cv2.subtract(level, high)))
    return float((away.max(2) > MOVED).mean())


def calibrate(empty: Sequence[Picture]) -> Calibration:
    """Learn an empty, still tray from a few pictures of it. Show dice afterwards (`learn_dice`)."""
    if len(empty) < LEAST_EMPTY_PICTURES:
        raise CalibrationError(
            "Cannot calibrate: found {count} pictures of the empty tray; expected at least {least_empty_pictures}",
            count=len(empty),
            least_empty_pictures=LEAST_EMPTY_PICTURES,
        )
    if len({picture.shape for picture in empty}) != 1:
        raise CalibrationError("Cannot calibrate: found pictures of different sizes; expected one camera, held still")
    halves = np.stack([halve(picture) for picture in empty])
    background = np.median(halves, 0).astype(np.uint8)
    deviation = np.abs(halves.astype(np.int16) - background.astype(np.int16))
    if _share_moved(halves, background) > MOST_MOVED:
        raise CalibrationError(
            "Cannot calibrate: found that something moved between the pictures; expected an empty tray, held still"
        )
    height, width = empty[0].shape[:2]
    noise = float(np.sqrt((deviation.astype(np.float32) ** 2).mean()))
    focus = float(np.median([sharpness(picture) for picture in empty]))
    outline = find_outline(background)
    return Calibration(
        width,
        height,
        outline,
        background,
        max(noise, 0.5),
        focus,
        seen_floor=learn_floor(list(halves), background),
        walls=find_real_sides(background, outline),
    )
