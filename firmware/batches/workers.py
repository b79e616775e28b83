"""Who plays pieces: this process, or several on this machine. `cluster.py` has those on others."""

from __future__ import annotations

import os
import signal
import threading
from collections import deque
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from multiprocessing import connection, get_context, parent_process
from typing import Protocol

from tablekeeper.firmware.batches.piece import Played, play_piece
from tablekeeper.firmware.batches.task import Piece, Task
from tablekeeper.firmware.errors import BadInput

MOST_WORKERS = 1000
MOST_LOST = 3
"""How often workers may die without a piece being finished in between."""


class Workers(Protocol):
    """Those who play."""

    lost: int
    """How often a worker died; its games were played again."""

    @property
    def count(self) -> int:
        """How many play at a time."""
        ...

    def give(self, piece: Piece) -> None:
        """Have a piece played."""
        ...

    def take(self) -> list[Played]:
        """Wait for the next pieces that are finished."""
        ...

    def close(self) -> None:
        """Send them home; pieces that are not finished are dropped."""
        ...


class ThisProcess:
    """Plays here, one piece after the other."""

    count = 1
    lost = 0

    def __init__(self) -> None:
        self._due: deque[Piece] = deque()

    def give(self, piece: Piece) -> None:
        """Play it when it is its turn."""
        self._due.append(piece)

    def take(self) -> list[Played]:
        """Play the next one."""
        return [play_piece(self._due.popleft())]

    def close(self) -> None:
        """Nothing is open."""


class Processes:
    """Plays in several processes of this machine."""

    def __init__(self, task: Task, count: int) -> None:
        self._what = task.what
        self.count = count
        self.lost = 0
        self._unlucky = 0
        self._pool = self._start()
        self._due: dict[Future[Played], Piece] = {}

    def give(self, piece: Piece) -> None:
        """Whoever is free plays it."""
        try:
            self._due[self._pool.submit(play_piece, piece)] = piece
        except BrokenProcessPool:
            self._start_again([piece])

    def take(self) -> list[Played]:
        """Those that are finished; where a worker has died, all that were under way are played again."""
        done, _ = wait(self._due, return_when=FIRST_COMPLETED)
        played, again = [], []
        for future in done:
            piece = self._due.pop(future)
            if isinstance(future.exception(), BrokenProcessPool):
                again.append(piece)
            else:
                played.append(future.result())
        if played:
            self._unlucky = 0
        if again:
            self._start_again(again)
        return played

    def close(self) -> None:
        """Nobody waits for what is still being played."""
        for process in list((self._pool._processes or {}).values()):  # noqa: SLF001 (there is no other way to end them)
            process.terminate()
        self._pool.shutdown(cancel_futures=True)

    def _start(self) -> ProcessPoolExecutor:
        return ProcessPoolExecutor(self.count, get_context("spawn"), _begin_worker)

    def _start_again(self, pieces: list[Piece]) -> None:
        self.lost += 1
        self._unlucky += 1
        pieces += self._due.values()
        self._due.clear()
        self._pool.shutdown(cancel_futures=True)
        if self._unlucky > MOST_LOST:
            games = min(pieces, key=lambda piece: piece.first).spell()
            raise BadInput(
                "Cannot {what}: workers died {unlucky} times in a row, at last with the games {games}; expected "
                "workers with enough memory, so try fewer",
                what=self._what,
                unlucky=self._unlucky,
                games=games,
            )
        self._pool = self._start()
        for piece in pieces:
            self.give(piece)


def _begin_worker() -> None:
    """A worker leaves Ctrl-C to the run, and ends with it even where that one is killed."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_end_with_the_run, daemon=True).start()


def _end_with_the_run() -> None:
    run = parent_process()
    assert run is not None
    connection.wait([run.sentinel])
    os._exit(1)


def open_workers(task: Task, workers: int, cluster: str = "") -> Workers:
    """Those who were asked for; one is this process itself."""
    if cluster:
        from tablekeeper.firmware.batches.cluster import Cluster

        return Cluster(task, cluster)
    if not 1 <= workers <= MOST_WORKERS:
        raise BadInput(
            "Cannot {what}: found {workers} workers; expected 1 to {most_workers}",
            what=task.what,
            workers=workers,
            most_workers=MOST_WORKERS,
        )
    needed = min(workers, -(-task.games // task.first_piece))
    return ThisProcess() if needed == 1 else Processes(task, needed)
