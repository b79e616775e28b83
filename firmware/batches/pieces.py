"""How games are cut into pieces: about a second each, longer ones for very many workers, so that whoever hands them out
keeps up, and small ones towards the end, so that no worker waits long."""

from __future__ import annotations

from collections.abc import Iterable

from tablekeeper.firmware.batches.piece import Played
from tablekeeper.firmware.batches.task import Piece, Task, cut

PIECE_S = 1.0
HANDED_OUT_S = 0.005
"""What handing out a piece may cost; tests/services/scheduler_rate.py measured 2.2 ms of a Dask scheduler."""
MOST = 10_000
"""Games in one piece: what is lost at most when a worker dies."""
GROWTH = 4
"""A piece has at most so many times the games of those before it: the first games may have been short ones."""


class Cutter:
    """Cuts what is left of a task, piece by piece."""

    def __init__(self, task: Task, done: Iterable[range]) -> None:
        self._task = task
        self._gaps = find_gaps(task.games, done)
        self._games = 0
        self._seconds = 0.0
        self._size = task.first_piece
        self._workers = 1

    @property
    def left(self) -> int:
        """Games that nobody has been given."""
        return sum(map(len, self._gaps))

    def note(self, played: Played) -> None:
        """Learn how long a game takes."""
        self._games += played.games
        self._seconds += played.seconds
        wanted = round(max(PIECE_S, HANDED_OUT_S * self._workers) * self._games / max(self._seconds, 1e-9))
        self._size = max(1, min(wanted, GROWTH * max(self._size, played.games), MOST))

    def next(self, workers: int) -> Piece | None:
        """The next piece for one of so many workers; None when all games have been given away."""
        self._workers = workers
        if not self._gaps:
            return None
        gap = self._gaps.pop()
        fair = max(1, (self.left + len(gap)) // (2 * workers))
        count = min(self._size, fair, len(gap))
        if count < len(gap):
            self._gaps.append(gap[count:])
        return cut(self._task, gap.start, count)


def find_gaps(games: int, done: Iterable[range]) -> list[range]:
    """The games that are in none of these ranges, the first of them at the end of the list."""
    gaps, at = [], 0
    for some in sorted(done, key=lambda some: some.start):
        if at < some.start:
            gaps.append(range(at, some.start))
        at = max(at, some.stop)
    if at < games:
        gaps.append(range(at, games))
    return gaps[::-1]
