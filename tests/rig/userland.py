"""A Debian userland in a folder: laid over so that it stays as it is, furnished, and entered."""

from __future__ import annotations

import shutil
import subprocess
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path

from tests.rig.cell import bind, mount
from tests.rig.errors import Missing, RigError, blame

_DEVICES = ("null", "zero", "full", "random", "urandom", "tty")
_KNOWN = {"PATH": "/usr/sbin:/usr/bin:/sbin:/bin", "HOME": "/root", "LC_ALL": "C.UTF-8", "TMPDIR": "/tmp"}
NETWORK = "expected a network the first time"


def furnish(root: Path) -> None:
    """Give a userland the devices and processes that programs in it expect."""
    mount("dev", root / "dev", "tmpfs", options="mode=755")
    for name in _DEVICES:
        (root / "dev" / name).touch()
        bind(Path("/dev") / name, root / "dev" / name)
    for name, target in (("fd", "/proc/self/fd"), ("stdin", "fd/0"), ("stdout", "fd/1"), ("stderr", "fd/2")):
        (root / "dev" / name).symlink_to(target)
    for name, mode in (("dev/shm", "1777"), ("tmp", "1777"), ("run", "755")):
        (root / name).mkdir(exist_ok=True)
        mount("tmpfs", root / name, "tmpfs", options=f"mode={mode}")
    mount("proc", root / "proc", "proc")


def lay_over(layers: Sequence[Path], scratch: Path) -> Path:
    """A userland that can be written to, while what is kept stays as it is. The first layer is the uppermost."""
    for name in ("changes", "work", "root"):
        (scratch / name).mkdir(parents=True)
    lower = ":".join(map(str, layers))
    options = f"lowerdir={lower},upperdir={scratch / 'changes'},workdir={scratch / 'work'}"
    mount("overlay", scratch / "root", "overlay", options=options)
    return scratch / "root"


def run_inside(
    root: Path, command: list[str], purpose: str, environment: Mapping[str, str] | None = None,
    fault: type[RigError] = Missing,
) -> str:  # fmt: skip
    """Run a command in a userland; what it said, or a fault with its last words."""
    done = subprocess.run(
        ["chroot", str(root), *command], env=_KNOWN | dict(environment or {}), stdin=subprocess.DEVNULL,
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    if done.returncode:
        words = (done.stderr.strip() or done.stdout.strip() or "no word").splitlines()
        said = next((line for line in words if "error" in line.lower()), words[-1]).strip()
        cure = NETWORK if fault is Missing else ""
        raise blame(f"{purpose}: {command[0]} ended with {done.returncode} ({said})", done.stderr, fault, cure)
    return done.stdout


def copy_network_settings(root: Path) -> None:
    """How this machine reaches names and package indexes."""
    for name in ("etc/resolv.conf", "etc/hosts"):
        (root / name).unlink(missing_ok=True)
        shutil.copyfile(Path("/") / name, root / name)
    bundle = Path("/etc/ssl/certs/ca-certificates.crt")
    if bundle.is_file():
        shutil.copyfile(bundle, root / "etc/ssl/certs/ca-certificates.crt")
    found = subprocess.run(
        [sys.executable, "-m", "pip", "config", "list"], capture_output=True, text=True, check=False
    ).stdout
    kept = ("index-url", "extra-index-url", "proxy", "trusted-host", "timeout")
    lines = {}
    for line in found.splitlines():
        name, _, value = line.partition("=")
        key = name.rpartition(".")[2]
        if key in kept and "file:" not in value:
            lines[key] = value.strip("'")
    text = "[global]\ncert = /etc/ssl/certs/ca-certificates.crt\n" + "".join(f"{k} = {v}\n" for k, v in lines.items())
    (root / "etc/pip.conf").write_text(text, encoding="utf-8")
