"""Small files are put in place in one step, noted in their folder; a private one is private from its first byte."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from tablekeeper.firmware.club.evening import Evening, write_evening
from tablekeeper.firmware.mqtt.identity import find_id
from tablekeeper.firmware.phones.admission import Client
from tablekeeper.firmware.phones.kept import read_clients, write_clients
from tablekeeper.firmware.settings import whole_file
from tablekeeper.firmware.settings.whole_file import write_whole


@pytest.fixture
def noted(monkeypatch: pytest.MonkeyPatch) -> list[Path]:
    """The folders whose names were put on the disk."""
    noted: list[Path] = []
    real = whole_file.sync_folder

    def note(folder: Path) -> None:
        noted.append(folder)
        real(folder)

    monkeypatch.setattr(whole_file, "sync_folder", note)
    return noted


def test_the_names_of_the_small_files_survive_a_power_cut(tmp_path: Path, noted: list[Path]) -> None:
    clients = (Client(1, "0" * 64, 2),)
    write_clients(tmp_path, 7, clients)
    assert noted == [tmp_path]
    assert read_clients(tmp_path) == (7, clients)
    find_id(tmp_path)
    write_evening(tmp_path, Evening(1.0))
    assert noted == [tmp_path] * 3


def test_a_private_file_is_private_from_its_first_byte(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "secret.new").write_text("left by a cut")
    (tmp_path / "secret.new").chmod(0o644)
    modes: list[int] = []
    real = os.fsync

    def look(number: int) -> None:
        modes.append(os.fstat(number).st_mode & 0o777)
        real(number)

    monkeypatch.setattr(os, "fsync", look)
    write_whole(tmp_path / "secret", "one", private=True)
    assert modes[0] == (tmp_path / "secret").stat().st_mode & 0o777 == 0o600
    assert (tmp_path / "secret").read_text() == "one"
