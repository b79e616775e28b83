"""Runs the rig: python -m tests.rig [camera pins screen service arm64 killed] [--if-possible]."""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import time
import traceback
from collections.abc import Callable, Sequence
from importlib import import_module
from pathlib import Path

from tests.rig.cache import Cache, find_cache
from tests.rig.cell import mount, run_in_cell
from tests.rig.errors import Broken, Missing
from tests.rig.work import Work

LANES = (("camera", "pins", "screen", "service"), ("arm64",))
"""What runs at the same time, on two cores; within a lane one after the other."""
KILLED = "killed"
PARTS = (*(part for lane in LANES for part in lane), KILLED)
PROVED, BROKEN, MISSING = "works", "BROKEN", "did not run"
_STATUS = {PROVED: 0, BROKEN: 1, MISSING: 3}


def main(words: Sequence[str] | None = None) -> int:
    """0: everything that was asked for works; 1: something is broken; 3: something could not run."""
    parser = argparse.ArgumentParser(prog="python -m tests.rig", description="The real driver stacks without a Pi.")
    parser.add_argument("parts", nargs="*", metavar="part", help=f"of {', '.join(PARTS)}; all if none is named")
    parser.add_argument("--if-possible", action="store_true", help="what cannot run here is told, and is no failure")
    parser.add_argument("--lane", action="store_true", help=argparse.SUPPRESS)
    asked = parser.parse_args(words)
    unknown = [part for part in asked.parts if part not in PARTS]
    if unknown:
        parser.error(f"found the part {unknown[0]!r}, knows {', '.join(PARTS)}")
    cache = find_cache()
    if asked.lane:
        return _run_lane(cache, asked.parts)
    began_s = time.monotonic()
    results = run(cache, asked.parts or PARTS)
    print(f"rig: {_sum_up(results)}; {time.monotonic() - began_s:.0f} s in all")
    worst = max((_STATUS[result] for result in results.values()), key=lambda status: (status == 1, status))
    return 0 if worst == _STATUS[MISSING] and asked.if_possible else worst


def run(cache: Cache, parts: Sequence[str]) -> dict[str, str]:
    """Run parts, and say of each what became of it."""
    results = dict.fromkeys(parts, MISSING)
    try:
        check_needs()
        inside = [part for part in parts if part != KILLED]
        if inside:
            with cache.lock():
                results |= _run_inside(cache, inside)
    except Missing as missing:
        print(f"rig: cannot run: {missing}", flush=True)
        return results
    if KILLED in parts:
        results[KILLED] = _run_part(KILLED, Work(KILLED, cache, cache.folder / "scratch"))
    return results


def check_needs() -> None:
    """What the rig cannot do without, and cannot get by itself."""
    if sys.platform != "linux":
        raise Missing(f"found {sys.platform!r}, needs Linux")
    if os.geteuid() != 0:
        raise Missing("found no root rights, needs them for Debian userlands; sudo make rig")
    known = Path("/proc/filesystems").read_text(encoding="ascii")
    if "overlay" not in known:
        raise Missing("found a kernel without overlayfs, needs it; sudo modprobe overlay")


def _sum_up(results: dict[str, str]) -> str:
    kinds = {kind: [part for part, result in results.items() if result == kind] for kind in _STATUS}
    return "; ".join(f"{', '.join(parts)}: {kind}" for kind, parts in kinds.items() if parts)


def _run_inside(cache: Cache, parts: Sequence[str]) -> dict[str, str]:
    """Run parts in a cell, in lanes."""
    report = cache.folder / "results.jsonl"
    report.write_text("", encoding="utf-8")
    lanes = [[part for part in lane if part in parts] for lane in LANES]
    status = run_in_cell(lambda: _run_lanes(cache, [lane for lane in lanes if lane]))
    if status:
        raise Missing(f"the cell ended with {status}")
    lines = report.read_text(encoding="utf-8").splitlines()
    return {line["part"]: line["result"] for line in map(json.loads, lines)}


def _run_lanes(cache: Cache, lanes: list[list[str]]) -> int:
    scratch = cache.folder / "scratch"
    scratch.mkdir(exist_ok=True)
    mount("tmpfs", scratch, "tmpfs", options="size=4g,mode=755")
    command = [sys.executable, "-m", "tests.rig", "--lane"]
    running = [subprocess.Popen([*command, *lane]) for lane in lanes]
    return max(lane.wait() for lane in running)


def _run_lane(cache: Cache, parts: Sequence[str]) -> int:
    for part in parts:
        result = _run_part(part, Work(part, cache, cache.folder / "scratch"))
        with (cache.folder / "results.jsonl").open("a", encoding="utf-8") as report:
            report.write(json.dumps({"part": part, "result": result}) + "\n")
    return 0


def _run_part(part: str, work: Work) -> str:
    prove: Callable[[Work], None] = import_module(f"tests.rig.{part}").prove
    began_s = time.monotonic()
    try:
        prove(work)
    except Missing as missing:
        work.tell(f"{MISSING}: {missing}")
        return MISSING
    except Broken as broken:
        work.tell(f"{BROKEN}: {broken}")
        return BROKEN
    except Exception:  # noqa: BLE001  # one part that fails in an unforeseen way must not hide the others
        work.tell(f"{BROKEN}: the rig itself failed\n{traceback.format_exc()}")
        return BROKEN
    work.tell(f"{PROVED}, {time.monotonic() - began_s:.0f} s")
    return PROVED


if __name__ == "__main__":
    sys.exit(main())
