"""arm64: the project set up on the Pi's processor, with OpenCV, pygame and gpiozero from apt, and tested there."""

from __future__ import annotations

import re
import subprocess
from pathlib import Path

from tests.rig.errors import Broken
from tests.rig.pc import copy_tree
from tests.rig.pi import MODEL, NEWER_GPIOZERO, PROCESSOR, have_pi
from tests.rig.userland import furnish, lay_over, run_inside
from tests.rig.work import Work

BEGUN = "setting the project up"
_HOME = "/root/tablekeeper"
_BOARD = "Raspberry Pi 4 Model B Rev 1.5"
# these come from Raspberry Pi OS's own archive, which is no Debian; empty packages stand in for them
_STAND_INS = ("python3-picamera2", "python3-lgpio")
TESTS = (
    "tests/engines/core", "tests/engines/cocoons",
    "tests/vision/test_picture.py", "tests/vision/test_settle.py", "tests/vision/test_calibration.py",
    "tests/hardware/test_slides.py", "tests/hardware/test_devices.py", "tests/hardware/test_analog_grid.py",
)  # fmt: skip
"""A part of each room that an emulated processor, eight to fifty times slower, gets through."""
_PYTHON = f"{_HOME}/.venv/bin/python"
_VERSIONS = (
    "import cv2, gpiozero, numpy, platform, pygame; from importlib.metadata import version; print("
    "platform.machine(), platform.python_version(), 'OpenCV', cv2.__version__, 'NumPy', numpy.__version__, "
    "'pygame', pygame.version.ver, 'gpiozero', version('gpiozero'))"
)


def run(work: Work) -> None:
    """Set the project up as on a Pi, and run its tests there."""
    root = lay_over(have_pi(work.cache, work.report), work.cache.scratch / "pi")
    furnish(root)
    (root / "tmp/model").write_text(_BOARD, encoding="ascii")
    _stand_in(root)
    copy_tree(root / _HOME.lstrip("/"))
    work.report(f"{BEGUN} on {PROCESSOR}, a {MODEL['QEMU_CPU']} as in a Pi 4")
    settings = MODEL | {"TABLEKEEPER_MODEL_FILE": "/tmp/model", "PIP_NO_INDEX": "1", "PIP_FIND_LINKS": "/opt/wheels"}
    run_inside(root, ["make", "-C", _HOME, "tools"], BEGUN, settings, Broken)
    upgrade = [_PYTHON, "-m", "pip", "install", "-q", NEWER_GPIOZERO]
    run_inside(root, upgrade, "taking gpiozero as Raspberry Pi OS has it", settings, Broken)
    hidden = MODEL | {"PYGAME_HIDE_SUPPORT_PROMPT": "1"}
    said = run_inside(root, [_PYTHON, "-c", _VERSIONS], "importing what came from apt", hidden, Broken)
    work.report(f"set up by 'make tools' as on a Pi: {said.strip().splitlines()[-1]}")
    run_inside(root, [f"{_HOME}/.venv/bin/tablekeeper", "--version"], "starting the command", MODEL, Broken)
    _run_tests(work, root)


def _run_tests(work: Work, root: Path) -> None:
    """The chosen tests, in the emulated userland."""
    settings = [f"{name}={value}" for name, value in MODEL.items()]
    command = ["chroot", str(root), "/usr/bin/env", "-i", f"--chdir={_HOME}", "PATH=/usr/bin:/bin", "HOME=/root",
               "LC_ALL=C.UTF-8", *settings, _PYTHON, "-m", "pytest", "-p", "no:cacheprovider",
               "--verbose", *TESTS]  # fmt: skip
    done = subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False)
    lines = [line for line in done.stdout.splitlines() if line.strip()]
    if done.returncode:
        work.report_unsaid(lines[-20:])
        raise Broken(f"the tests ended with {done.returncode}")
    work.report(f"{count_tests(lines)}; of {', '.join(TESTS)}")


def count_tests(lines: list[str]) -> str:
    """What pytest's last line says of passed and skipped tests, without the time."""
    found = re.fullmatch(r"=*\s*(\d+ passed[^=]*?) in [\d.]+s.*", lines[-1] if lines else "")
    if found is None:
        raise Broken(f"the tests ended well, but say {lines[-1:]} at the end")
    return found[1]


def _stand_in(root: Path) -> None:
    """Empty packages, so that the set-up finds what Raspberry Pi OS would have."""
    for name in _STAND_INS:
        folder = root / "tmp" / name
        (folder / "DEBIAN").mkdir(parents=True)
        control = f"Package: {name}\nVersion: 0\nArchitecture: all\nMaintainer: rig\nDescription: stands in\n"
        (folder / "DEBIAN/control").write_text(control, encoding="ascii")
        folder.chmod(0o755)
        subprocess.run(["dpkg-deb", "--build", str(folder)], check=True, capture_output=True)
    packages = [f"/tmp/{name}.deb" for name in _STAND_INS]
    run_inside(root, ["dpkg", "--install", *packages], "installing stand-ins", MODEL)
