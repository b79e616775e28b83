"""A cell cleans up after itself, however it ends."""

from __future__ import annotations

import os
import select
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from tests.rig.work import TREE

_CELL = """
import subprocess, sys
from pathlib import Path
from tests.rig.cell import mount, run_in_cell

def work():
    mount("tmpfs", Path(sys.argv[1]), "tmpfs")
    Path(sys.argv[1], "inside").touch()
    child = subprocess.Popen(["cat"], stdin=subprocess.PIPE, stdout=int(sys.argv[2]), pass_fds=[int(sys.argv[2])])
    print(f"ready {Path(sys.argv[1], 'inside').exists()}", flush=True)
    return child.wait() if sys.argv[3] == "stay" else int(sys.argv[3])

sys.exit(run_in_cell(work))
"""


def open_cell(folder: Path, ends: str) -> tuple[subprocess.Popen[str], int]:
    """A cell with a mount and a child, and a pipe that stays open for as long as the child lives."""
    alive, hold = os.pipe()
    command = [sys.executable, "-c", _CELL, str(folder), str(hold), ends]
    cell = subprocess.Popen(command, cwd=TREE, pass_fds=[hold], stdout=subprocess.PIPE, text=True)
    os.close(hold)
    assert cell.stdout is not None
    first = cell.stdout.readline()
    if "cell" in first or "mounting" in first:
        os.close(alive)
        cell.wait()
        cell.stdout.close()
        pytest.skip(f"did not run: {first.strip()}")
    assert first == "ready True\n"
    return cell, alive


def ended(alive: int) -> bool:
    """Whether the last process that held the pipe has gone, within some seconds."""
    readable, _, _ = select.select([alive], [], [], 10.0)
    return bool(readable) and os.read(alive, 1) == b""


@pytest.mark.skipif(os.geteuid() != 0, reason="did not run: needs root")
@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGTERM])
def test_a_killed_cell_leaves_no_process_and_no_mount(tmp_path: Path, number: signal.Signals) -> None:
    cell, alive = open_cell(tmp_path, "stay")
    cell.send_signal(number)
    assert cell.wait() == -number
    assert cell.stdout is not None
    cell.stdout.close()
    assert ended(alive)
    os.close(alive)
    assert not (tmp_path / "inside").exists()
    assert str(tmp_path) not in Path("/proc/self/mounts").read_text(encoding="utf-8")


@pytest.mark.skipif(os.geteuid() != 0, reason="did not run: needs root")
@pytest.mark.parametrize("status", [0, 7])
def test_a_cell_ends_with_the_status_of_its_work_and_takes_its_children_along(tmp_path: Path, status: int) -> None:
    cell, alive = open_cell(tmp_path, str(status))
    assert cell.wait() == status
    assert cell.stdout is not None
    cell.stdout.close()
    assert ended(alive)
    os.close(alive)
    assert not (tmp_path / "inside").exists()
