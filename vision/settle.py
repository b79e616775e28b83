"""Decides when the tray has come to rest and which reading of it may be believed."""

from collections import Counter, deque
from collections.abc import Callable
from dataclasses import dataclass, field
from enum import Enum

import cv2
import numpy as np
from numpy.typing import NDArray

from tablekeeper.vision.empty_tray import EmptyTray, small_look
from tablekeeper.vision.faces.candidates import Picture
from tablekeeper.vision.reading import Reading

Floats = NDArray[np.float32]
GATE_SIZE = (160, 120)


class Phase(Enum):
    """Where a roll stands."""

    WAITING = "waiting"  # nothing new has come since the last accepted roll
    MOVING = "moving"  # a hand is in view, or dice roll
    RESTING = "resting"  # still, but not long enough or not yet read alike often enough
    SHORT = "short"  # still, but a die that was asked for is missing
    SETTLED = "settled"  # accepted; reported once


@dataclass(frozen=True)
class Stillness:
    """What the last frame changed."""

    phase: Phase
    reading: Reading | None = None  # with SETTLED only


@dataclass(frozen=True)
class Patience:
    """How long and how often before a roll is believed."""

    still_s: float = 0.35
    readings: int = 3
    memory: int = 5
    timeout_s: float = 4.0  # a still tray that never reads alike is handed over as it is, not sure
    short_s: float = 6.0  # how long a missing die is waited for
    moved_share: float = 0.002  # of the gate's pixels that may flicker on a still tray


