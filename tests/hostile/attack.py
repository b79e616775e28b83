"""Breaks so many files of one kind and reads each: the bounds are 5 s, 300 MB and one sentence.

`python -m tests.hostile.attack KIND COUNT SEED FOLDER` prints how many were refused and read, and the megabytes taken.
"""

from __future__ import annotations

import random
import resource
import signal
import sys
from collections import Counter
from pathlib import Path

from tests.hostile.kinds import KINDS, SAID, break_bytes

MOST_S = 5
WAITING_S = 60
MOST_MB = 300


class TooSlow(Exception):
    """Reading took longer than the bound."""


def attack(kind: str, count: int, seed: int, folder: Path) -> Counter[str]:
    """How many broken files were refused and how many were read; anything else ends it."""
    path = KINDS[kind].make(folder)
    assert read_once(kind, path) == "read", "the sample itself is refused"
    content, luck, outcomes = path.read_bytes(), random.Random(seed), Counter[str]()
    beside = sorted(folder.parent.iterdir())
    before = megabytes()
    for number in range(count):
        path.write_bytes(break_bytes(content, luck))
        try:
            outcomes[read_once(kind, path)] += 1
        except Exception as fault:
            kept = folder.parent / f"{kind}-{seed}-{number}"
            kept.write_bytes(path.read_bytes())
            raise AssertionError(f"{kind} {number} of seed {seed}, kept as {kept}: {fault!r}") from fault
    assert beside == sorted(folder.parent.iterdir()), "something was written outside"
    outcomes["MB"] = megabytes() - before
    assert outcomes["MB"] <= MOST_MB, outcomes
    return outcomes


def read_once(kind: str, path: Path) -> str:
    """Read as the program does, or refuse in one sentence."""
    for number in (signal.SIGPROF, signal.SIGALRM):
        signal.signal(number, too_slow)
    # work is bounded by the processor's time, so that a busy machine makes no fault; waiting by the clock
    signal.setitimer(signal.ITIMER_PROF, MOST_S)
    signal.setitimer(signal.ITIMER_REAL, WAITING_S)
    try:
        KINDS[kind].read(path)
    except SAID:
        return "refused"
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.setitimer(signal.ITIMER_REAL, 0)
    return "read"


def too_slow(*words: object) -> None:
    """The bound is over."""
    raise TooSlow


def megabytes() -> int:
    """The most memory that this process has ever held."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024


if __name__ == "__main__":
    found = attack(sys.argv[1], int(sys.argv[2]), int(sys.argv[3]), Path(sys.argv[4]))
    print(" ".join(f"{name}={count}" for name, count in sorted(found.items())))
