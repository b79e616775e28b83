"""Where a backup goes: never onto the card where a stick should be, and under a name that fits what it holds."""

from __future__ import annotations

import tarfile
from pathlib import Path

import pytest

from tablekeeper.firmware.errors import BackupFault
from tablekeeper.firmware.journal.care.backup import JOURNAL, place_of
from tablekeeper.firmware.journal.journal import Journal
from tests.firmware.commands import call


def nowhere_mounted(place: Path) -> bool:
    return False


@pytest.fixture
def home(tmp_path: Path) -> Path:
    found = tmp_path / "table"
    found.mkdir()
    Journal(found / JOURNAL).close()
    return found


def test_a_folder_that_is_missing_is_not_made(home: Path, tmp_path: Path) -> None:
    stick = tmp_path / "stick"
    refused = call(home, "backup", str(stick / "evening.tar.gz"))
    assert (refused.exit_code, stick.exists()) == (2, False)
    assert "a stick that is plugged in" in refused.stderr


def test_the_name_fits_the_content(home: Path, tmp_path: Path) -> None:
    written = call(home, "backup", str(tmp_path / "evening.zip"))
    path = tmp_path / "evening.zip.tar.gz"
    assert (written.exit_code, str(path) in written.output) == (0, True)
    assert tarfile.is_tarfile(path)
    assert place_of(tmp_path / "a.tgz", "x") == tmp_path / "a.tgz"


def test_into_a_folder_it_goes_under_its_own_name(home: Path, tmp_path: Path) -> None:
    written = call(home, "--set", "table.language=fr", "backup", str(tmp_path))
    assert "Tout ce qu’il faut garder" in written.output
    (found,) = tmp_path.glob("tablekeeper-no*.tar.gz")
    assert tarfile.is_tarfile(found)


def test_an_empty_socket_for_sticks_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tablekeeper.firmware.journal.care.backup.SOCKETS", (tmp_path,))
    (tmp_path / "pi" / "STICK").mkdir(parents=True)
    file = tmp_path / "pi" / "STICK" / "b.tar.gz"
    with pytest.raises(BackupFault, match="no stick is plugged in"):
        place_of(file, "x", nowhere_mounted)
    assert place_of(file, "x", lambda place: place.name == "STICK") == file
    assert place_of(Path(tmp_path.parent / "b.tar.gz"), "x", nowhere_mounted)
