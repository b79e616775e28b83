"""Playing a task to its end: pieces are given out, what comes back is kept, and nothing is played twice."""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

from tablekeeper.firmware.batches.adding import add_up
from tablekeeper.firmware.batches.pieces import Cutter
from tablekeeper.firmware.batches.results import Results
from tablekeeper.firmware.batches.task import Task
from tablekeeper.firmware.batches.workers import Workers, open_workers

AHEAD = 2
"""Pieces a worker has before it, so that it never waits for the next one."""

Progress = Callable[[int], None]
"""progress(games) hears how many of the games have been played."""


class Where(NamedTuple):
    """Who plays, and where the results go."""

    workers: int = 1
    cluster: str = ""
    results: Path | None = None


class Total(NamedTuple):
    """What came out of all games."""

    found: Any
    games: int
    fresh: int
    """Games that were played now, not found in the file."""
    seconds: float
    worked: float
    """Seconds that the workers spent on all of these games, of earlier runs too."""
    lost: int
    """How often a worker died; its games were played again."""


def run(
    task: Task, where: Where = Where(), progress: Progress = lambda games: None,  # noqa: B008 (frozen)
    clock: Callable[[], float] = time.perf_counter,
) -> Total:  # fmt: skip
    """Play all games of a task that the results do not hold yet."""
    results = Results(task, where.results)
    try:
        found, began, lost = results.games, clock(), 0
        progress(found)
        if found < task.games:
            workers = open_workers(task, where.workers, where.cluster)
            try:
                began = clock()
                _play(task, results, workers, progress)
                lost = workers.lost
            finally:
                workers.close()
        played = sorted(results.played, key=lambda one: one.first)
        total = add_up(one.found for one in played)
        return Total(total, task.games, task.games - found, clock() - began, sum(one.seconds for one in played), lost)
    finally:
        results.close()


def _play(task: Task, results: Results, workers: Workers, progress: Progress) -> None:
    cutter = Cutter(task, [range(one.first, one.first + one.games) for one in results.played])
    under_way = 0
    while True:
        while under_way < AHEAD * workers.count and (piece := cutter.next(workers.count)):
            workers.give(piece)
            under_way += 1
        if not under_way:
            return
        for played in workers.take():
            under_way -= 1
            cutter.note(played)
            results.add(played)
            progress(results.games)
