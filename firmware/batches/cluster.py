"""Playing on the workers of a Dask scheduler, on as many machines as it has."""

from __future__ import annotations

import logging
import re
from importlib import import_module
from typing import Any

from tablekeeper.firmware.batches.piece import OtherRelease, Played, play_piece
from tablekeeper.firmware.batches.task import Piece, Task
from tablekeeper.firmware.errors import BadInput

ADDRESS = re.compile(r"[a-z]{2,8}://[^\s/@]{1,250}:\d{1,5}")
PATIENCE_S = 10.0
"""How long a scheduler may take to answer, and to find a worker."""
MOST_LOST = 3
"""How often the same games may lose their worker."""
LONGEST = 200
"""Letters of what a worker says that is shown."""


class Cluster:
    """Plays wherever the scheduler says."""

    def __init__(self, task: Task, address: str) -> None:
        self._what, self._address, self._release = task.what, address, task.release
        self.lost = 0
        self._due: dict[Any, tuple[Piece, int]] = {}
        if not ADDRESS.fullmatch(address):
            raise _not_there(task.what, address, "that is no address")
        try:
            distributed: Any = import_module("distributed")
        except ImportError:
            raise BadInput(
                f"Cannot {task.what} on a cluster: found no package `distributed`; "
                "expected it: pip install 'tablekeeper[cluster]'"
            ) from None
        self._client = _connect(distributed, task.what, address)
        self._finished = distributed.as_completed(raise_errors=False, loop=self._client.loop)

    @property
    def count(self) -> int:
        """The threads that there are now; workers may come and go."""
        workers = self._client.scheduler_info(n_workers=-1)["workers"].values()
        return max(1, sum(int(worker["nthreads"]) for worker in workers))

    def give(self, piece: Piece) -> None:
        """The scheduler chooses a worker."""
        self._give(piece, 0)

    def take(self) -> list[Played]:
        """Those that are finished; where a worker has died, its games are played again."""
        played = []
        for future in self._finished.next_batch(block=True):
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

    def _give(self, piece: Piece, lost: int) -> None:
        future = self._client.submit(play_piece, piece, pure=False)
        self._due[future] = (piece, lost)
        self._finished.add(future)

    def _give_again(self, future: Any, piece: Piece, lost: int) -> None:
        if future.status != "error":
            raise self._refused("the scheduler is gone; expected it to stay until the end")
        fault = future.exception()
        if type(fault).__name__ != "KilledWorker":
            raise self._spell(fault)
        self.lost += 1
        if lost + 1 >= MOST_LOST:
            raise self._refused(
                f"the games {piece.spell()} lost {lost + 1} workers; expected workers with enough memory"
            )
        self._give(piece, lost + 1)

    def _spell(self, fault: BaseException) -> Exception:
        if isinstance(fault, BadInput):
            return fault
        if isinstance(fault, OtherRelease):
            return self._refused(f"a worker has Tablekeeper {fault}; expected {self._release}")
        return self._refused(
            f"a worker found {type(fault).__name__}: {str(fault)[:LONGEST]}; expected workers with this Tablekeeper"
        )

    def _refused(self, why: str) -> BadInput:
        return BadInput(f"Cannot {self._what} on {self._address}: {why}")


def _not_there(what: str, address: str, found: str) -> BadInput:
    right = "the address of a Dask scheduler, such as tcp://127.0.0.1:8786"
    return BadInput(f"Cannot {what} on {address}: {found}; expected {right}")


def _connect(distributed: Any, what: str, address: str) -> Any:
    """A client of the scheduler, once that has a worker."""
    for name in [name for name in logging.root.manager.loggerDict if name.startswith("distributed")]:
        logging.getLogger(name).setLevel(logging.CRITICAL)  # what matters becomes one sentence
    try:
        client = distributed.Client(address, timeout=PATIENCE_S, set_as_default=False)
    except Exception as fault:  # noqa: BLE001 (an address can be wrong in many ways)
        raise _not_there(what, address, f"nobody answers there as a scheduler does ({type(fault).__name__})") from None
    try:
        client.wait_for_workers(1, timeout=PATIENCE_S)
    except TimeoutError:
        client.close()
        raise BadInput(
            f"Cannot {what} on {address}: the scheduler has no worker; expected at least one: dask worker {address}"
        ) from None
    return client
