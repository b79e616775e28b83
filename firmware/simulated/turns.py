"""Serves the workers of a table whose time is its own: in turn, in one thread, so that an evening repeats itself."""

from __future__ import annotations

from tablekeeper.firmware.senses.camera.eye import Eye
from tablekeeper.firmware.senses.edges import EdgeWorker
from tablekeeper.firmware.senses.supervisor import Device, Worker


class Turns:
    """What a supervisor is to a real table."""

    def __init__(self) -> None:
        self.eye: Eye | None = None
        self.listening: list[EdgeWorker] = []

    def start(self, name: str, worker: Worker, device: Device, *, is_open: bool = True) -> None:
        """Serve a worker from now on; the eye is called when there is something to look at."""
        if isinstance(worker, Eye):
            self.eye = worker
        elif isinstance(worker, EdgeWorker):
            self.listening.append(worker)
        else:
            raise TypeError(f"Cannot serve the {name}: found {type(worker).__name__}; expected eyes and edge workers")

    def stop(self) -> list[str]:
        """Nothing runs by itself."""
        return []

    def look(self) -> None:
        """Let the eye take a frame."""
        if self.eye is not None:
            self.eye.step()

    def listen(self) -> None:
        """Let everybody else report their news."""
        for worker in self.listening:
            worker.report()
