"""How many pieces a second a Dask scheduler hands out: python -m tests.services.scheduler_rate --games 2000.

Each game is one toss of a coin and each piece one game, so nearly all of the time is the scheduler's, the client's and
the workers' own. It starts a scheduler and workers on this machine and ends them.
"""

from __future__ import annotations

import argparse
import time
from pathlib import Path
from tempfile import TemporaryDirectory

from tablekeeper.firmware.batches.task import cut
from tablekeeper.firmware.batches.workers import open_workers
from tests.firmware.batches.plays import task
from tests.services.cluster import DaskCluster


def main() -> None:
    """Print pieces a second, and processor time of the scheduler for each."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=2000)
    parser.add_argument("--workers", type=int, default=2)
    asked = parser.parse_args()
    with TemporaryDirectory() as folder:
        cluster = DaskCluster(Path(folder))
        try:
            for _ in range(asked.workers):
                cluster.add_worker()
            work = task(asked.games)
            workers = open_workers(work, 1, cluster.address)
            before, began = _processor_s(cluster.scheduler.pid), time.perf_counter()
            for number in range(asked.games):
                workers.give(cut(work, number, 1))
            played = 0
            while played < asked.games:
                played += len(workers.take())
            seconds = time.perf_counter() - began
            spent = _processor_s(cluster.scheduler.pid) - before
            workers.close()
        finally:
            cluster.kill()
    print(f"{asked.games} pieces on {asked.workers} workers: {asked.games / seconds:.0f} a second; "
          f"the scheduler spent {1000 * spent / asked.games:.2f} ms of processor time on each")  # fmt: skip


def _processor_s(pid: int) -> float:
    """Seconds of processor time that a process has spent, as the kernel counts them in hundredths."""
    fields = Path(f"/proc/{pid}/stat").read_text(encoding="ascii").rsplit(")", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / 100


if __name__ == "__main__":
    main()
