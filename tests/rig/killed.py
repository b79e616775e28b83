"""Killed: rigs are killed in the middle of their work, and nothing of them stays mounted or running."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

from tests.rig import arm64, camera, machine
from tests.rig.errors import Broken, Missing
from tests.rig.turns import MISSING, STATUS
from tests.rig.work import TREE, Work

STAGES = (
    ("pc", {"pins": machine.UP}),
    ("pi", {"camera": camera.BEGUN, "arm64": arm64.BEGUN}),
)
"""What must be there, and the parts that are killed together, each when it has said this."""
_MARK = "TABLEKEEPER_RIG_MARK"
_GONE_WITHIN_S = 5.0


def run(work: Work) -> None:
    """Kill rigs at work (SIGKILL: nothing can tidy up), and look what is left."""
    possible = [stages for userland, stages in STAGES if work.cache.holds(userland)]
    if not possible:
        raise Missing("found no Debian to run a rig in; see why it could not be made")
    for stages in possible:
        _kill_at(work, stages)


def _kill_at(work: Work, stages: dict[str, str]) -> None:
    mark = f"{os.getpid()}-{time.monotonic_ns()}"
    mounts = _mounts(work.cache.folder)
    rig = subprocess.Popen(
        [sys.executable, "-m", "tests.rig", *stages], cwd=TREE, env=os.environ | {_MARK: mark}, text=True,
        stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
    )  # fmt: skip
    try:
        _wait_for(rig, set(stages.values()))
        running = _processes(mark, work.cache.folder)
        rig.send_signal(signal.SIGKILL)
    finally:
        rig.kill()
        rig.wait()
    left, deadline_s = running, time.monotonic() + _GONE_WITHIN_S
    while left and time.monotonic() < deadline_s:
        time.sleep(0.05)
        left = _processes(mark, work.cache.folder)
    if left:
        raise Broken(f"{len(left)} processes outlived the rig: {left}")
    if _mounts(work.cache.folder) != mounts:
        raise Broken(f"still mounted: {_mounts(work.cache.folder)}")
    scratch = work.cache.scratch
    if scratch.is_dir() and any(scratch.iterdir()):
        raise Broken(f"found {[path.name for path in scratch.iterdir()]} left in {str(scratch)!r}")
    with work.cache.lock():
        pass
    work.report(
        f"killed in the middle of {' and '.join(stages)} with {len(running)} processes at work: none is left, nothing "
        "is mounted, the next rig can start"
    )


def _wait_for(rig: subprocess.Popen[str], words: set[str]) -> None:
    """Until a rig has said all this."""
    assert rig.stdout is not None
    lines: list[str] = []
    with rig.stdout as said:
        for line in said:
            lines.append(line.strip())
            words = {word for word in words if word not in line}
            if not words:
                return
    last = lines[-2:]
    if rig.wait() == STATUS[MISSING]:
        raise Missing(f"the rig that was to be killed could not run: {last}")
    raise Broken(f"the rig that was to be killed never said {sorted(words)}: {last}")


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
