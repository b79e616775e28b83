"""A file of results: a line that says what is played, then one line for each piece, appended as it is finished.

A run that was stopped goes on with it: what is there is not played again.
"""

from __future__ import annotations

import fcntl
import json
from itertools import pairwise
from pathlib import Path
from typing import IO, Any

from tablekeeper.faults import Words
from tablekeeper.firmware.batches.piece import Played
from tablekeeper.firmware.batches.task import Task
from tablekeeper.firmware.errors import BadInput, why_of

FORMAT = 1
MOST_LINE = 1_000_000
"""Letters of a line."""
HEADER = ("play", "about", "seed", "release")


class Results:
    """The results of one task; without a file they are only remembered."""

    def __init__(self, task: Task, path: Path | None = None) -> None:
        self._task = task
        self._path = path
        self._file: IO[bytes] | None = None
        self.played: list[Played] = []
        if path is not None:
            try:
                self._open(path)
            except OSError as fault:
                self.close()
                raise self._refused(Words("{why}; expected a file that can be written", why=why_of(fault))) from None
            except BaseException:
                self.close()
                raise

    @property
    def games(self) -> int:
        """How many have been played."""
        return sum(played.games for played in self.played)

    def add(self, played: Played) -> None:
        """Keep what a piece found."""
        self.played.append(played)
        self._write([played.first, played.games, round(played.seconds, 4), played.found])

    def close(self) -> None:
        """Give the file back."""
        if self._file is not None:
            self._file.close()
            self._file = None

    def _open(self, path: Path) -> None:
        if path.exists() and not path.is_file():
            raise self._refused(Words("it is no plain file; expected a file of results, or a new name"))
        self._file = path.open("a+b")
        try:
            fcntl.flock(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            raise self._refused(Words("another run writes it; expected a file of its own for each run")) from None
        self._file.seek(0)
        first = self._file.readline(MOST_LINE)
        if first.endswith(b"\n"):
            self._check_header(first)
            self._read_pieces()
        else:  # new, or cut before its first line was whole
            if first and not b'{"about":'.startswith(first[:9]):
                raise self._refused(Words("its first line is none of ours; expected a file of results, or a new name"))
            self._file.truncate(0)
            self._write(self._header())

    def _header(self) -> dict[str, object]:
        task = self._task
        about = json.loads(task.about)
        return {"about": about, "format": FORMAT, "play": task.play, "release": task.release, "seed": task.seed}

    def _check_header(self, line: bytes) -> None:
        found = _read(line)
        if not isinstance(found, dict) or found.get("format") != FORMAT:
            raise self._refused(Words("its first line is none of ours; expected a file of results, or a new name"))
        for name, what in (("release", "release"), ("seed", "seed"), ("play", "task"), ("about", "task")):
            mine, its = self._header()[name], found.get(name)
            if mine != its:
                if what == "task":
                    raise self._refused(Words("it holds results of another task; expected a new name"))
                raise self._refused(
                    Words("it holds {what} {its}; expected {mine}, or a new name", what=what, its=its, mine=mine)
                )

    def _read_pieces(self) -> None:
        assert self._file is not None
        whole, number = self._file.tell(), 1
        for line in iter(lambda: self._file.readline(MOST_LINE), b""):  # type: ignore[union-attr]
            number += 1
            if not line.endswith(b"\n"):
                if len(line) == MOST_LINE:
                    raise self._refused(
                        Words("line {number} is longer than any result; expected a new name", number=number)
                    )
                self._file.truncate(whole)  # a run was killed while it wrote: this piece is played again
                break
            whole += len(line)
            self.played.append(self._read_piece(line, number))
        self._file.seek(0, 2)
        for one, other in pairwise(sorted(self.played, key=lambda one: one.first)):
            if other.first < one.first + one.games:
                raise self._refused(Words("game {number:,} is in it twice; expected a new name", number=other.first))

    def _read_piece(self, line: bytes, number: int) -> Played:
        found = _read(line)
        if not _is_piece(found):
            raise self._refused(Words("line {number} is no result; expected a new name", number=number))
        first, count, seconds, what = found
        if first + count > self._task.games:
            raise self._refused(
                Words(
                    "line {number} holds game number {game:,}; expected at most {games:,}, or --games {game} or more",
                    number=number,
                    game=first + count,
                    games=self._task.games,
                )
            )
        return Played(first, count, seconds, what)

    def _write(self, line: object) -> None:
        if self._file is None:
            return
        try:
            self._file.write(json.dumps(line, separators=(",", ":")).encode() + b"\n")
            self._file.flush()
        except OSError as fault:
            raise self._refused(Words("{why}; expected a disk with room", why=why_of(fault))) from None

    def _refused(self, why: Words) -> BadInput:
        return BadInput(
            "Cannot {what} with the results in {path}: {why}", what=self._task.what, path=self._path, why=why
        )


def _read(line: bytes) -> Any:
    try:
        return json.loads(line)
    except (ValueError, RecursionError):
        return None


def _is_piece(found: object) -> bool:
    return (
        isinstance(found, list)
        and len(found) == 4
        and type(found[0]) is int
        and type(found[1]) is int
        and found[0] >= 0
        and found[1] >= 1
        and isinstance(found[2], (int, float))
    )
