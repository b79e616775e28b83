"""The Debian package on a fresh system: a played game, the next version and back, removed, purged."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from tests.fresh.setups import expect
from tests.fresh.system import System
from tests.rig.work import TREE

PLAY = ("tablekeeper", "play", "kokoro", "--players", "Ann", "--bots", "--headless", "--seed", "1", "--new")
CONSOLE_HOME = "/var/lib/tablekeeper"
KEPT = ("/usr/bin/tablekeeper", "/usr/share/man/man1/tablekeeper.1.gz", "/usr/lib/systemd/user/tablekeeper.service")
QUIET = {"DEBIAN_FRONTEND": "noninteractive"}


def deb(system: System) -> str:
    """All of it, with games kept throughout."""
    built = _build(system, ("0.1.0", "0.2.0"))
    expect(system.run("apt-get", "update", folder="/"), "fetching apt's lists")
    expect(_install(system, built["0.1.0"]), "installing the package")
    missing = [path for path in KEPT if not (system.root / path.lstrip("/")).exists()]
    if missing:
        raise AssertionError(missing)
    expect(system.run(*PLAY, folder="/tmp"), "playing a game")
    expect(system.run("tablekeeper", "doctor", "--json", folder="/tmp"), "asking the doctor")
    expect(_console("play", *PLAY[2:], system=system), "playing at the console's table")
    said = expect(_install(system, built["0.2.0"]), "taking the next version")
    newer = expect(system.run("tablekeeper", "--version", folder="/"), "asking for the version")
    games = expect(system.run("tablekeeper", "games", "--json", folder="/"), "listing the games")
    expect(_install(system, built["0.1.0"], "--allow-downgrades"), "going back to the version before")
    after = expect(system.run("tablekeeper", "games", "--json", folder="/"), "listing the games again")
    if "0.2.0" not in newer or games != after or "Ann" not in games:
        raise AssertionError((newer, games, after, said))
    expect(system.run("apt-get", "remove", "-y", "tablekeeper", folder="/", **QUIET), "removing it")
    left = [path for path in (*KEPT, "/usr/lib/tablekeeper") if (system.root / path.lstrip("/")).exists()]
    expect(system.run("apt-get", "purge", "-y", "tablekeeper", folder="/", **QUIET), "purging it")
    kept = (system.root / CONSOLE_HOME.lstrip("/") / "journal.sqlite").exists()
    own = (system.root / "root/.local/share/tablekeeper/journal.sqlite").exists()
    if left or not kept or not own:
        raise AssertionError((left, kept, own))
    return "a game played, to the next version and back with its games, removed; purge keeps the games unless asked"


def _build(system: System, versions: tuple[str, ...]) -> dict[str, str]:
    """One package a version, made on this machine."""
    wheels = system.root / "tmp/wheels"
    wheels.mkdir()
    processor = expect(system.run("dpkg", "--print-architecture", folder="/"), "asking for the processor").strip()
    found = {}
    for version in versions:
        wheel = _wheel_of(version, wheels)
        subprocess.run([sys.executable, "scripts/deb.py", str(wheel), str(wheels), processor], cwd=TREE, check=True)
        found[version] = f"/tmp/wheels/tablekeeper_{version}_{processor}.deb"
    return found


def _wheel_of(version: str, folder: Path) -> Path:
    """The wheel of this tree under a version's name."""
    import zipfile

    subprocess.run(["bash", "scripts/wheel.sh", str(folder)], cwd=TREE, check=True, env=_PYTHON, capture_output=True)
    [built] = folder.glob("tablekeeper-*.whl")
    was = built.name.split("-")[1]
    target = folder / f"tablekeeper-{version}-py3-none-any.whl.new"
    with zipfile.ZipFile(built) as old, zipfile.ZipFile(target, "w") as new:
        for name in old.namelist():
            content = old.read(name)
            if name.endswith("/METADATA"):
                content = content.replace(f"\nVersion: {was}\n".encode(), f"\nVersion: {version}\n".encode())
            new.writestr(name.replace(f"tablekeeper-{was}.dist-info", f"tablekeeper-{version}.dist-info"), content)
    built.unlink()
    return target.rename(folder / f"tablekeeper-{version}-py3-none-any.whl")


_PYTHON = {"PYTHON": sys.executable, "PATH": "/usr/bin:/bin"}


def _install(system: System, package: str, *more: str) -> subprocess.CompletedProcess[str]:
    return system.run("apt-get", "install", "-y", *more, package, folder="/", **QUIET)


def _console(*words: str, system: System) -> subprocess.CompletedProcess[str]:
    command = " ".join(["tablekeeper", "--home", CONSOLE_HOME, *words])
    return system.run("su", "-s", "/bin/sh", "tablekeeper", "-c", command, folder="/tmp")
