"""arm64: the project set up on the Pi's processor, with OpenCV, pygame and gpiozero from apt, and tested there."""

from __future__ import annotations

import re
import shutil
import subprocess
from pathlib import Path

from tests.rig.errors import Broken
from tests.rig.userland import NEWER_GPIOZERO, PI, emulate, furnish, have_emulator, have_pi, lay_over, run_inside
from tests.rig.work import TREE, Work

_HOME = "/root/tablekeeper"
_MODEL = "Raspberry Pi 4 Model B Rev 1.5"
# these come from Raspberry Pi OS's own archive, which is no Debian; empty packages stand in for them
_STAND_INS = ("python3-picamera2", "python3-lgpio")
TESTS = (
    "tests/engines/core", "tests/engines/cocoons",
    "tests/vision/test_picture.py", "tests/vision/test_settle.py", "tests/vision/test_calibration.py",
    "tests/hardware/test_slides.py", "tests/hardware/test_devices.py", "tests/hardware/test_analog_grid.py",
)  # fmt: skip
"""A part of each room that an emulated processor, eight to fifty times slower, gets through."""


def prove(work: Work) -> None:
    """Set the project up as on a Pi, and run its tests there."""
    emulate(have_emulator(work.cache, work.tell))
    root = lay_over(have_pi(work.cache, work.tell), work.scratch / work.part)
    furnish(root)
    (root / "tmp/model").write_text(_MODEL, encoding="ascii")
    for name in _STAND_INS:
        _stand_in(root, name)
    shutil.copytree(
        TREE, root / _HOME.lstrip("/"), ignore=shutil.ignore_patterns(".venv*", ".git", "out", "*.egg-info")
    )
    settings = {
        "TABLEKEEPER_MODEL_FILE": "/tmp/model", "PIP_NO_INDEX": "1", "PIP_FIND_LINKS": "/opt/wheels",
        "PYTHONDONTWRITEBYTECODE": "1",
    }  # fmt: skip
    run_inside(root, ["make", "-C", _HOME, "setup"], "setting the project up", **settings)
    upgrade = [f"{_HOME}/.venv/bin/python", "-m", "pip", "install", "-q", NEWER_GPIOZERO]
    run_inside(root, upgrade, "taking gpiozero as Raspberry Pi OS has it", **settings)
    versions = (
        "import cv2, gpiozero, numpy, platform, pygame; from importlib.metadata import version; print("
        "platform.machine(), platform.python_version(), 'OpenCV', cv2.__version__, 'NumPy', numpy.__version__, "
        "'pygame', pygame.version.ver, 'gpiozero', version('gpiozero'))"
    )
    python = f"{_HOME}/.venv/bin/python"
    said = run_inside(root, [python, "-c", versions], "importing what came from apt", PYGAME_HIDE_SUPPORT_PROMPT="1")
    work.tell(f"set up by 'make setup' as on a Pi: {said.strip().splitlines()[-1]}")
    run_inside(root, [f"{_HOME}/.venv/bin/tablekeeper", "--version"], "starting the command")
    _run_tests(work, root, python)


def _run_tests(work: Work, root: Path, python: str) -> None:
    """The chosen tests, in the emulated userland."""
    command = ["chroot", str(root), "/usr/bin/env", "-i", f"--chdir={_HOME}", "PATH=/usr/bin:/bin", "HOME=/root",
               "LC_ALL=C.UTF-8", "PYTHONDONTWRITEBYTECODE=1", python, "-m", "pytest", "-p", "no:cacheprovider",
               "--verbose", *TESTS]  # fmt: skip
    done = subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False)
    lines = [line for line in done.stdout.splitlines() if line.strip()]
    for line in lines[-20:] if done.returncode else ():
        work.tell(f"| {line}")
    if done.returncode:
        raise Broken(f"the tests ended with {done.returncode}")
    work.tell(f"{count_tests(lines)}; of {', '.join(TESTS)}")


def count_tests(lines: list[str]) -> str:
    """What pytest's last line says of passed and skipped tests, without the time."""
    found = re.fullmatch(r"=*\s*(\d+ passed[^=]*?) in [\d.]+s.*", lines[-1] if lines else "")
    if found is None:
        raise Broken(f"the tests ended well, but say {lines[-1:]} at the end")
    return found[1]


def _stand_in(root: Path, name: str) -> None:
    """An empty package, so that the set-up finds what Raspberry Pi OS would have."""
    folder = root / "tmp" / name
    (folder / "DEBIAN").mkdir(parents=True)
    control = f"Package: {name}\nVersion: 0\nArchitecture: all\nMaintainer: rig\nDescription: stands in\n"
    (folder / "DEBIAN/control").write_text(control, encoding="ascii")
    folder.chmod(0o755)
    subprocess.run(["dpkg-deb", "--build", str(folder)], check=True, capture_output=True)
    run_inside(root, ["dpkg", "--install", f"/tmp/{name}.deb"], f"installing a stand-in for {name} on {PI}")
