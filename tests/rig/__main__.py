"""Runs the rig: python -m tests.rig [camera pins screen service arm64 killed] [--if-possible]."""

from __future__ import annotations

import argparse
import os
import sys
import time
from collections.abc import Callable, Sequence
from importlib import import_module

from tests.rig.cache import Cache, find_cache
from tests.rig.cell import mount, open_cell
from tests.rig.errors import Missing
from tests.rig.needs import check_machine, check_room
from tests.rig.turns import BROKEN, MISSING, STATUS, WORKS, Job, perform, take_turns
from tests.rig.work import Work

PC, PI = "pc", "pi"
"""The jobs that make the two userlands, for this processor and for the Pi's."""
JOBS = (
    Job(PI, 1200, late=MISSING),
    Job(PC, 1200, late=MISSING),
    Job("pins", 700, needs=PC),
    Job("service", 1200, needs=PC),
    Job("arm64", 1000, needs=PI),
    Job("screen", 500, needs=PC),
    Job("camera", 200, needs=PC),
)
"""In the order of turns, the longest first. The limits are for a machine that is busy with much else: docs/rig.md."""
LAST = Job("killed", 200)
PARTS = ("camera", "pins", "screen", "service", "arm64", LAST.name)


def main(words: Sequence[str] | None = None) -> int:
    """0: everything that was asked for works; 1: something is broken; 3: something could not run."""
    parser = argparse.ArgumentParser(prog="python -m tests.rig", description="The real driver stacks without a Pi.")
    parser.add_argument("parts", nargs="*", metavar="part", help=f"of {', '.join(PARTS)}; all if none is named")
    parser.add_argument("--if-possible", action="store_true", help="what cannot run here is told, and is no failure")
    asked = parser.parse_args(words)
    unknown = [part for part in asked.parts if part not in PARTS]
    if unknown:
        parser.error(f"found the part {unknown[0]!r}; expected {', '.join(PARTS)}")
    began_s = time.monotonic()
    try:
        results = run(find_cache(), asked.parts or PARTS, began_s)
    except KeyboardInterrupt:
        print("rig: interrupted; nothing is left running or mounted")
        return 130
    busy_s, load = sum(os.times()[:4]), os.getloadavg()[1]
    took_s = time.monotonic() - began_s
    print(f"rig: {_sum_up(results)}; {took_s:.0f} s in all, {busy_s:.0f} s of processor time, load {load:.1f}")
    worst = max((STATUS[result] for result in results.values()), key=lambda status: (status == 1, status))
    return 0 if worst == STATUS[MISSING] and asked.if_possible else worst


def run(cache: Cache, parts: Sequence[str], began_s: float) -> dict[str, str]:
    """Run parts, and say of each what became of it."""
    results = dict.fromkeys(parts, MISSING)
    needed = {job.needs for job in JOBS if job.name in parts}
    jobs = [job for job in JOBS if job.name in parts or job.name in needed]
    try:
        check_machine()
        with cache.lock():
            check_room(cache, sorted(needed))
            done = take_turns(jobs, lambda job: _begin(job, cache, began_s), lambda job: _skip(job, cache, began_s))
    except Missing as missing:
        print(f"rig: cannot run: {missing}", flush=True)
        return results
    results |= {name: result for name, result in done.items() if name in parts or result == BROKEN}
    if LAST.name in parts:
        results[LAST.name] = _do(LAST, Work(LAST.name, cache, began_s))
    return results


def _begin(job: Job, cache: Cache, began_s: float) -> int:
    """Let a job begin in a cell of its own, with some memory for what it writes."""
    work = Work(job.name, cache, began_s)

    def do() -> int:
        cache.scratch.mkdir(exist_ok=True)
        mount("tmpfs", cache.scratch, "tmpfs", options="size=4g,mode=755")
        return STATUS[_do(job, work)]

    return open_cell(do)


def _do(job: Job, work: Work) -> str:
    began_s, worked_s = time.monotonic(), sum(os.times()[:4])
    do: Callable[[Work], None] = import_module(f"tests.rig.{job.name}").run
    result = perform(job, lambda: do(work), work.report)
    if result == WORKS and job.name in PARTS:
        busy_s = sum(os.times()[:4]) - worked_s
        work.report(f"{WORKS}, {time.monotonic() - began_s:.0f} s, {busy_s:.0f} s of processor time")
    return result


def _skip(job: Job, cache: Cache, began_s: float) -> None:
    Work(job.name, cache, began_s).report(f"{MISSING}: its Debian could not be made, see {job.needs!r}")


def _sum_up(results: dict[str, str]) -> str:
    kinds = {kind: [part for part, result in results.items() if result == kind] for kind in STATUS}
    return "; ".join(f"{', '.join(parts)}: {kind}" for kind, parts in kinds.items() if parts)


if __name__ == "__main__":
    sys.exit(main())
