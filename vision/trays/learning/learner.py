"""Learns a tray while people play: its empty floor, where dice come to rest, and how large they are."""

from collections import Counter, deque
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from tablekeeper.vision.errors import CalibrationError
from tablekeeper.vision.faces.candidates import Picture
from tablekeeper.vision.faces.pips import CLEAN, CLOSE, OTHER_SIZES, count_pips
from tablekeeper.vision.reading import NO_FACE, Box, Die, Doubt
from tablekeeper.vision.settle import sharpness
from tablekeeper.vision.trays.area import area_around, area_mask
from tablekeeper.vision.trays.calibration import Calibration, halve
from tablekeeper.vision.trays.floor.floor import GRAIN_UNIT, Floor
from tablekeeper.vision.trays.floor.floor_memory import FloorMemory
from tablekeeper.vision.trays.floor.outline import Corner
from tablekeeper.vision.trays.learning.face_memory import FaceMemory
from tablekeeper.vision.trays.learning.learn import learn_dice

Mask = NDArray[np.uint8]

MOST_DICE: Final = 240  # whose places and sizes are remembered
MOST_SHOWN: Final = 6  # rolls whose pictures are kept, to learn the dice's stance from them
LEAST_ROLLS: Final = 3  # before anything is known
WHOLE: Final = 0.95  # of the area, whose floor must be known before the dice's stance can be
HIDES: Final = 1.6  # edges around a die that it or its shadow may hide
LEAST_UNITS: Final = 3  # faces with measurable pip spacing, before any is remembered
OTHER_UNIT: Final = 0.1  # log: other dice, or another camera
STUDIED_AT: Final = (6, 12, 24, 48)  # rolls after which the dice are studied; then after each so many
NEWS_KNOWN: Final = "known"
NEWS_FORGOTTEN: Final = "forgotten"


@dataclass
class TrayLearner:
    """Looks and rolls in, a `Calibration` out; bounded in size, and in time for each roll."""

    known: Calibration | None = None
    news: deque[str] = field(default_factory=lambda: deque(maxlen=4))
    _floor: FloorMemory = field(default_factory=FloorMemory)
    _dice: deque[tuple[float, float, float]] = field(default_factory=lambda: deque(maxlen=MOST_DICE))
    _shown: deque[Picture] = field(default_factory=lambda: deque(maxlen=MOST_SHOWN))
    _units: deque[float] = field(default_factory=lambda: deque(maxlen=MOST_DICE))
    _faces: FaceMemory | None = None
    _before: tuple[Corner, ...] = ()  # the area as it was when learning went on
    _rolls: int = 0
    _told: bool = False

    @classmethod
    def resume(cls, known: Calibration) -> "TrayLearner":
        """Go on from what was learned before."""
        learner = cls(known, _faces=known.faces, _rolls=LEAST_ROLLS, _told=True, _before=known.resting)
        learner._floor.resume(known.floor)
        return learner

    def see_empty(self, picture: Picture) -> None:
        """The tray at rest with nothing in it."""
        self._start_anew_if_other(picture)
        small = halve(picture)
        self._floor.add(small, np.zeros(small.shape[:2], np.uint8))
        self._refresh(picture)

    def see_roll(
        self, picture: Picture, dice: Sequence[Die], values: Sequence[int], doubts: Sequence[Doubt] = ()
    ) -> None:
        """A roll that people agreed to, corrected, or let stand; `values` is what it shows, in the dice's order."""
        self._start_anew_if_other(picture)
        self._remember(picture, _places(dice, values, doubts))
        if not dice or len(dice) != len(values):
            return  # where a die lies that was not found, nobody knows
        edge = float(np.median([die.box[2] for die in dice]))
        boxes = [die.box for die in dice] + [doubt.box for doubt in doubts if doubt.box]
        self._floor.add(halve(picture), _hidden(picture, boxes, edge))
        self._dice += [(x + width / 2, y + height / 2, float(width)) for x, y, width, height in (d.box for d in dice)]
        self._shown.append(picture)
        self._rolls += 1
        self._refresh(picture)
        if self._rolls in STUDIED_AT or self._rolls % STUDIED_AT[-1] == 0:
            self._study()

    def forget(self) -> None:
        """Begin again with nothing."""
        self.known, self._rolls, self._told, self._before = None, 0, False, ()
        self._floor = FloorMemory()
        self._faces = None
        for memory in (self._dice, self._shown, self._units):
            memory.clear()

    def _start_anew_if_other(self, picture: Picture) -> None:
        """Another camera, or another size of its pictures: what was learned does not hold there."""
        if self.known is not None and not self.known.fits(picture):
            self.forget()
            self.news.append(NEWS_FORGOTTEN)

    def _remember(self, picture: Picture, faces: Sequence[tuple[Box, int]]) -> None:
        """How these faces look, once it is known how far apart their pips lie."""
        found = [(box, value, _count_like(picture, box, value)) for box, value in faces]
        self._units += [unit for _, _, (_, _, unit) in found if unit]
        if len(self._units) < LEAST_UNITS:
            return
        unit = float(np.median(self._units))
        if self._faces is None or abs(np.log(unit / self._faces.unit_px)) > OTHER_UNIT:
            self._faces = FaceMemory(unit)
        for _, value, (x, y, _) in found:
            self._faces = self._faces.with_face(picture, x, y, value)

    def _refresh(self, picture: Picture) -> None:
        """What is known now."""
        floor = self._floor.floor
        if floor is None or self._rolls < LEAST_ROLLS:
            return
        before = self.known
        height, width = picture.shape[:2]
        edge = float(np.median([size for _, _, size in self._dice])) if self._dice else None
        resting = area_around([(x, y) for x, y, _ in self._dice], edge or 0.0, width, height, self._before)
        fresh = replace(
            before or _nothing_known(picture, floor), background=floor.middle, seen_floor=floor, faces=self._faces
        )
        self.known = replace(fresh, resting=resting, edge_px=before.edge_px if before and before.edge_px else edge)
        if not self._told and self._is_whole():
            self._told = True
            self.news.append(NEWS_KNOWN)

    def _is_whole(self) -> bool:
        """Whether nearly all of the area's floor is known."""
        if self.known is None:
            return False
        area = area_mask(self.known)
        seen = cv2.bitwise_and(area, self.known.floor.known)
        return cv2.countNonZero(seen) >= WHOLE * cv2.countNonZero(area)

    def _study(self) -> None:
        """Learn the stance of the dice from the last rolls, and which ways of reading they allow."""
        if self.known is None or not self._is_whole():
            return
        try:
            studied = learn_dice(self.known, [(picture, None) for picture in self._shown])
        except CalibrationError:
            return  # too few dice could be read: play goes on with what is known
        self.known = replace(studied, resting=self.known.resting)


