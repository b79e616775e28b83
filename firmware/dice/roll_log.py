"""The rolls of one sitting, as people confirmed them, for the table that the screen saves."""

from __future__ import annotations

import csv
import time
from collections import deque
from collections.abc import Callable, Sequence
from pathlib import Path

from tablekeeper.display.dice_pages import Face
from tablekeeper.firmware.dice.table import COLUMNS
from tablekeeper.firmware.errors import BadInput, why_of

MOST_ROLLS = 20_000
"""The oldest are left out beyond that: two days without a break."""


class RollLog:
    """Takes rolls, corrects the latest, and writes all of them."""

    def __init__(self, folder: Path, now: Callable[[], float]) -> None:
        self._now = now
        self._rolls: deque[tuple[int, float, Sequence[Face]]] = deque(maxlen=MOST_ROLLS)
        self._count = 0
        self._path = folder / time.strftime("rolls-%Y%m%d-%H%M%S.csv", time.localtime(now()))

    def add(self, faces: Sequence[Face]) -> None:
        """One more roll."""
        self._count += 1
        self._rolls.append((self._count, self._now(), faces))

    def correct(self, faces: Sequence[Face]) -> None:
        """The latest roll was another one."""
        number, at_s, _ = self._rolls.pop()
        self._rolls.append((number, at_s, faces))

    def save(self) -> str:
        """Write the file anew; returns its name, or raises a BadInput."""
        draft = self._path.with_suffix(".new")
        try:
            with draft.open("w", encoding="utf-8", newline="") as file:
                lines = csv.writer(file)
                lines.writerow(COLUMNS)
                for number, at_s, faces in self._rolls:
                    dice = " ".join(f"{body}:{value}" for body, value in faces)
                    lines.writerow((number, round(at_s, 3), True, "", sum(value for _, value in faces), dice))
            draft.replace(self._path)
        except OSError as fault:
            raise BadInput(why_of(fault)) from None
        return self._path.name
