"""The disk as a power cut leaves it, rebuilt from the recorded changes at any point."""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

SECTOR = 512
NAMES_LOST = "names lost"
WAYS = ("kept", "lost", "torn", "torn again", NAMES_LOST)
"""What becomes of writes that no sync has confirmed; in the last, of names too."""


class Change(NamedTuple):
    """One recorded change."""

    kind: str
    inode: str
    offset: int
    data: bytes
    path: str
    target: str


class File:
    """The content of one file: what a sync has confirmed, and what has been written since."""

    def __init__(self) -> None:
        self.synced = b""
        self.since: list[Change] = []

    def content(self, way: str, luck: random.Random) -> bytes:
        """What a cut leaves of it."""
        content = bytearray(self.synced)
        for change in () if way in ("lost", NAMES_LOST) else self.since:
            if change.kind == "truncate":
                if way == "kept" or luck.random() < 0.5:
                    content[change.offset :] = bytes(max(0, change.offset - len(content)))
                continue
            for at in range(0, len(change.data), SECTOR):
                if way == "kept" or luck.random() < 0.5:
                    piece = change.data[at : at + SECTOR]
                    start = change.offset + at
                    content[len(content) :] = bytes(max(0, start - len(content)))
                    content[start : start + len(piece)] = piece
        return bytes(content)

    def sync(self) -> None:
        """Everything so far is on the disk."""
        self.synced = self.content("kept", random.Random(0))
        self.since.clear()


class Link(NamedTuple):
    """A name that leads to another; it is whole or not there."""

    target: str


class Disk:
    """A folder that changes as recorded. Names change in order, and a sync confirms all before it, as on ext4."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.names: dict[str, File | Link] = {}
        self.folders: set[str] = set()
        self._inodes: dict[str, File] = {}
        self._settled: tuple[dict[str, File | Link], set[str]] = ({}, set())

    def apply(self, change: Change) -> None:
        """The next change."""
        if change.kind == "create":
            self.names[change.path] = self._inodes[change.inode] = File()
        elif change.kind == "mkdir":
            self.folders.add(change.path)
        elif change.kind == "rename":
            self._rename(change.path, change.target)
        elif change.kind == "unlink":
            self.names.pop(change.path, None)
        elif change.kind == "rmdir":
            self.folders.discard(change.path)
        elif change.kind == "symlink":
            self.names[change.path] = Link(change.target)
        elif change.kind == "sync":
            self._settled = (dict(self.names), set(self.folders))
            if change.inode in self._inodes:
                self._inodes[change.inode].sync()
        elif change.kind in ("write", "truncate") and change.inode in self._inodes:
            self._inodes[change.inode].since.append(change)

    def _rename(self, source: str, target: str) -> None:
        if source in self.names:
            self.names[target] = self.names.pop(source)
            return
        below = [name for name in self.names if name.startswith(source + "/")]
        for name in below:
            self.names[target + name.removeprefix(source)] = self.names.pop(name)
        self.folders = {target + name.removeprefix(source) if is_below(name, source) else name for name in self.folders}

    def write(self, place: Path, way: str, luck: random.Random) -> None:
        """Rebuild it in a fresh folder; the shared index of a log is memory, and gone."""
        names, folders = self._settled if way == NAMES_LOST else (self.names, self.folders)
        for name in folders:
            (place / Path(name).relative_to(self.folder)).mkdir(parents=True, exist_ok=True)
        for name, file in names.items():
            if not name.endswith("-shm"):
                target = place / Path(name).relative_to(self.folder)
                target.parent.mkdir(parents=True, exist_ok=True)
                if isinstance(file, Link):
                    target.symlink_to(file.target)
                else:
                    target.write_bytes(file.content(way, luck))


def is_below(name: str, folder: str) -> bool:
    """Whether a name is a folder's or lies in it."""
    return name == folder or name.startswith(folder + "/")


def read_changes(log: Path) -> Iterator[Change]:
    """The recorded changes in their order."""
    content = log.read_bytes()
    at = 0
    while at < len(content):
        end = content.index(b"\n", at)
        kind, inode, offset, length, path, target = content[at:end].decode().split("\t")
        data = content[end + 1 : end + 1 + int(length)]
        at = end + 1 + int(length)
        yield Change(kind, inode, int(offset), data, path, target)
