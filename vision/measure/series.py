"""Throws under one unmoved camera: read as a stranger's, calibrated from its empty pictures, and as an evening.

A series is a folder with `labels.json`: {"throws": [{"file", "values"}], "empty": [files], "composed_empty": file}.
Where nobody photographed the empty tray, a composed picture of it gets the throws' own noise and light back; else the
series can only be played as an evening, in which the tray is learned from the throws alone.
"""

import json
import os
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import cv2
import numpy as np

from tablekeeper.vision.errors import LabelsError, VisionError
from tablekeeper.vision.faces.candidates import Picture
from tablekeeper.vision.measure.confidence import Measured
from tablekeeper.vision.measure.labelled import LABELS
from tablekeeper.vision.picture import load_picture
from tablekeeper.vision.reader import read
from tablekeeper.vision.reading import Reading
from tablekeeper.vision.trays.calibration import Calibration, calibrate
from tablekeeper.vision.trays.learning.learn import learn_dice
from tablekeeper.vision.trays.learning.learner import TrayLearner

SHOWN: Final = 4  # throws that an owner shows; the others are tried
FIRST: Final = 10  # throws of an evening in which the tray is still new
LEAST_EMPTY: Final = 3
UNLIKE: Final = 25  # grey levels from which a throw differs from the composed empty tray
AROUND: Final = 25  # pixels around what differs that may be its shadow
RIGHT, WRONG, UNSURE = "sure and right", "sure and wrong", "not sure"


@dataclass(frozen=True)
class Throw:
    """One labelled picture of a series."""

    file: Path
    values: tuple[int, ...]

    def load(self) -> Picture:
        """Its picture."""
        return load_picture(self.file)


@dataclass(frozen=True)
class Series:
    """Throws under one camera."""

    name: str
    throws: tuple[Throw, ...]
    empty: tuple[Path, ...]
    composed: Path | None


@dataclass(frozen=True)
class Figures:
    """What became of the throws, by the way they were read."""

    name: str
    stranger: Counter[str]
    calibrated: Counter[str] | None
    why: str  # it could not be calibrated
    evening_first: Counter[str]
    evening_after: Counter[str]

    def as_dict(self) -> Measured:
        """For JSON."""
        parts = ("stranger", "calibrated", "evening_first", "evening_after")
        counted = {part: getattr(self, part) for part in parts}
        return {"series": self.name, "why": self.why, **{k: None if v is None else dict(v) for k, v in counted.items()}}


def find_series(folder: str | os.PathLike[str]) -> list[Series]:
    """The series that a folder is, or that its folders are; none where it holds single photographs."""
    place = Path(folder)
    folders = [place] if (place / LABELS).exists() else sorted(part for part in _folders(place) if _is_series(part))
    return [_load(one) for one in folders if _is_series(one)]


def _folders(place: Path) -> list[Path]:
    return [part for part in place.iterdir() if part.is_dir()] if place.is_dir() else []


def _is_series(folder: Path) -> bool:
    try:
        labels = json.loads((folder / LABELS).read_bytes())
    except (OSError, ValueError, RecursionError):
        return False
    return isinstance(labels, dict) and isinstance(labels.get("throws"), list)


def _load(folder: Path) -> Series:
    labels = json.loads((folder / LABELS).read_bytes())
    try:
        throws = tuple(
            Throw(folder / str(one["file"]), tuple(sorted(int(v) for v in one["values"]))) for one in labels["throws"]
        )
        empty = tuple(folder / str(name) for name in labels.get("empty") or ())
    except (KeyError, TypeError, ValueError) as error:
        raise LabelsError(
            "Cannot read labels in {folder!r}: found {error!r}; expected 'file' and 'values' for each throw",
            folder=str(folder),
            error=error,
        ) from error
    composed = labels.get("composed_empty")
    return Series(folder.name, throws, empty, folder / str(composed) if composed else None)


def measure_series(series: Series) -> Figures:
    """Read every throw all ways; calibration sees the empty tray and the first throws, and is tried on the others."""
    pictures = [throw.load() for throw in series.throws]
    rest = list(zip(series.throws, pictures, strict=True))[SHOWN:]
    known, why = calibrated(series, pictures)
    judged = play_evening(series)
    return Figures(
        series.name,
        Counter(judge(read(picture), throw.values) for throw, picture in rest),
        None if known is None else Counter(judge(read(p, None, known), throw.values) for throw, p in rest),
        why,
        Counter(judged[:FIRST]),
        Counter(judged[FIRST:]),
    )


