"""Camera: our picamera2 driver on the real picamera2 and libcamera, whose virtual camera shows our simulated tray."""

from __future__ import annotations

from tests.rig.pc import fresh_pc
from tests.rig.userland import run_inside
from tests.rig.work import TREE_INSIDE, Work

BEGUN = "libcamera found"
"""The first that the proof says."""
_BUFFERS = "/tmp/buffers.so"


def run(work: Work) -> None:
    """Run the proof in the userland for this processor."""
    root = fresh_pc(work)
    source = f"{TREE_INSIDE}/tests/rig/inside/buffers.c"
    run_inside(root, ["gcc", "-O1", "-shared", "-fPIC", "-o", _BUFFERS, source], "building the frame buffers")
    program = ["/opt/venv/bin/python", "-B", "-X", "faulthandler", "-m", "tests.rig.inside.camera"]
    environment = {
        "PATH": "/usr/bin:/bin", "HOME": "/root", "LC_ALL": "C.UTF-8",
        "PYTHONPATH": f"{TREE_INSIDE}:{TREE_INSIDE}/src:{TREE_INSIDE}/tests/rig/inside/stubs",
        "LIBCAMERA_LOG_LEVELS": "*:ERROR",
        "LD_PRELOAD": _BUFFERS,
    }  # fmt: skip
    settings = [f"{name}={value}" for name, value in environment.items()]
    command = ["chroot", str(root), "/usr/bin/env", "-i", f"--chdir={TREE_INSIDE}", *settings, *program]
    work.watch(command)
