"""Each call to the disk fails once, in every way that a disk fails; run with the shim preloaded.

After each fault the table is opened again: everything that was shown is there, and nothing is twice.
"""

from __future__ import annotations

import ctypes
import errno
import json
import shutil
import sys
from pathlib import Path
from typing import Any

from tablekeeper.display.errors import DisplayError
from tablekeeper.engines.core.errors import EngineError
from tablekeeper.firmware.commands.cli import RIGHT
from tablekeeper.firmware.errors import FirmwareError
from tests.firmware.power_cuts.scenario import PARTS, Evening
from tests.firmware.power_cuts.test_power_cuts import check

WAYS = (errno.EIO, errno.ENOSPC, errno.EROFS)
SAID = (FirmwareError, EngineError, DisplayError)


def run(place: Path, part: str, step: int, first: int) -> int:
    """Let every `step`-th call of a part fail, in each way; returns how many faults were injected."""
    shim = ctypes.CDLL(None)
    injected = 0
    for way in WAYS:
        at = first
        while True:
            home = place / "home"
            home.mkdir()
            marks: list[str] = []
            fault = None
            shim.shim_arm(ctypes.c_long(at), way)
            try:
                PARTS[part](Evening(home, lambda right, marks=marks: marks.append(json.dumps(right))))
            except SAID:
                pass
            except Exception as raised:  # noqa: BLE001 (that is what is looked for)
                fault = raised
            reached = shim.shim_calls() > at
            shim.shim_arm(ctypes.c_long(-1), 0)
            judge(home, json.loads(marks[-1]) if marks else None, fault, f"{part} call {at} {errno.errorcode[way]}")
            shutil.rmtree(home)
            if not reached:
                break
            injected += 1
            at += step
    return injected


def judge(home: Path, right: Any, fault: Exception | None, where: str) -> None:
    """A sentence at most, and a whole table."""
    if isinstance(fault, OSError) and fault.errno in (*RIGHT, errno.EIO):
        fault = None  # the command says it in one sentence
    try:
        if fault is not None:
            raise fault
        check(home, right)
    except Exception as wrong:
        raise AssertionError(f"{where}: {wrong!r}") from wrong


if __name__ == "__main__":
    print(run(Path(sys.argv[1]), sys.argv[2], int(sys.argv[3]), int(sys.argv[4])))
