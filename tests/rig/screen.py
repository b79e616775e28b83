"""Screen: our display on KMSDRM, as on a Pi without a desktop, with Debian's pygame and with the wheel of pygame-ce."""

from __future__ import annotations

import time
from pathlib import Path

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
PYTHONPATH=/opt/ce:{TREE_INSIDE} {_PROGRAM} pygame-ce 2>&1 || status=1
(exit $status)"""


def prove(work: Work) -> None:
    """Run the proof in a virtual machine with a graphics card, and look at its screen from outside."""
    compared: list[str] = []

    def compare(name: str, monitor: Monitor, out: Path) -> None:
        time.sleep(1.0)
        monitor.take_picture(f"/tmp/out/{name}.ppm")
        shown, drawn = (cv2.imread(str(out / f"{name}.{kind}")) for kind in ("ppm", "png"))
        if shown is None or drawn is None or shown.shape != drawn.shape:
            sizes = [None if picture is None else picture.shape for picture in (shown, drawn)]
            raise Broken(f"{name}: the screen and what was drawn have the sizes {sizes}")
        differ = float((np.abs(shown.astype(int) - drawn.astype(int)).max(axis=2) > 8).mean())
        colours = len(np.unique(shown.reshape(-1, 3), axis=0))
        work.tell(f"{name}: middle colour {np.median(shown.reshape(-1, 3), axis=0)} {shown.shape} {drawn.shape}")
        if differ > 0.001 or colours < 50:
            raise Broken(f"{name}: {differ:.1%} of the screen is not what was drawn; it shows {colours} colours")
        height_px, width_px = shown.shape[:2]
        work.tell(f"{name}: the screen shows what was drawn, {width_px}x{height_px} pixels, {colours} colours")
        compared.append(name)

    Machine(work, _WORDS, devices=(_CARD,)).run(limit_s=600, answer=compare)
    if len(compared) != 4:
        raise Broken(f"looked at {compared}, wanted two pages with each pygame")