def _places(dice: Sequence[Die], values: Sequence[int], doubts: Sequence[Doubt]) -> list[tuple[Box, int]]:
    """Where which value lies; the one die that was not read lies where the one place was doubted."""
    if len(dice) == len(values):
        return [(die.box, value) for die, value in zip(dice, values, strict=True)]
    have, want = Counter(die.value for die in dice), Counter(values)
    missing = list((want - have).elements())
    boxes = {doubt.box for doubt in doubts if doubt.box and doubt.reason == NO_FACE}
    if have - want or len(missing) != 1 or len(boxes) != 1:
        return []
    return [*((die.box, die.value) for die in dice), (boxes.pop(), missing[0])]


def _count_like(picture: Picture, box: Box, value: int) -> tuple[float, float, float]:
    """The middle of a face of this value, and the unit of its lattice; 0 where its pips do not give it."""
    left, top, width, height = box
    x, y = left + width / 2, top + height / 2
    for factor in (1.0, *OTHER_SIZES):
        count = count_pips(picture, x, y, width * factor, (0.0, 0.0))
        if count is not None and count.value == value and count.quality > CLEAN:
            tells = value > 1 and count.spacing >= CLOSE
            return count.x, count.y, 4 * count.spacing * width * factor if tells else 0.0
    return x, y, 0.0


def _nothing_known(picture: Picture, floor: Floor) -> Calibration:
    """A tray of which only the floor is known, as far as it is."""
    height, width = picture.shape[:2]
    corners = ((0.0, 0.0), (float(width), 0.0), (float(width), float(height)), (0.0, float(height)))
    noise = max(0.5, float(np.median(floor.grain)) / GRAIN_UNIT)
    return Calibration(width, height, corners, floor.middle, noise, sharpness(picture), seen_floor=floor)


def _hidden(picture: Picture, boxes: Sequence[Box], edge: float) -> Mask:
    """What dice and their shadows may hide, at half size."""
    height, width = picture.shape[:2]
    mask = np.zeros(halve(picture).shape[:2], np.uint8)
    for left, top, wide, high in boxes:
        reach = HIDES * edge - edge / 2
        corners = [(left - reach, top - reach), (left + wide + reach, top + high + reach)]
        (x0, y0), (x1, y1) = ((round(np.clip(x, 0, width) / 2), round(np.clip(y, 0, height) / 2)) for x, y in corners)
        mask[y0:y1, x0:x1] = 255
    return mask
