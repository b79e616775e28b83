"""Killed: the rig is killed in the middle of its work, and nothing of it stays mounted or running."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

from tests.rig.errors import Broken
from tests.rig.work import TREE, Work

_MARK = "TABLEKEEPER_RIG_MARK"
_UP = "the virtual machine is up"
_GONE_WITHIN_S = 5.0


def prove(work: Work) -> None:
    """Kill a rig whose virtual machine runs (SIGKILL: nothing can tidy up), and look what is left."""
    mark = f"{os.getpid()}-{time.monotonic_ns()}"
    mounts = _mounts(work.cache.folder)
    rig = subprocess.Popen(
        [sys.executable, "-m", "tests.rig", "pins"], cwd=TREE, env=os.environ | {_MARK: mark}, text=True,
        stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
    )  # fmt: skip
    assert rig.stdout is not None
    lines = []
    for line in rig.stdout:
        lines.append(line.strip())
        if _UP in line:
            break
    else:
        raise Broken(f"the rig that was to be killed never got to work: {lines[-1:]}")
    running = _processes(mark, work.cache.folder)
    rig.send_signal(signal.SIGKILL)
    rig.wait()
    rig.stdout.close()
    left, deadline_s = running, time.monotonic() + _GONE_WITHIN_S
    while left and time.monotonic() < deadline_s:
        time.sleep(0.05)
        left = _processes(mark, work.cache.folder)
    if left:
        raise Broken(f"{len(left)} processes outlived the rig: {left}")
    if _mounts(work.cache.folder) != mounts:
        raise Broken(f"still mounted: {_mounts(work.cache.folder)}")
    scratch = work.cache.folder / "scratch"
    if scratch.is_dir() and any(scratch.iterdir()):
        raise Broken(f"found {[path.name for path in scratch.iterdir()]} left in {str(scratch)!r}")
    with work.cache.lock():
        pass
    work.tell(f"killed with {len(running)} processes at work: none is left, nothing is mounted, the next rig can start")


def _processes(mark: str, cache: Path) -> list[str]:
    """Processes of the marked rig: by their environment, or because their root lies in its cache."""
    found = []
    for process in Path("/proc").glob("[0-9]*"):
        try:
            environment = (process / "environ").read_bytes()
            root = (process / "root").readlink()
            name = (process / "comm").read_text(encoding="utf-8").strip()
        except OSError:  # it ended meanwhile
            continue
        if f"{_MARK}={mark}".encode() in environment or root.is_relative_to(cache):
            found.append(f"{process.name} {name}")
    return found


def _mounts(cache: Path) -> list[str]:
    lines = Path("/proc/self/mounts").read_text(encoding="utf-8").splitlines()
    return [line for line in lines if line.split()[1].startswith(str(cache)) or "tablekeeper-rig" in line]
