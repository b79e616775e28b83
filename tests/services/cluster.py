"""A real Dask scheduler and real workers on this machine, each a process of its own that can be killed."""

from __future__ import annotations

import contextlib
import os
import re
import subprocess
import sys
import time
from collections.abc import Mapping
from pathlib import Path

from tests.engines.tables import ROOT

PATIENCE_S = 60.0
PORT = re.compile(rb"Scheduler at:\s+tcp://127\.0\.0\.1:(\d+)")
JOINED = re.compile(rb"Start worker at:\s+(tcp://\S+)[\s\S]*Registered to:")


class DaskCluster:
    """One scheduler, and as many workers as are started."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.worker_address = ""
        """Of the last one."""
        self.workers: list[subprocess.Popen[bytes]] = []
        self.scheduler = self._start("scheduler", "--host", "127.0.0.1", "--port", "0", "--no-dashboard")
        self.address = f"tcp://127.0.0.1:{int(self._hear('scheduler', PORT, self.scheduler).group(1))}"

    def add_worker(self, before: str | Path = "") -> subprocess.Popen[bytes]:
        """One more worker; with `before`, the modules of that folder come before this checkout's."""
        name = f"worker{len(self.workers)}"
        worker = self._start(
            name, self.address, "--nthreads", "1", "--no-nanny", "--no-dashboard", "--host", "127.0.0.1",
            "--local-directory", str(self.folder), path=before,
        )  # fmt: skip
        self.workers.append(worker)
        self.worker_address = self._hear(name, JOINED, worker).group(1).decode()
        return worker

    def kill(self) -> None:
        """As when all machines lose their power."""
        for process in (*self.workers, self.scheduler):
            process.kill()
        for process in (*self.workers, self.scheduler):
            process.wait(PATIENCE_S)

    def _start(self, name: str, *words: str, path: str | Path = "") -> subprocess.Popen[bytes]:
        kind = name.rstrip("0123456789")
        with (self.folder / f"{name}.log").open("wb") as log:
            return subprocess.Popen(
                [sys.executable, "-m", "dask", kind, *words], stdout=log, stderr=log, env=surroundings(path),
                cwd=self.folder,
            )  # fmt: skip

    def _hear(self, name: str, words: re.Pattern[bytes], process: subprocess.Popen[bytes]) -> re.Match[bytes]:
        log, until = self.folder / f"{name}.log", time.monotonic() + PATIENCE_S
        while time.monotonic() < until:
            with contextlib.suppress(OSError):
                if found := words.search(log.read_bytes()):
                    return found
            assert process.poll() is None, log.read_text()
            time.sleep(0.05)
        raise AssertionError(f"{name} did not come up: {log.read_text()}")


def surroundings(before: str | Path = "") -> Mapping[str, str]:
    """The environment of a process that finds these tests; with `before`, that folder's modules first."""
    return {**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, (str(before), str(ROOT))))}
