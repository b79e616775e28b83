"""Runs the jobs of the rig, two at a time, and each within its time."""

from __future__ import annotations

import errno
import os
import signal
import traceback
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from types import FrameType
from typing import NoReturn

from tests.rig.errors import NO_SPACE, Broken, Late, Missing, blame

WORKS, BROKEN, MISSING = "works", "BROKEN", "did not run"
STATUS = {WORKS: 0, BROKEN: 1, MISSING: 3}
AT_ONCE = 3
"""One more than there are cores: the pins wait for their own clock in the last third of their time."""


@dataclass(frozen=True)
class Job:
    """Something to be done within its time. What it needs must have worked before; `late` is what it is otherwise."""

    name: str
    limit_s: int
    needs: str = ""
    late: str = BROKEN


def take_turns(jobs: Sequence[Job], begin: Callable[[Job], int], skip: Callable[[Job], None]) -> dict[str, str]:
    """Do jobs in their order, as far as they need not wait; `begin` gives the process that does a job."""
    results: dict[str, str] = {}
    waiting, running = list(jobs), dict[int, Job]()
    while waiting or running:
        for job in [job for job in waiting if results.get(job.needs, WORKS) != WORKS]:
            waiting.remove(job)
            skip(job)
            results[job.name] = MISSING
        ready = [job for job in waiting if not job.needs or job.needs in results]
        for job in ready[: AT_ONCE - len(running)]:
            waiting.remove(job)
            running[begin(job)] = job
        if running:
            process, status = os.wait()
            results[running.pop(process).name] = read_status(os.waitstatus_to_exitcode(status))
    return {job.name: results[job.name] for job in jobs}


def read_status(status: int) -> str:
    """What the exit status of a job says; one that no job ends with is no success."""
    return next((result for result, known in STATUS.items() if known == status), BROKEN)


def perform(job: Job, do: Callable[[], None], report: Callable[[str], None]) -> str:
    """Do one job in this process; what became of it, which is also told."""
    try:
        with within(job.limit_s):
            do()
    except Late as late:
        report(f"{job.late}: {late}")
        return job.late
    except Missing as missing:
        report(f"{MISSING}: {missing}")
        return MISSING
    except Broken as broken:
        report(f"{BROKEN}: {broken}")
        return BROKEN
    except OSError as error:
        if error.errno in (errno.ENOSPC, errno.EDQUOT):
            report(f"{MISSING}: {blame(f'writing {str(error.filename)!r}', NO_SPACE, Missing)}")
            return MISSING
        report(f"{BROKEN}: the rig itself failed\n{traceback.format_exc()}")
        return BROKEN
    except Exception:  # noqa: BLE001  # one job that fails in an unforeseen way must not hide the others
        report(f"{BROKEN}: the rig itself failed\n{traceback.format_exc()}")
        return BROKEN
    return WORKS


@contextmanager
def within(limit_s: int) -> Iterator[None]:
    """Let something take so long and no longer, whatever it waits for."""

    def ring(number: int, frame: FrameType | None) -> NoReturn:
        raise Late(f"found no end within {limit_s} s: it hangs, or this machine or its network is too slow")

    before = signal.signal(signal.SIGALRM, ring)
    signal.alarm(limit_s)
    try:
        yield
    finally:
        signal.alarm(0)
        signal.signal(signal.SIGALRM, before)
