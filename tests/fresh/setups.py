"""`make setup` on fresh systems: as they are, interrupted, moved, copied, offline, and as a Pi."""

from __future__ import annotations

import subprocess
import time
from collections.abc import Callable

from tests.fresh.system import System
from tests.rig.errors import Broken

COMMAND = "/root/tablekeeper/.venv/bin/tablekeeper"
FROM_APT = ("python3-opencv", "python3-pygame", "python3-gpiozero", "python3-numpy")
STAND_INS = ("python3-picamera2", "python3-lgpio")
"""Only Raspberry Pi OS has them; empty packages stand in."""
QUICK_S = 3.0
ODD = "root/Jürgen's old table"


def expect(done: subprocess.CompletedProcess[str], purpose: str, code: int = 0) -> str:
    """What a command said, or a fault with its last words."""
    if done.returncode != code:
        said = "\n".join((done.stderr.strip() or done.stdout.strip()).splitlines()[-12:])
        raise Broken(f"{purpose}: ended with {done.returncode}; expected {code}; it said:\n{said}")
    return done.stdout + done.stderr


def fresh(system: System) -> str:
    """From an empty system to a played game; a second set-up does nothing, and needs no network."""
    system.bring_project()
    began = time.monotonic()
    expect(system.run("make", "setup"), "the first set-up")
    took_s = time.monotonic() - began
    words = (COMMAND, "play", "cocoon-world", "--bots", "--headless", "--seed", "1", "--players", "Ann,Ben")
    expect(system.run(*words, offline=True), "playing a game by bots")
    began = time.monotonic()
    said = expect(system.run("make", "setup", offline=True), "the second set-up")
    if said or time.monotonic() - began > QUICK_S:
        raise Broken(f"the second set-up: said {said!r} after {time.monotonic() - began:.1f} s; expected nothing")
    return f"set up in {took_s:.0f} s, a game played, a second set-up does nothing"


def odd(system: System) -> str:
    """A folder with blanks, an accent and a quote, no locale, and files that nobody else may read."""
    system.bring_project(ODD)
    said = expect(_oddly("make", "setup", system=system), "the set-up in an odd place")
    if "Traceback" in said:
        raise Broken(f"the set-up in an odd place: said {said!r}")
    words = (f"/{ODD}/.venv/bin/tablekeeper", "play", "kokoro", "--bots", "--headless", "--seed", "1", "--new")
    expect(_oddly(*words, "--players", "Zoë", system=system), "playing in an odd place")
    games = expect(_oddly(words[0], "games", "--json", system=system), "listing the games in an odd place")
    if not any(name in games for name in ("Zoë", "Zo\\u00eb")):
        raise Broken(f"listing the games in an odd place: found {games!r}; expected Zoë's")
    return "set up and played in a folder with blanks, an accent and a quote; LC_ALL=C, umask 077"


def _oddly(*words: str, system: System) -> subprocess.CompletedProcess[str]:
    return system.run("sh", "-c", 'umask 077 && exec "$@"', "sh", *words, folder=f"/{ODD}", LC_ALL="C")


def interrupted(system: System) -> str:
    """Killed twice in the middle, then made anew."""
    system.bring_project()
    for wait_s in (2.0, 9.0):
        try:
            expect(system.run("make", "setup", wait_s=wait_s), "a set-up that should have been killed", code=-9)
        except subprocess.TimeoutExpired:
            continue
    expect(system.run("make", "setup"), "the set-up after it was killed")
    expect(system.run(COMMAND, "--version"), "starting the command")
    return "killed after 2 s and after 9 s, then set up"


def moved(system: System) -> str:
    """The folder gets another name, and a copy of it runs its own code."""
    system.bring_project()
    expect(system.run("make", "setup"), "the first set-up")
    expect(system.run("mv", "tablekeeper", "a moved folder", folder="/root"), "moving")
    said = expect(system.run("make", "setup", folder="/root/a moved folder"), "the set-up in a moved folder")
    if "another place" not in said:
        raise Broken(f"the set-up in a moved folder: said {said!r}; expected that it was made in another place")
    expect(system.run("cp", "-a", "/root/a moved folder", "/root/copy", folder="/root"), "copying")
    expect(system.run("make", "setup", folder="/root/copy"), "the set-up in a copy")
    words = ("/root/copy/.venv/bin/python", "-c", "import tablekeeper; print(tablekeeper.__file__)")
    found = expect(system.run(*words, folder="/"), "asking whose code runs").strip()
    if not found.startswith("/root/copy/"):
        raise Broken(f"asking whose code runs: found {found}; expected /root/copy")
    return "moved (to a name with blanks) and copied, each runs its own code"


