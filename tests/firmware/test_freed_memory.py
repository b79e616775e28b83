"""A program that has freed its pictures does not keep their memory, and a real table loads no simulation."""

from __future__ import annotations

import subprocess
import sys

import pytest

FREED = """
import sys
from pathlib import Path
from tablekeeper.firmware.program.freed_memory import return_freed_memory
if not return_freed_memory():
    sys.exit(3)
def resident():
    return int(Path("/proc/self/status").read_text().partition("VmRSS:")[2].split()[0])
del (large := {0: bytearray(30 << 20)})[0]  # from here on glibc's own limits would stand at 30 MB
before = resident()
pictures = [bytearray(b"x") * (1 << 20) for _ in range(20)]
pictures.clear()
print(resident() - before)
"""
LOADED = """
import sys
import tablekeeper.firmware.program.program, tablekeeper.firmware.senses.camera.eye
print(*(name for name in sys.modules if name.startswith("tablekeeper.hardware.mock.")))
"""


def _run(code: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=100, check=False)


def test_twenty_freed_pictures_go_back_to_the_system() -> None:
    done = _run(FREED)
    if done.returncode == 3:
        pytest.skip("this C library has no such limits")
    assert int(done.stdout) < 8 << 10, done.stderr


def test_a_real_table_loads_nothing_of_the_simulation() -> None:
    done = _run(LOADED)
    assert done.stdout.split() == [], done.stderr
