"""Where the rig keeps what it downloaded and made, outside of the tree."""

from __future__ import annotations

import fcntl
import hashlib
import os
import shutil
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import TextIO

from tests.rig.errors import Missing

VARIABLE = "TABLEKEEPER_RIG"
RELEASE = "trixie"
"""The Debian of which everything is made; Raspberry Pi OS 13 is the same."""
Report = Callable[[str], None]


@dataclass(frozen=True)
class Cache:
    """A folder of things that are whole or not there: each is made under another name and then renamed."""

    folder: Path

    @property
    def scratch(self) -> Path:
        """Where each cell lays memory of its own; empty as soon as the cell is gone."""
        return self.folder / "scratch"

    def holds(self, name: str) -> bool:
        """Whether something of this name was made, by whatever recipe."""
        return (self.folder / name).is_dir()

    def lock(self) -> TextIO:
        """Keep other rigs out for as long as the returned file is open."""
        self.folder.mkdir(parents=True, exist_ok=True)
        held = (self.folder / "lock").open("w", encoding="ascii")
        try:
            fcntl.flock(held, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError as error:
            held.close()
            raise Missing(
                f"starting: found another rig at work in {str(self.folder)!r}, wait until it is over"
            ) from error
        return held

    def have(self, name: str, recipe: str, make: Callable[[Path], None], report: Report) -> Path:
        """The folder of this name, made by this recipe; made now if it is not there or was made by another."""
        whole, half = self.folder / name, self.folder / f"{name}.half-made"
        stamp = whole / ".recipe"
        if stamp.is_file() and stamp.read_text(encoding="utf-8") == recipe:
            return whole
        if half.exists():
            report(f"{half} was left half made by a broken run; it is taken away and made anew")
        for old in (half, whole):
            remove(old)
        half.mkdir(parents=True)
        make(half)
        (half / ".recipe").write_text(recipe, encoding="utf-8")
        half.rename(whole)
        return whole


def recipe_of(*words: str) -> str:
    """Changes whenever one of the words changes by which something is made."""
    return hashlib.sha256("\n".join([RELEASE, *words]).encode()).hexdigest()


def find_cache() -> Cache:
    """The cache of this machine."""
    named = os.environ.get(VARIABLE)
    usual = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "tablekeeper" / "rig"
    return Cache(Path(named).absolute() if named else usual)


def remove(path: Path) -> None:
    """Take a folder away, whatever is in it."""
    if path.exists():
        shutil.rmtree(path)
