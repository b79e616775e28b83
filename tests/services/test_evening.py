"""A small evening with everything that can go wrong; `python -m tests.services.evening` plays the large one."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.services.broker import find_mosquitto
from tests.services.evening import run

pytestmark = pytest.mark.services


def test_the_club_counts_what_the_journals_say(tmp_path: Path) -> None:
    if find_mosquitto() is None:
        pytest.skip("no Mosquitto here")
    played = run(tmp_path, tables=6, minutes=4, seed=3, thinking_s=1.0)
    assert played["entries"] > 100
    assert played["finished"] >= 3
    assert played["troubles"]["cuts"]
