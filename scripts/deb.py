"""A Debian package from the wheel: deb.py WHEEL OUT [ARCHITECTURE].

It carries the libraries that bookworm and trixie lack or have too old, for both Pythons; the rest comes from apt.
"""

from __future__ import annotations

import gzip
import inspect
import os
import re
import shutil
import subprocess
import sys
import tempfile
import zipfile
from collections.abc import Iterator
from pathlib import Path

import click

from tablekeeper.firmware.commands.cli import main as command
from tablekeeper.firmware.service.service import UNITS

ROOT = Path(__file__).resolve().parent.parent
PACKAGING = ROOT / "packaging"
HERE = "usr/lib/tablekeeper"
FROM_APT = {"numpy", "opencv-python-headless", "pygame-ce"}
PYTHONS = ("3.11", "3.13")
"""Of bookworm and trixie."""
PROCESSORS = {"amd64": "x86_64", "arm64": "aarch64"}
HOME = "/var/lib/tablekeeper"
FILES = {
    "tablekeeper": "usr/bin/tablekeeper",
    "tablekeeper.desktop": "usr/share/applications/tablekeeper.desktop",
    "tablekeeper.svg": "usr/share/icons/hicolor/scalable/apps/tablekeeper.svg",
    "70-tablekeeper.rules": "usr/lib/udev/rules.d/70-tablekeeper.rules",
    "copyright": "usr/share/doc/tablekeeper/copyright",
}
SHELLS = {
    "bash": "usr/share/bash-completion/completions/tablekeeper",
    "zsh": "usr/share/zsh/vendor-completions/_tablekeeper",
    "fish": "usr/share/fish/vendor_completions.d/tablekeeper.fish",
}
SCRIPTS = ("postinst", "prerm", "postrm", "templates")


def main(wheel: Path, out: Path, architecture: str) -> None:
    """Build one package."""
    version = wheel.name.split("-")[1]
    with tempfile.TemporaryDirectory() as place:
        tree = Path(place) / "tree"
        unpack(wheel, tree / HERE)
        for carried in fetch(architecture, Path(place) / "wheels"):
            unpack(carried, tree / HERE)
        lay_files(tree, version)
        write_control(tree, version, architecture)
        settle(tree)
        target = out / f"tablekeeper_{version}_{architecture}.deb"
        out.mkdir(parents=True, exist_ok=True)
        words = ["dpkg-deb", "--root-owner-group", "-Zxz", "--build", str(tree), str(target)]
        subprocess.run(words, check=True, stdout=subprocess.DEVNULL)
    print(target)


def unpack(wheel: Path, folder: Path) -> None:
    """A wheel's files; of a second one for another Python only what differs is added."""
    with zipfile.ZipFile(wheel) as archive:
        archive.extractall(folder)


def carried() -> Iterator[str]:
    """The part of the lock, with its hashes, that neither apt brings nor only the build needs."""
    lock = (ROOT / "requirements/newest.txt").read_text(encoding="utf-8")
    for name, pinned in re.findall(r"^(([\w-]+)==(?:.*\\\n)*.*\n)", lock, re.MULTILINE):
        if pinned not in FROM_APT | {"setuptools"}:
            yield name


def fetch(architecture: str, folder: Path) -> Iterator[Path]:
    """The wheels that the package carries, in the versions of the lock, for every Python and this processor."""
    lock = folder / "carried.txt"
    folder.mkdir(parents=True)
    lock.write_text("".join(carried()), encoding="utf-8")
    for python in PYTHONS:
        into = folder / python
        tags = [f"manylinux{tag}_{PROCESSORS[architecture]}" for tag in ("2014", "_2_17", "_2_28", "_2_34")]
        platforms = [word for tag in tags for word in ("--platform", tag)]
        words = [sys.executable, "-m", "pip", "download", "-q", "--no-deps", "--only-binary=:all:", "--require-hashes"]
        words += ["--python-version", python, *platforms, "--dest", str(into), "--requirement", str(lock)]
        subprocess.run(words, check=True, stderr=subprocess.DEVNULL)
        yield from sorted(into.glob("*.whl"))


def lay_files(tree: Path, version: str) -> None:
    """Command, desktop entry, rules, units, manual page, completions, change log."""
    for name, target in FILES.items():
        write(tree / target, (PACKAGING / name).read_bytes())
    (tree / "usr/bin/tablekeeper").chmod(0o755)
    for kind, folder in (("desktop", "usr/lib/systemd/user"), ("console", "usr/lib/systemd/system")):
        write(tree / folder / UNITS[kind], unit(kind).encode())
    write(tree / "usr/share/man/man1/tablekeeper.1.gz", gzip.compress(manual(version).encode(), mtime=0))
    for shell, target in SHELLS.items():
        write(tree / target, completion(shell))
    log = gzip.compress((ROOT / "CHANGELOG.md").read_bytes(), mtime=0)
    write(tree / "usr/share/doc/tablekeeper/changelog.gz", log)


