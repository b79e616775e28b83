"""Small releases for tests: signed with a key made for the test, and behaving as they are told."""

from __future__ import annotations

import io
import os
import subprocess
import zipfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from unittest import mock

from tablekeeper.firmware.updates.package import ANY, write_release

MAIN = """
import sys, time
words = sys.argv[1:]
if {behaviour!r} == "dies at once": sys.exit(7)
if "repair" in words or "--version" in words:
    if {behaviour!r} == "hangs": time.sleep(600)
    sys.exit({proof})
print("release {version}", *words)
sys.exit({end})
"""


def make_keys(folder: Path, name: str = "test") -> tuple[Path, Path]:
    """A private and a public ed25519 key."""
    private, public = folder / f"{name}.private", folder / f"{name}.pem"
    commands = (
        ["openssl", "genpkey", "-algorithm", "ed25519", "-out", str(private)],
        ["openssl", "pkey", "-in", str(private), "-pubout", "-out", str(public)],
    )
    for command in commands:
        subprocess.run(command, check=True, capture_output=True)
    return private, public


def make_wheel(version: str, behaviour: str = "plays", *, proof: int = 0, end: int = 0) -> bytes:
    """A wheel that is `tablekeeper` in name, and does little."""
    main = MAIN.format(behaviour=behaviour, version=version, proof=proof, end=end)
    files = {
        "tablekeeper/__init__.py": "",
        "tablekeeper/__main__.py": main,
        f"tablekeeper-{version}.dist-info/METADATA": f"Metadata-Version: 2.1\nName: tablekeeper\nVersion: {version}\n",
    }
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w") as archive:
        for name, text in files.items():
            archive.writestr(zipfile.ZipInfo(name), text)
    return packed.getvalue()


def make_release(
    folder: Path, private: Path, version: str = "9.1.0", architecture: str = ANY, **how: Any
) -> Path:  # fmt: skip
    """A signed release in a file."""
    path = folder / f"tablekeeper-{version}.release"
    wheel = make_wheel(version, **how)
    write_release(path, version, architecture, {f"tablekeeper-{version}-py3-none-any.whl": wheel}, private)
    return path


class PowerCut(BaseException):
    """Nothing runs on after it, and nothing is written any more."""


TOUCHES = ("replace", "rename", "symlink", "unlink", "mkdir", "rmdir", "fsync", "remove")
"""What changes a disk, and what makes it last."""


@contextmanager
def power_cut_at(number: int) -> Iterator[list[str]]:
    """The power goes just before the disk is touched for this time; yields what touched it until then."""
    touched: list[str] = []

    def cutting(name: str, real: Callable[..., Any]) -> Callable[..., Any]:
        def touch(*words: Any, **more: Any) -> Any:
            if len(touched) >= number:
                raise PowerCut
            touched.append(name)
            return real(*words, **more)

        return touch

    with mock.patch.multiple(os, **{name: cutting(name, getattr(os, name)) for name in TOUCHES}):
        try:
            yield touched
        except PowerCut:
            touched.append("cut")
