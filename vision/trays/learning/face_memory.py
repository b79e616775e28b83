"""Remembers how the faces of the owner's dice look under this very camera, as people confirmed or corrected them.

It never names a value by itself. Where the pips or the crop net see a value and something makes it doubtful, it may say
that two faces which people called so look just like this one, and none that they called otherwise.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any, Final

import cv2
import numpy as np
from numpy.typing import NDArray

from tablekeeper.vision.faces.candidates import Picture
from tablekeeper.vision.trays.floor.floor import read_picture, spell_picture

Floats = NDArray[np.float32]

ACROSS: Final = 1.2  # of the lattice's unit (four spacings): the disc that shows all pips of a face
SIDE_PX: Final = 24  # of a remembered face
TURNS: Final = 36  # by which a face is turned to find its like
SLIDES: Final = (-2, -1, 0, 1, 2)  # pixels of SIDE_PX by which it is shifted, both ways
MOST_OF_VALUE: Final = 8
LEAST_ALIKE: Final = 2  # faces of the same value that must look like it: one may have been called wrongly
CLEARER: Final = 0.5  # of the way from the most alike face of another value to the same picture
LEAST_LIKENESS: Final = 0.8


@dataclass(frozen=True, eq=False)
class Look:
    """One face as it was seen."""

    value: int
    patch: Floats  # SIDE_PX x SIDE_PX, grey levels


@dataclass(frozen=True, eq=False)
class FaceMemory:
    """The last faces of each value."""

    unit_px: float  # four spacings of the dice's pips
    looks: tuple[Look, ...] = ()

    def with_face(self, picture: Picture, x: float, y: float, value: int) -> "FaceMemory":
        """One more face; the oldest of its value goes when there are too many."""
        same = [look for look in self.looks if look.value == value][-(MOST_OF_VALUE - 1) :]
        others = [look for look in self.looks if look.value != value]
        patch = _turned(picture, x, y, self.unit_px, 1)[0]
        return replace(self, looks=(*others, *same, Look(value, patch)))

    def spell(self) -> dict[str, object]:
        """As a table of a calibration file: one picture of all faces side by side, and what people called them."""
        sheet = np.hstack([look.patch for look in self.looks]) if self.looks else np.zeros((SIDE_PX, 1), np.float32)
        values = [look.value for look in self.looks]
        return {"unit_px": self.unit_px, "values": values, "sheet": spell_picture(np.rint(sheet).astype(np.uint8))}

    @classmethod
    def read(cls, table: Mapping[str, Any]) -> "FaceMemory":
        """Read back what `spell` wrote."""
        values = [int(value) for value in table["values"]]
        sheet = read_picture(table["sheet"])[..., 0].astype(np.float32)
        whole = not values or sheet.shape == (SIDE_PX, SIDE_PX * len(values))
        if not whole or not all(1 <= value <= 6 for value in values) or not float(table["unit_px"]) > 1:
            raise ValueError("faces that fit no sheet")
        patches = np.split(sheet, len(values), 1) if values else []
        return cls(float(table["unit_px"]), tuple(map(Look, values, patches)))

    def recognise(self, picture: Picture, x: float, y: float) -> int | None:
        """The value that people gave to faces that look just like the one at (x, y); None where that is not clear."""
        if len(self.looks) < LEAST_ALIKE:
            return None
        likeness = self._likeness(picture, x, y)
        best = max(likeness, key=lambda value: likeness[value][:LEAST_ALIKE][-1] if len(likeness[value]) > 1 else -1.0)
        alike = likeness[best]
        if len(alike) < LEAST_ALIKE or alike[LEAST_ALIKE - 1] < LEAST_LIKENESS:
            return None
        rival = max((found[0] for value, found in likeness.items() if value != best), default=0.0)
        return best if 1 - alike[LEAST_ALIKE - 1] < CLEARER * (1 - rival) else None

    def _likeness(self, picture: Picture, x: float, y: float) -> dict[int, list[float]]:
        """How alike the remembered faces of each value are, the most alike first: correlations."""
        views = _unit(_windows(_turned(picture, x, y, self.unit_px, TURNS, margin=max(SLIDES))))
        known = _unit(np.stack([look.patch[_disc()] for look in self.looks]))
        best = (known @ views.T).max(1)
        found: dict[int, list[float]] = {}
        for look, likeness in zip(self.looks, best.tolist(), strict=True):
            found.setdefault(look.value, []).append(likeness)
        return {value: sorted(all_of, reverse=True) for value, all_of in found.items()}


def _turned(picture: Picture, x: float, y: float, unit_px: float, turns: int, margin: int = 0) -> list[Floats]:
    """What lies around a place, turned step by step; grey, with a margin of pixels."""
    grey = cv2.cvtColor(_around(picture, x, y, ACROSS * unit_px), cv2.COLOR_BGR2GRAY)
    scale = SIDE_PX / (ACROSS * unit_px)
    if scale < 1:
        grey = cv2.GaussianBlur(grey, (0, 0), 0.4 / scale)
    size, middle = SIDE_PX + 2 * margin, (SIDE_PX - 1) / 2 + margin
    centre = ((grey.shape[1] - 1) / 2, (grey.shape[0] - 1) / 2)
    views = []
    for turn in range(turns):
        place = cv2.getRotationMatrix2D(centre, 360 * turn / turns, scale)
        place[:, 2] += np.array([middle, middle]) - centre
        view = cv2.warpAffine(grey, place, (size, size), flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
        views.append(view.astype(np.float32))
    return views


def _around(picture: Picture, x: float, y: float, across: float) -> Picture:
    """A square with room for every turn of one `across`."""
    side = max(3, round(1.7 * across)) | 1
    return np.asarray(cv2.getRectSubPix(picture, (side, side), (x - 0.5, y - 0.5)), np.uint8)


def _windows(views: Sequence[Floats]) -> Floats:
    """All shifted discs of all views, one a row."""
    first = max(SLIDES)
    return np.stack(
        [
            view[first + down : first + down + SIDE_PX, first + right : first + right + SIDE_PX][_disc()]
            for view in views
            for down in SLIDES
            for right in SLIDES
        ]
    )


@lru_cache(maxsize=1)
def _disc() -> NDArray[np.bool_]:
    ticks = np.arange(SIDE_PX) - (SIDE_PX - 1) / 2
    return np.asarray(np.hypot(*np.meshgrid(ticks, ticks)) <= SIDE_PX / 2)


def _unit(rows: Floats) -> Floats:
    """Each row without its mean, of length one."""
    rows = rows - rows.mean(1, keepdims=True)
    return np.asarray(rows / np.maximum(np.linalg.norm(rows, axis=1, keepdims=True), 1e-6), np.float32)