def unit(kind: str) -> str:
    """A unit with the package's places; a user's own table lies where it always does."""
    text = (ROOT / "firmware/service/units" / UNITS[kind]).read_text(encoding="utf-8")
    text = text.replace("@COMMAND@", "/usr/bin/tablekeeper").replace("@USER@", "tablekeeper")
    # its user is in the groups that this system has; a group that is missing would keep the unit from starting
    text = re.sub(r"^SupplementaryGroups=.*\n", "", text, flags=re.MULTILINE)
    text = text.replace('--home "@HOME@" ', "") if kind == "desktop" else text.replace("@HOME@", HOME)
    return re.sub(r"^# Written by.*\n", "", text, flags=re.MULTILINE)


def manual(version: str) -> str:
    """A manual page from what `--help` says."""
    lines = [
        f'.TH TABLEKEEPER 1 "" "Tablekeeper {version}"',
        ".SH NAME",
        "tablekeeper \\- companion for real board games",
    ]
    lines += [
        ".SH SYNOPSIS",
        ".B tablekeeper",
        "[OPTIONS] COMMAND [WORDS]",
        ".SH DESCRIPTION",
        roff(command.help or ""),
    ]
    lines += [".SH OPTIONS", *_options(command), ".SH COMMANDS"]
    for name, found in sorted(command.commands.items()):
        lines += [".SS", roff(f"tablekeeper {name}"), roff(inspect.cleandoc(found.help or "")), *_options(found)]
    return "\n".join(
        [*lines, ".SH FILES", ".I ~/.local/share/tablekeeper", "games, settings and backups of a table", ""]
    )


def _options(found: click.Command) -> Iterator[str]:
    for option in found.params:
        if isinstance(option, click.Option):
            yield from (".TP", f".B {roff(', '.join(option.opts))}", roff(option.help or ""))


def roff(words: str) -> str:
    """Words that a manual page takes as they are."""
    safe = words.replace("\\", "\\e").replace("-", "\\-")
    return "\n".join("\\&" + line if line.startswith((".", "'")) else line for line in safe.splitlines())


def completion(shell: str) -> bytes:
    """What click writes for a shell."""
    from click.shell_completion import get_completion_class

    kind = get_completion_class(shell)
    assert kind is not None, shell
    return kind(command, {}, "tablekeeper", "_TABLEKEEPER_COMPLETE").source().encode()


def write_control(tree: Path, version: str, architecture: str) -> None:
    """What dpkg wants to know, and what it runs."""
    size = sum(path.stat().st_size for path in tree.rglob("*") if path.is_file()) // 1024
    text = (PACKAGING / "control").read_text(encoding="utf-8")
    for name, value in {"VERSION": version, "ARCHITECTURE": architecture, "SIZE": str(size)}.items():
        text = text.replace(f"@{name}@", value)
    write(tree / "DEBIAN/control", text.encode())
    for name in SCRIPTS:
        write(tree / "DEBIAN" / name, (PACKAGING / name).read_bytes())
        (tree / "DEBIAN" / name).chmod(0o644 if name == "templates" else 0o755)


def settle(tree: Path) -> None:
    """Plain rights whatever the umask, and one date, so that the same sources give the same bytes."""
    epoch_s = int(os.environ.get("SOURCE_DATE_EPOCH", "315532800"))
    for path in [*tree.rglob("*"), tree]:
        executable = path.is_dir() or path.stat().st_mode & 0o100
        path.chmod(0o755 if executable else 0o644)
        os.utime(path, (epoch_s, epoch_s))


def write(path: Path, content: bytes) -> None:
    """A file with its folders."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(content)


if __name__ == "__main__":
    sys.path.insert(0, str(ROOT / "scripts"))
    if shutil.which("dpkg-deb") is None:
        sys.exit("deb: found no dpkg-deb; build it on Debian or Raspberry Pi OS")
    architecture = sys.argv[3] if len(sys.argv) > 3 else "amd64"
    if architecture not in PROCESSORS:
        sys.exit(f"deb: found the architecture {architecture!r}; expected one of {', '.join(PROCESSORS)}")
    main(Path(sys.argv[1]), Path(sys.argv[2]), architecture)
