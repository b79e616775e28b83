"""The flight recorder: the last minute of frames and edges in memory, kept on disk when somebody fixes a reading.

What it keeps is a labelled folder that `tablekeeper accuracy` reads, so the reader is measured on this very table;
beside each labelled picture lie the frames and edges that led to it, for replay. It sees the tray and the box, never
a hand of cards or a screen, and nothing leaves the table.
"""

from __future__ import annotations

import json
import shutil
import time
from collections import Counter, deque
from collections.abc import Iterable, Sequence
from dataclasses import replace
from pathlib import Path
from threading import Lock
from typing import NamedTuple

import cv2

from tablekeeper.engines.core.toml_text import Tree
from tablekeeper.faults import Words
from tablekeeper.hardware.sliding_box.hall_grid import Edge
from tablekeeper.vision.errors import LabelsError
from tablekeeper.vision.faces.candidates import Picture
from tablekeeper.vision.measure.labelled import LABELS, load_labels, save_corrected
from tablekeeper.vision.reading import Die

FOLDER = "fixed"
MINUTES = "minutes"
SESSION = "session.jsonl"
"""A minute is a recording as hardware/recording.py replays it."""
KEPT_S = 60.0
EVERY_S = 0.2
"""Five frames a second show how dice came to rest, and cost a hundredth of a core."""
QUALITY = 85
MOST_BYTES = 24 * 1024 * 1024
MOST_EDGES = 5_000
READINGS = 4
"""How many readings back a fix may speak of; each is kept as it was, for packing it would hold up the screen."""
MOST_MINUTES = 20
"""How many recorded minutes stay on the card; the labelled pictures stay all."""
UNKNOWN_BOX = (0, 0, 0, 0)


class Shot(NamedTuple):
    """One frame, as JPEG."""

    at_s: float
    jpeg: bytes


class Noted(NamedTuple):
    """A reading that became, or asked to become, the answer of this number."""

    picture: Picture
    dice: tuple[Die, ...]
    colours: tuple[str, ...]
    """The colour of each value of the answer, in its order."""


class Saved(NamedTuple):
    """Where a fixed reading was kept, or why not."""

    picture: Path | None
    why: str


class Recorder:
    """Keeps the last minute; the workers of camera and box feed it, the loop saves it."""

    def __init__(self, *, kept_s: float = KEPT_S, most_bytes: int = MOST_BYTES, every_s: float = EVERY_S) -> None:
        self.kept_s, self.most_bytes, self.every_s = kept_s, most_bytes, every_s
        self.shots: deque[Shot] = deque()
        self.edges: deque[Edge] = deque(maxlen=MOST_EDGES)
        self.bytes = 0
        self.readings: dict[int, Noted] = {}
        self._lock = Lock()

    def see(self, picture: Picture, at_s: float) -> None:
        """A frame of the tray; most are skipped, so call it for each."""
        if self.shots and 0 <= at_s - self.shots[-1].at_s < self.every_s:
            return
        jpeg = cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, QUALITY])[1].tobytes()
        with self._lock:
            self.shots.append(Shot(at_s, jpeg))
            self.bytes += len(jpeg)
            while self.shots and (self.bytes > self.most_bytes or at_s - self.shots[0].at_s > self.kept_s):
                self.bytes -= len(self.shots.popleft().jpeg)

    def edge(self, edge: Edge) -> None:
        """An edge of one of the box's sensors."""
        with self._lock:
            self.edges.append(edge)
            while edge.at_s - self.edges[0].at_s > self.kept_s:
                self.edges.popleft()

    def note_reading(self, number: int, picture: Picture, dice: Iterable[Die], colours: Iterable[str]) -> None:
        """The picture behind answer `number`, whole, in case somebody fixes it."""
        self.readings.pop(number, None)
        self.readings[number] = Noted(picture.copy(), tuple(dice), tuple(colours))
        while len(self.readings) > READINGS:
            del self.readings[next(iter(self.readings))]

    def save_fix(self, home: Path, number: int, values: Sequence[int], now_s: float) -> Saved:
        """Keep the picture behind answer `number` with what the dice really showed.

        Never stops the game: a full or spoilt disk is a sentence for the health line.
        """
        noted = self.readings.get(number)
        if noted is None:
            return Saved(None, "this answer was not read by the camera")
        folder = home / FOLDER
        name = f"{time.strftime('%Y%m%d-%H%M%S', time.localtime(now_s))}-{number}"
        try:
            if (folder / LABELS).exists():
                load_labels(folder)  # what is there shall be whole before anything is added
            kept = save_corrected(folder, noted.picture, label(noted.dice, noted.colours, values), name=name)
            self._save_minute(folder / MINUTES / name, noted, values)
            others = sorted(path for path in (folder / MINUTES).iterdir() if path.name != name)
            for old in others[: max(0, len(others) + 1 - MOST_MINUTES)]:
                shutil.rmtree(old)
        except (OSError, LabelsError) as fault:
            return Saved(None, Words("the fixed picture could not be kept: {fault}", fault=fault))
        return Saved(kept, "")

    def _save_minute(self, folder: Path, noted: Noted, values: Sequence[int]) -> None:
        with self._lock:
            shots, edges = list(self.shots), list(self.edges)
        folder.mkdir(parents=True, exist_ok=True)
        lines: list[Tree] = [
            {"kind": "edge", "at_s": edge.at_s, "cell": edge.cell, "present": edge.present} for edge in edges
        ]
        for number, shot in enumerate(shots):
            name = f"{number:04}.jpg"
            (folder / name).write_bytes(shot.jpeg)
            lines.append({"kind": "frame", "at_s": shot.at_s, "file": name, "metadata": {}})
        lines.sort(key=lambda line: float(line["at_s"]))
        (folder / SESSION).write_text("".join(json.dumps(line) + "\n" for line in lines), encoding="utf-8")
        story = {"read": [die.value for die in noted.dice], "right": list(values)}
        (folder / "story.json").write_text(json.dumps(story, indent=1) + "\n", encoding="utf-8")


def label(dice: Sequence[Die], colours: Sequence[str], values: Sequence[int]) -> list[Die]:
    """The dice as they really lay: boxes of the reading, values of the people, colour by colour.

    A die whose value was right keeps it; the others of its colour get the remaining values. A die that was not seen
    has no box, an invented one is dropped.
    """
    labelled: list[Die] = []
    for colour in dict.fromkeys(colours):
        left = Counter(value for name, value in zip(colours, values, strict=True) if name == colour)
        wrong = []
        for die in (die for die in dice if die.body == colour):
            if left[die.value] > 0:
                left[die.value] -= 1
                labelled.append(replace(die, doubt=None))
            else:
                wrong.append(die)
        for place, value in enumerate(sorted(left.elements())):
            found = wrong[place] if place < len(wrong) else Die(0, 0.0, colour, "unknown", UNKNOWN_BOX)
            labelled.append(replace(found, value=value, doubt=None))
    return labelled
