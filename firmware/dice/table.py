"""Rolls as a table for spreadsheets (CSV): a line a roll, added to the file as soon as the roll is known."""

from __future__ import annotations

import csv
from pathlib import Path

from tablekeeper.firmware.dice.roll import DiceRoll
from tablekeeper.firmware.errors import BadInput, why_of

COLUMNS = ("roll", "at", "sure", "why", "sum", "dice")


class RollTable:
    """A CSV file; one that exists already is continued if it is of ours."""

    def __init__(self, path: Path) -> None:
        self.path = path
        try:
            begun = path.exists() and path.stat().st_size > 0
            if begun:
                self._check_head()
            self._file = path.open("a", encoding="utf-8", newline="")
        except (OSError, UnicodeDecodeError) as fault:
            raise BadInput(
                "Cannot write rolls to {path}: {why}; expected a file of your own", path=path, why=why_of(fault)
            ) from fault
        self._lines = csv.writer(self._file)
        if not begun:
            self._write(COLUMNS)

    def add(self, roll: DiceRoll) -> None:
        """One more roll, on its way to the disk at once."""
        dice = " ".join(f"{die.body}:{die.value}" for die in roll.dice)
        self._write((roll.number, round(roll.at, 3), roll.sure, roll.why or "", roll.sum, dice))

    def close(self) -> None:
        """No more rolls."""
        self._file.close()

    def _check_head(self) -> None:
        with self.path.open(encoding="utf-8", newline="") as file:
            head = file.readline(200).strip()
        if head != ",".join(COLUMNS):
            raise BadInput(
                "Cannot write rolls to {path}: found a file that begins {head!r}; expected a new file, or one "
                "that this command began",
                path=self.path,
                head=head,
            )

    def _write(self, cells: tuple[object, ...]) -> None:
        self._lines.writerow(cells)
        self._file.flush()
