"""What `tablekeeper club` prints is in the table's language."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.firmware.commands import call


@pytest.mark.parametrize(("language", "said"), [("en", "games in"), ("fr", "parties dans")])
def test_an_exported_evening_says_so_in_the_tables_language(
    language: str, said: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TABLEKEEPER_TABLE_LANGUAGE", language)
    done = call(tmp_path, "club", "--export", str(tmp_path / "out"))
    assert (done.exit_code, done.stdout.split(str(tmp_path))[0].strip()) == (0, said)
