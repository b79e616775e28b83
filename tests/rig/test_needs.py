"""What is missing on this machine is said in one line, with how to get it."""

from __future__ import annotations

import os
import shutil
import sys
from collections import namedtuple
from pathlib import Path

import pytest

from tests.rig import needs
from tests.rig.cache import Cache
from tests.rig.errors import Missing
from tests.rig.needs import check_machine, check_room, read_free_memory_gb

Usage = namedtuple("Usage", "total used free")


@pytest.fixture(autouse=True)
def whole_machine(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A machine that lacks nothing."""
    keys = tmp_path / "keys"
    keys.touch()
    monkeypatch.setattr(needs, "KEYRING", keys)
    monkeypatch.setattr(sys, "platform", "linux")
    monkeypatch.setattr(os, "geteuid", lambda: 0)
    monkeypatch.setattr(shutil, "which", lambda name: f"/usr/bin/{name}")
    monkeypatch.setattr(shutil, "disk_usage", lambda path: Usage(0, 0, 100e9))
    texts = {"/proc/filesystems": "nodev\toverlay\n", "/proc/meminfo": "MemAvailable: 8000000 kB\n"}
    read = Path.read_text
    monkeypatch.setattr(Path, "read_text", lambda path, **how: texts.get(str(path)) or read(path, **how))


def test_a_whole_machine_will_do(tmp_path: Path) -> None:
    check_machine()
    check_room(Cache(tmp_path), ["pc", "pi"])


@pytest.mark.parametrize(
    ("where", "name", "value", "words"),
    [
        (sys, "platform", "darwin", "expected Linux"),
        (os, "geteuid", lambda: 1000, "sudo make rig"),
        (shutil, "which", lambda name: None if name == "apt-get" else name, "found no apt-get; .* run it on Debian"),
        (needs, "KEYRING", Path("/nowhere"), "sudo apt install debian-archive-keyring"),
        (Path, "read_text", lambda path, **how: "MemAvailable: 8000000 kB\n", "sudo modprobe overlay"),
        (needs, "MEMORY_GB", 9.0, "found 8.2 GB of free memory; expected 9"),
    ],
)
def test_what_lacks_is_named_with_how_to_get_it(
    monkeypatch: pytest.MonkeyPatch, where: object, name: str, value: object, words: str
) -> None:
    monkeypatch.setattr(where, name, value)
    with pytest.raises(Missing, match=words) as told:
        check_machine()
    assert "\n" not in str(told.value)


def test_room_is_needed_for_what_is_not_there_yet(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shutil, "disk_usage", lambda path: Usage(0, 0, 3e9))
    check_room(Cache(tmp_path), ["pc"])
    with pytest.raises(Missing, match=r"found 3\.0 GB free in .*TABLEKEEPER_RIG=/big/place make rig"):
        check_room(Cache(tmp_path), ["pc", "pi"])
    (tmp_path / "pi").mkdir()
    check_room(Cache(tmp_path), ["pc", "pi"])


def test_free_memory_is_what_programs_can_have() -> None:
    assert read_free_memory_gb("MemTotal:  16 kB\nMemAvailable:    1000000 kB\n") == pytest.approx(1.024)