def shrink(picture: Picture) -> NDArray[np.uint8]:
    """The small grey picture that the motion gate compares."""
    step = max(1, min(picture.shape[0] // GATE_SIZE[1], picture.shape[1] // GATE_SIZE[0]))
    green = np.ascontiguousarray(picture[step // 2 :: step, step // 2 :: step, 1])
    return np.asarray(cv2.resize(green, GATE_SIZE, interpolation=cv2.INTER_AREA), np.uint8)


def sharpness(picture: Picture) -> float:
    """Energy of the fine detail: the sharpest of a burst has the most."""
    grey = cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY)
    return float(cv2.Laplacian(grey, cv2.CV_16S).astype(np.float32).var())


def sharpest(burst: list[Picture]) -> Picture:
    """The sharpest picture of a burst."""
    return max(burst, key=sharpness)


@dataclass
class Settle:
    """Takes frames with their time, calls `read` only on a still tray, and accepts each roll once.

    `noise` is the measured flicker of a still tray in grey levels; `wanted` the number of dice asked for.
    """

    read: Callable[[Picture], Reading]
    noise: float = 3.0
    wanted: int | None = None
    patience: Patience = field(default_factory=Patience)
    _last: NDArray[np.uint8] | None = None
    _still_since_s: float | None = None
    _watched_at_s: float = 0.0
    _readings: deque[Reading] = field(default_factory=deque)
    _accepted: tuple[Reading, NDArray[np.uint8]] | None = None
    _hand_until_s: float = 0.0
    _empty: EmptyTray | None = None

    def ask(self, wanted: int | None) -> None:
        """A new roll is asked for: forget half-made readings, but not the tray that was accepted."""
        self.wanted = wanted
        self._forget()
        self._restart_patience()

    def note_hand(self, until_s: float) -> None:
        """Something outside knows that a hand is in view until then."""
        self._hand_until_s = until_s

    def watch(self, picture: Picture, at_s: float) -> Stillness:
        """One more frame."""
        self._watched_at_s = at_s
        small = shrink(picture)
        before, self._last = self._last, small
        if before is None or self._differs(before, small) or at_s < self._hand_until_s:
            self._still_since_s = None
            self._forget()
            return Stillness(Phase.MOVING)
        if self._still_since_s is None:
            self._still_since_s = at_s
        still_s = at_s - self._still_since_s
        if still_s < self.patience.still_s:
            return Stillness(Phase.RESTING)
        if self._accepted and not self._differs(self._accepted[1], small):
            return Stillness(Phase.WAITING)
        if self._empty and self._empty.is_unchanged(picture, at_s, self.noise):
            return Stillness(Phase.WAITING)
        stillness = self._consider(picture, small, still_s)
        lies_empty = stillness.phase is Phase.WAITING and self._readings and not self._readings[-1].dice
        self._empty = EmptyTray(small_look(picture), at_s, at_s) if lies_empty else None
        return stillness

    def _forget(self) -> None:
        """What was read so far says nothing of what is read now."""
        self._empty = None
        self._readings.clear()

    def _consider(self, picture: Picture, small: NDArray[np.uint8], still_s: float) -> Stillness:
        """The tray lies still and is not the one accepted before."""
        self._readings.append(self.read(picture))
        while len(self._readings) > self.patience.memory:
            self._readings.popleft()
        agreed = self._agreed()
        if agreed is not None and not agreed.dice and self.wanted != 0:
            self._restart_patience()
            return Stillness(Phase.WAITING)
        if (
            agreed is not None
            and self.wanted is not None
            and len(agreed.dice) < self.wanted
            and still_s < self.patience.short_s
        ):
            return Stillness(Phase.SHORT)
        if agreed is not None and (agreed.sure or still_s >= self.patience.timeout_s):
            return self._accept(agreed, small)
        if still_s >= self.patience.timeout_s:
            last = self._readings[-1]
            unsure = Reading(last.dice, sure=False, why=last.why or "frames-disagree", doubts=last.doubts)
            return self._accept(unsure, small)
        return Stillness(Phase.RESTING)

    def _accept(self, reading: Reading, small: NDArray[np.uint8]) -> Stillness:
        if self._accepted and _same_dice(self._accepted[0], reading):
            self._accepted = (self._accepted[0], small)  # the light crept, the dice did not move
            self._readings.clear()
            return Stillness(Phase.WAITING)
        self._accepted = (reading, small)
        self._readings.clear()
        return Stillness(Phase.SETTLED, reading)

    def _restart_patience(self) -> None:
        """A tray that lies still stays ready to be read, but the time that it lay so before counts for no roll."""
        if self._still_since_s is not None:
            self._still_since_s = max(self._still_since_s, self._watched_at_s - self.patience.still_s)

    def _agreed(self) -> Reading | None:
        """The reading that the last frames give alike, the surest of them."""
        if len(self._readings) < self.patience.readings:
            return None
        counts = Counter(_signature(reading) for reading in self._readings)
        common, times = counts.most_common(1)[0]
        if times < self.patience.readings or times <= len(self._readings) // 2:
            return None
        alike = [reading for reading in self._readings if _signature(reading) == common]
        return max(alike, key=lambda reading: (reading.sure, sum(die.confidence for die in reading.dice)))

    def _differs(self, one: NDArray[np.uint8], other: NDArray[np.uint8]) -> bool:
        """Whether more pixels changed than flicker explains."""
        _, changed = cv2.threshold(cv2.absdiff(one, other), max(6.0, 6 * self.noise), 255, cv2.THRESH_BINARY)
        return cv2.countNonZero(changed) > self.patience.moved_share * one.size


def _signature(reading: Reading) -> tuple[tuple[int, str], ...]:
    return tuple(sorted((die.value, die.body) for die in reading.dice))


def _same_dice(one: Reading, other: Reading) -> bool:
    """Equal values and colours at the same places."""
    if len(one.dice) != len(other.dice) or not one.dice:
        return False
    left = list(other.dice)
    for die in one.dice:
        match = [d for d in left if d.value == die.value and d.body == die.body and _overlap(d.box, die.box)]
        if not match:
            return False
        left.remove(match[0])
    return True


def _overlap(one: tuple[int, int, int, int], other: tuple[int, int, int, int]) -> bool:
    near = 0.2 * max(one[2], one[3])
    return (
        abs(one[0] + one[2] / 2 - other[0] - other[2] / 2) < near
        and abs(one[1] + one[3] / 2 - other[1] - other[3] / 2) < near
    )