def judge(reading: Reading, values: tuple[int, ...]) -> str:
    """What a reading is worth."""
    return UNSURE if not reading.sure else RIGHT if reading.values == values else WRONG


def calibrated(series: Series, pictures: Sequence[Picture]) -> tuple[Calibration | None, str]:
    """What the empty tray and the first throws teach, or why they teach nothing."""
    empties = empty_pictures(series, pictures)
    if not empties:
        return None, "no picture of the empty tray"
    try:
        return learn_dice(calibrate(empties), [(picture, None) for picture in pictures[:SHOWN]]), ""
    except VisionError as error:
        return None, str(error)


def empty_pictures(series: Series, pictures: Sequence[Picture]) -> list[Picture]:
    """Pictures of the empty tray: as they were taken; else throws whose dice the composed one covers."""
    if series.empty:
        found = [load_picture(file) for file in series.empty]
        return found + found[-1:] * (LEAST_EMPTY - len(found))
    if series.composed is None:
        return []
    base, rng = load_picture(series.composed), np.random.default_rng(1)
    return [_emptied(picture, base, rng) for picture in pictures[:6]]


def _emptied(picture: Picture, base: Picture, rng: np.random.Generator) -> Picture:
    """A throw, with the composed empty tray where something lies: in the throw's light, with its noise."""
    levels = base.astype(np.float64)
    gain = (np.median(picture.astype(np.float64), (0, 1)) + 1) / (np.median(levels, (0, 1)) + 1)
    fit = np.clip(levels * gain, 0, 255)
    off = np.abs(picture.astype(np.float64) - fit)
    differs = cv2.morphologyEx((off.max(2) > UNLIKE).astype(np.uint8), cv2.MORPH_OPEN, np.ones((3, 3), np.uint8))
    there = cv2.dilate(differs, np.ones((AROUND, AROUND), np.uint8)) > 0
    noise = float(np.median(off[~there])) if (~there).any() else 1.5
    empty = picture.copy()
    empty[there] = np.clip(fit + rng.normal(0, max(0.8, noise), fit.shape), 0, 255).astype(np.uint8)[there]
    return empty


def play_evening(series: Series, read_with: Callable[..., Reading] = read) -> list[str]:
    """What becomes of each throw where nothing is known at first, and people put right what is not sure."""
    learner, judged = TrayLearner(), []
    for throw in series.throws:
        picture = throw.load()
        reading = read_with(picture, None, learner.known)
        verdict = judge(reading, throw.values) if reading.dice else UNSURE  # nobody takes an empty tray for a roll
        judged.append(verdict)
        named = throw.values if verdict == UNSURE else reading.values
        learner.see_roll(picture, reading.dice, values_of(reading, named), reading.doubts)
    return judged


def values_of(reading: Reading, named: Sequence[int]) -> list[int]:
    """What people say, in the order of the dice that were read; as it is where these are fewer or more."""
    if len(reading.dice) != len(named):
        return list(named)
    left = list((Counter(named) - Counter(reading.values)).elements())
    extra = Counter(reading.values) - Counter(named)
    values = []
    for die in reading.dice:
        wrong = extra[die.value] > 0
        extra[die.value] -= wrong
        values.append(left.pop() if wrong else die.value)
    return values


def spell_series(measured: Sequence[Figures]) -> str:
    """One line for each series, and one for all."""
    lines = [_line(one) for one in measured]
    return "\n".join([*lines, _line(_all(measured))]) if len(measured) > 1 else "\n".join(lines)


def _all(measured: Sequence[Figures]) -> Figures:
    def add(parts: Sequence[Counter[str]]) -> Counter[str]:
        return sum(parts, Counter())

    able = [one for one in measured if one.calibrated is not None]
    return Figures(
        f"all that can be calibrated ({len(able)}), and all evenings",
        add([one.stranger for one in able]),
        add([one.calibrated for one in able if one.calibrated is not None]),
        "",
        add([one.evening_first for one in measured]),
        add([one.evening_after for one in measured]),
    )


def _line(one: Figures) -> str:
    calibrated = one.why if one.calibrated is None else _spell(one.calibrated)
    return (
        f"{one.name}: as a stranger's {_spell(one.stranger)}; calibrated {calibrated}; "
        f"as an evening, first {FIRST} throws {_spell(one.evening_first)}, after {_spell(one.evening_after)}"
    )


def _spell(counts: Counter[str]) -> str:
    return f"{counts[RIGHT]} right, {counts[WRONG]} wrong, {counts[UNSURE]} not sure of {counts.total()}"
