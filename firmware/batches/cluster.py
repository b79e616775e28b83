"""Playing on the workers of a Dask scheduler, on as many machines as it has."""

from __future__ import annotations

from collections.abc import Callable
from queue import Empty, SimpleQueue
from typing import Protocol

from tablekeeper.faults import Words
from tablekeeper.firmware.batches.piece import OtherRelease, Played, play_piece
from tablekeeper.firmware.batches.scheduler import PATIENCE_S, connect
from tablekeeper.firmware.batches.task import Piece, Task
from tablekeeper.firmware.errors import BadInput

ALONE_S = 20.0
"""How long a scheduler may be without a worker: one that dies is mostly started again within a few seconds."""
MOST_LOST = 3
"""How often the same games may lose their worker."""
LONGEST = 200
"""Letters of what a worker says that is shown."""


class Future(Protocol):
    """What Dask gives for games that a worker has been asked to play."""

    status: str

    def result(self) -> Played:
        """What was played."""

    def exception(self) -> BaseException:
        """Why it was not."""

    def add_done_callback(self, call: Callable[[Future], None]) -> None:
        """Call this when it is finished."""


class Cluster:
    """Plays wherever the scheduler says."""

    def __init__(self, task: Task, address: str) -> None:
        self._what, self._address, self._release = task.what, address, task.release
        self.lost = 0
        self._due: dict[Future, tuple[Piece, int]] = {}
        self._finished: SimpleQueue[Future] = SimpleQueue()
        self._client = connect(task.what, address)

    @property
    def count(self) -> int:
        """The threads that there are now; workers may come and go."""
        return max(1, self._threads())

    def give(self, piece: Piece) -> None:
        """The scheduler chooses a worker."""
        self._give(piece, 0)

    def take(self) -> list[Played]:
        """Those that are finished; where a worker has died, its games are played again."""
        played = []
        for future in self._wait():
            piece, lost = self._due.pop(future)
            if future.status == "finished":
                played.append(future.result())
            else:
                self._give_again(future, piece, lost)
        return played

    def close(self) -> None:
        """What is still being played is called off."""
        self._client.cancel(list(self._due), force=True)
        self._client.close(timeout=PATIENCE_S)

    def _threads(self) -> int:
        workers = self._client.scheduler_info(n_workers=-1)["workers"].values()
        return sum(int(worker["nthreads"]) for worker in workers)

    def _wait(self) -> list[Future]:
        """At least one future that is finished, unless the scheduler has had no worker for too long."""
        alone = False
        while True:
            try:
                futures = [self._finished.get(timeout=ALONE_S)]
            except Empty:
                if alone and not self._threads():
                    raise self._refused(
                        Words("all its workers are gone; expected workers with this Tablekeeper and enough memory")
                    ) from None
                alone = not self._threads()
                continue
            while not self._finished.empty():
                futures.append(self._finished.get())
            return futures

    def _give(self, piece: Piece, lost: int) -> None:
        future: Future = self._client.submit(play_piece, piece, pure=False)
        self._due[future] = (piece, lost)
        future.add_done_callback(self._finished.put)

    def _give_again(self, future: Future, piece: Piece, lost: int) -> None:
        if future.status != "error":
            raise self._refused(Words("the scheduler is gone; expected it to stay until the end"))
        fault = future.exception()
        if type(fault).__name__ != "KilledWorker":
            raise self._spell(fault)
        self.lost += 1
        if lost + 1 >= MOST_LOST:
            raise self._refused(
                Words(
                    "the games {games} lost {lost} workers; expected workers with enough memory",
                    games=piece.spell(),
                    lost=lost + 1,
                )
            )
        self._give(piece, lost + 1)

    def _spell(self, fault: BaseException) -> Exception:
        if isinstance(fault, BadInput):
            return fault
        if isinstance(fault, OtherRelease):
            return self._refused(
                Words("a worker has Tablekeeper {found}; expected {release}", found=str(fault), release=self._release)
            )
        return self._refused(
            Words(
                "a worker found {kind}: {why}; expected workers with this Tablekeeper",
                kind=type(fault).__name__,
                why=str(fault)[:LONGEST],
            )
        )

    def _refused(self, why: Words) -> BadInput:
        return BadInput("Cannot {what} on {address}: {why}", what=self._what, address=self._address, why=why)
