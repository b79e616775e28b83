"""Two jobs at a time, each within its time, and what hangs or fails never looks like a success."""

from __future__ import annotations

import errno
import os
import signal
from collections.abc import Callable

import pytest

from tests.rig.__main__ import JOBS, LAST
from tests.rig.errors import NO_SPACE, Broken, Missing, blame
from tests.rig.turns import AT_ONCE, BROKEN, MISSING, STATUS, WORKS, Job, perform, read_status, take_turns, within

CI_S = 90 * 60
REST_OF_CI_S = 15 * 60


def start(status: int) -> int:
    """A process that ends like this."""
    process = os.fork()
    if process == 0:
        os._exit(status)
    return process


def test_jobs_take_turns_and_each_gets_its_own_result() -> None:
    ends = {"a": 0, "b": 1, "c": 3, "d": 0}
    begun: list[str] = []

    def begin(job: Job) -> int:
        begun.append(job.name)
        return start(ends[job.name])

    done = take_turns([Job(name, 1) for name in ends], begin, lambda job: pytest.fail(job.name))
    assert done == {"a": WORKS, "b": BROKEN, "c": MISSING, "d": WORKS}
    assert begun == ["a", "b", "c", "d"]


def test_no_more_than_two_run_at_once() -> None:
    begun: list[int] = []
    most = 0

    def begin(job: Job) -> int:
        nonlocal most
        begun.append(start(0))
        most = max(most, sum(map(is_waited_for, begun)))
        return begun[-1]

    take_turns([Job(str(number), 1) for number in range(6)], begin, lambda job: None)
    assert most <= AT_ONCE


def is_waited_for(process: int) -> bool:
    """Whether a process runs, or has ended but was not asked for its status yet."""
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    return True


@pytest.mark.parametrize(("ends", "result"), [(0, WORKS), (1, MISSING), (3, MISSING)])
def test_what_needs_something_waits_for_it_and_is_left_out_without(ends: int, result: str) -> None:
    skipped: list[str] = []
    begun: list[str] = []

    def begin(job: Job) -> int:
        begun.append(job.name)
        return start(ends if job.name == "base" else 0)

    jobs = [Job("part", 1, needs="base"), Job("base", 1)]
    assert take_turns(jobs, begin, lambda job: skipped.append(job.name))["part"] == result
    assert begun == (["base", "part"] if ends == 0 else ["base"])
    assert skipped == ([] if ends == 0 else ["part"])


@pytest.mark.parametrize("status", [-signal.SIGKILL, 2, 137])
def test_an_end_that_no_job_has_is_no_success(status: int) -> None:
    assert read_status(status) == BROKEN


def fail_with(fault: BaseException) -> Callable[[], None]:
    def do() -> None:
        raise fault

    return do


@pytest.mark.parametrize(
    ("fault", "result", "words"),
    [
        (Missing("no wheels"), MISSING, "no wheels"),
        (Broken("lost an edge"), BROKEN, "lost an edge"),
        (ValueError("odd"), BROKEN, "odd"),
        (OSError(errno.EIO, "torn cable"), BROKEN, "torn cable"),
        (OSError(errno.ENOSPC, NO_SPACE, "/cache/deb"), MISSING, "'/cache/deb'; the disk or the memory is full"),
    ],
)
def test_whatever_a_job_raises_is_told(fault: Exception, result: str, words: str) -> None:
    told: list[str] = []
    assert perform(Job("part", 5), fail_with(fault), told.append) == result
    assert len(told) == 1
    assert told[0].startswith(result)
    assert words in told[0]


@pytest.mark.parametrize("late", [BROKEN, MISSING])
def test_a_job_that_hangs_is_ended_and_told_in_one_line(late: str, monkeypatch: pytest.MonkeyPatch) -> None:
    read, write = os.pipe()
    # the alarm rings at once instead of after a second
    monkeypatch.setattr(signal, "alarm", lambda seconds: seconds and signal.setitimer(signal.ITIMER_REAL, 0.001))
    told: list[str] = []

    def hang() -> None:
        os.read(read, 1)

    assert perform(Job("part", 7, late=late), hang, told.append) == late
    os.close(read)
    os.close(write)
    assert len(told) == 1
    assert "no end within 7 s" in told[0]


def test_an_alarm_is_put_off_at_the_end() -> None:
    with within(100):
        assert signal.alarm(100) > 0
    assert signal.alarm(0) == 0


def test_ci_is_over_in_time_even_if_everything_hangs() -> None:
    chains = [job.limit_s + sum(other.limit_s for other in JOBS if other.name == job.needs) for job in JOBS]
    # no list of jobs takes longer than this, in whatever turns (Graham 1969)
    longest_s = sum(job.limit_s for job in JOBS) / AT_ONCE + max(chains) * (1 - 1 / AT_ONCE) + LAST.limit_s
    assert longest_s < CI_S - REST_OF_CI_S


def test_a_full_disk_is_nobodys_fault() -> None:
    for words in (f"dpkg: error: {NO_SPACE}", "E: You don't have enough free space in /cache/"):
        fault = blame("installing", words, Broken)
        assert isinstance(fault, Missing)
        assert "bigger place" in str(fault)
    assert isinstance(blame("installing", "dpkg: error: odd", Broken), Broken)


def test_statuses_tell_all_results_apart() -> None:
    assert {read_status(status) for status in STATUS.values()} == {WORKS, BROKEN, MISSING}
