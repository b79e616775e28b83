"""Folders of labelled pictures: read them, and add a picture that people at the table corrected.

A folder holds pictures and one `labels.json`: {"images": [{"file", "values": [..], "dice": [{"value", "body", "pips",
"box"?}], "light"?, "view"?}]}. `values` alone is enough; unknown keys are kept and ignored.
"""

import json
import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import cv2

from tablekeeper.vision.errors import LabelsError
from tablekeeper.vision.faces.candidates import Picture
from tablekeeper.vision.reading import Die

LABELS = "labels.json"
UNSTATED = "unstated"


@dataclass(frozen=True)
class LabelledDie:
    """One die as people see it."""

    value: int
    body: str
    pips: str


@dataclass(frozen=True)
class Labelled:
    """One picture and the truth about it."""

    file: Path
    dice: tuple[LabelledDie, ...]
    light: str
    view: str
    source: str

    @property
    def values(self) -> tuple[int, ...]:
        """The values in rising order."""
        return tuple(sorted(die.value for die in self.dice))


def load_labels(folder: str | os.PathLike[str]) -> list[Labelled]:
    """All labelled pictures of a folder."""
    place = Path(folder)
    images = _load(place).get("images")
    if not isinstance(images, list):
        raise LabelsError(
            "Cannot read labels in {place!r}: found no list 'images'; expected one entry a picture", place=str(place)
        )
    return [_labelled(place, entry) for entry in images]


def save_corrected(
    folder: str | os.PathLike[str], picture: Picture, dice: Sequence[Die], *, light: str = "", name: str
) -> Path:
    """Keep a picture whose reading people corrected, in the same form; returns the picture's path."""
    place = Path(folder)
    place.mkdir(parents=True, exist_ok=True)
    target = place / f"{name}.png"
    labels = _load(place) if (place / LABELS).exists() else {"images": []}
    truth = [{"value": die.value, "body": die.body, "pips": die.pips, "box": list(die.box)} for die in dice]
    entry = {
        "file": target.name,
        "values": sorted(die.value for die in dice),
        "dice": truth,
        "light": light,
        "view": "tray",
        "n": len(dice),
        "source": "this table",
        "labelled_by": "corrected at the table",
    }
    labels["images"] = [old for old in labels["images"] if old.get("file") != target.name] + [entry]
    ok, data = cv2.imencode(".png", picture)
    if not ok:
        raise LabelsError(
            "Cannot save a corrected picture as {target!r}: found a picture that cannot be written; expected "
            "one that PNG can hold",
            target=str(target),
        )
    _replace(target, data.tobytes())
    _replace(place / LABELS, (json.dumps(labels, indent=1) + "\n").encode())
    return target


def _replace(target: Path, data: bytes) -> None:
    """Write all or nothing, so that a power cut leaves the old file."""
    draft = target.with_name(target.name + ".new")
    with draft.open("wb") as file:
        file.write(data)
        file.flush()
        os.fsync(file.fileno())
    draft.replace(target)


MOST_BYTES = 64_000_000


def _load(folder: Path) -> dict[str, Any]:
    place = folder / LABELS
    try:
        if place.exists() and (not place.is_file() or place.stat().st_size > MOST_BYTES):
            raise LabelsError(
                "Cannot read labels in {place!r}: found no plain file; expected one of at most {most_bytes} bytes",
                place=str(place),
                most_bytes=MOST_BYTES,
            )
        labels = json.loads(place.read_bytes())
    except FileNotFoundError as error:
        raise LabelsError(
            "Cannot read labels: found no {place!r}; expected a folder of pictures with {labels}",
            place=str(place),
            labels=LABELS,
        ) from error
    except (OSError, ValueError, RecursionError) as error:
        raise LabelsError(
            "Cannot read labels in {place!r}: found {error}; expected JSON with a list 'images'",
            place=str(place),
            error=error,
        ) from error
    if not isinstance(labels, dict):
        raise LabelsError(
            "Cannot read labels in {place!r}: found {kind!r}; expected an object with 'images'",
            place=str(place),
            kind=type(labels).__name__,
        )
    return labels


def _labelled(folder: Path, entry: object) -> Labelled:
    if not isinstance(entry, Mapping) or not isinstance(entry.get("file"), str):
        raise LabelsError(
            "Cannot read labels in {folder!r}: found the entry {entry!r}; expected an object with 'file'",
            folder=str(folder),
            entry=entry,
        )
    values = entry.get("values", [die.get("value") for die in entry.get("dice", [])])
    if not all(isinstance(value, int) and 1 <= value <= 6 for value in values):
        raise LabelsError(
            "Cannot read labels of {entry!r}: found the values {values!r}; expected numbers from 1 to 6",
            entry=entry["file"],
            values=values,
        )
    dice = entry.get("dice") or [{"value": value} for value in values]
    truth = tuple(
        LabelledDie(int(d["value"]), str(d.get("body", "unknown")), str(d.get("pips", "unknown"))) for d in dice
    )
    if tuple(sorted(die.value for die in truth)) != tuple(sorted(values)):
        raise LabelsError(
            "Cannot read labels of {entry!r}: found 'values' {values!r} that differ from 'dice'; expected "
            "the same in both",
            entry=entry["file"],
            values=values,
        )
    return Labelled(
        folder / entry["file"],
        truth,
        str(entry.get("light") or UNSTATED),
        str(entry.get("view") or UNSTATED),
        str(entry.get("source") or UNSTATED),
    )
