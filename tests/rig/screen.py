"""Screen: our display on KMSDRM, as on a Pi without a desktop, with Debian's pygame and with the wheel of pygame-ce."""

from __future__ import annotations

import time
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from tests.rig.errors import Broken
from tests.rig.machine import Machine, Monitor
from tests.rig.work import TREE_INSIDE, Work

SIZE_PX = (800, 480)
_CARD = f"bochs-display,xres={SIZE_PX[0]},yres={SIZE_PX[1]}"
_PROGRAM = "/opt/venv/bin/python -m tests.rig.inside.screen"
_WORDS = f"""\
mkdir /out; mount -t 9p -o trans=virtio,version=9p2000.L out /out; modprobe bochs; status=0
{_PROGRAM} Debian 2>&1 || status=1
PYTHONPATH=/opt/ce:{TREE_INSIDE}:{TREE_INSIDE}/src {_PROGRAM} pygame-ce 2>&1 || status=1
(exit $status)"""

_MAY_DIFFER, _SEEN = 0.001, 8
_FEWEST_COLOURS = 50


def share_that_differs(drawn: Any, found: Any) -> float:
    """The share of the pixels that an eye would see to differ; all, if a picture is missing or has another size."""
    if found is None or found.shape != drawn.shape:
        return 1.0
    return float((np.abs(found.astype(int) - drawn.astype(int)).max(axis=2) > _SEEN).mean())


def run(work: Work) -> None:
    """Run the proof in a virtual machine with a graphics card, and look at its screen from outside."""
    compared: list[str] = []

    def compare(name: str, monitor: Monitor, out: Path) -> None:
        time.sleep(1.0)
        monitor.take_picture(f"/tmp/out/{name}.ppm")
        drawn, frame, shown = (cv2.imread(str(out / f"{name}{end}")) for end in (".png", ".frame.png", ".ppm"))
        if drawn is None:
            raise Broken(f"{name}: found no picture of what was drawn")
        for where, found in (("the kernel's frame", frame), ("the screen", shown)):
            differ = share_that_differs(drawn, found)
            if differ > _MAY_DIFFER:
                raise Broken(f"{name}: {differ:.1%} of {where} is not what was drawn")
        colours = len(np.unique(drawn.reshape(-1, 3), axis=0))
        if colours < _FEWEST_COLOURS:
            raise Broken(f"{name}: found {colours} colours, a page of ours has more")
        height_px, width_px = drawn.shape[:2]
        work.report(f"{name}: kernel and screen show what was drawn, {width_px}x{height_px} pixels, {colours} colours")
        compared.append(name)

    Machine(work, _WORDS, devices=(_CARD,)).run(answer=compare)
    if len(compared) != 4:
        raise Broken(f"looked at {compared}, wanted two pages with each pygame")