def offline(system: System) -> str:
    """A change of the lock without a network."""
    place = system.bring_project()
    first = expect(system.run("make", "setup", offline=True), "a first set-up without a network", code=2)
    told = [line for line in first.splitlines() if "no network" in line]
    if len(told) != 1 or "WARNING" in first:
        raise Broken(f"a first set-up without a network: said {first!r}; expected one sentence")
    expect(system.run("make", "setup"), "the first set-up")
    with (place / "pyproject.toml").open("a", encoding="utf-8") as file:
        file.write("\n# changed\n")
    same = expect(system.run("make", "setup", offline=True), "a set-up without a network after a change of no version")
    lock = place / "requirements/newest.txt"
    lock.write_text(lock.read_text(encoding="utf-8").replace("segno==", "segno==99."), encoding="utf-8")
    said = expect(system.run("make", "setup", offline=True), "a set-up without a network after a new version")
    if "as it was" not in said:
        raise Broken(f"a set-up without a network: said {said!r}; expected that it goes on as it was")
    expect(system.run(COMMAND, "--version", offline=True), "starting the command")
    brought = "brought up to date" if "ready" in same else "went on"
    return f"first: one sentence; after a change of no version: {brought}; after a new version: goes on as it was"


def as_pi(system: System) -> str:
    """A Pi by its model file: apt's OpenCV, pygame and NumPy, and pinned packages; then the tools of make test."""
    system.bring_project()
    (system.root / "tmp/model").write_text("Raspberry Pi 4 Model B", encoding="ascii")
    expect(system.run("apt-get", "update"), "fetching apt's lists")
    for name in STAND_INS:
        _stand_in(system, name)
    pi = {"TABLEKEEPER_MODEL_FILE": "/tmp/model", "DEBIAN_FRONTEND": "noninteractive"}
    said = expect(system.run("make", "setup", **pi), "the set-up on a Pi")
    if "ERROR" in said:
        raise Broken(f"the set-up on a Pi: said an error although it went well: {said!r}")
    left = [
        name for name in ("ruff", "mypy", "pytest") if (system.root / f"root/tablekeeper/.venv/bin/{name}").exists()
    ]
    if left:
        raise Broken(f"the set-up on a Pi: installed {left}; expected nothing but what runs")
    expect(system.run("make", "tools", **pi), "bringing the tools of the tests")
    newer = (
        "/root/tablekeeper/.venv/bin/python",
        "-m",
        "pip",
        "install",
        "-q",
        "--no-warn-conflicts",
        "gpiozero==2.0.1",
    )
    expect(system.run(*newer), "taking gpiozero as Raspberry Pi OS has it")
    static = ("bash", "scripts/test.sh", "static")
    expect(system.run(*static, PYTHON=".venv/bin/python", **pi), "the static checks of make test")
    tests = ("-m", "pytest", "--verbose", "-p", "no:cacheprovider", "-n", "2", *TESTS)
    told = expect(system.run("/root/tablekeeper/.venv/bin/python", *tests, **pi), "the tests")
    return f"set up as on a Pi; {told.strip().splitlines()[-1]}"


TESTS = ("tests/hardware", "tests/firmware/test_secrets.py", "tests/firmware/test_doctor.py", "tests/engines/core")


def _stand_in(system: System, name: str) -> None:
    folder = system.root / "tmp" / name
    (folder / "DEBIAN").mkdir(parents=True)
    control = f"Package: {name}\nVersion: 0\nArchitecture: all\nMaintainer: fresh\nDescription: stands in\n"
    (folder / "DEBIAN/control").write_text(control, encoding="ascii")
    folder.chmod(0o755)
    expect(system.run("dpkg-deb", "--build", f"/tmp/{name}", folder="/"), f"making {name}")
    expect(system.run("dpkg", "--install", f"/tmp/{name}.deb", folder="/"), f"installing {name}")


CASES: dict[str, Callable[[System], str]] = {
    "fresh": fresh,
    "odd": odd,
    "interrupted": interrupted,
    "moved": moved,
    "offline": offline,
    "pi": as_pi,
}
