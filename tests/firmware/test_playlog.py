"""The play log: a link that BG Stats understands, and a code that reads back as this link."""

from __future__ import annotations

import json
from pathlib import Path
from urllib.parse import unquote

import cv2
import numpy as np
import pytest

from tablekeeper.engines.core.outcome import Outcome
from tablekeeper.firmware.journal.care.backup import JOURNAL
from tablekeeper.firmware.journal.journal import Journal
from tablekeeper.firmware.journal.playlog import ADDRESS, Play, draw_code, spell_code, write_link
from tests.conftest import Clock
from tests.firmware.commands import call
from tests.firmware.test_statistics import play_game

PLAY = Play(
    "table", 7, "cocoon_world", "Cocoon World", ["Ann", "Chloé & Ben"], Outcome((1,), "x", "y", (3, 9)), 0.0, 5400.0
)


def read_data(link: str) -> dict[str, object]:
    assert link.startswith(ADDRESS)
    data: dict[str, object] = json.loads(unquote(link.removeprefix(ADDRESS)))
    return data


def test_the_link_holds_what_the_format_asks_for() -> None:
    assert read_data(write_link(PLAY)) == {
        "sourceName": "Tablekeeper",
        "sourcePlayId": "table-7",
        "playDate": "1970-01-01 00:00:00",
        "durationMin": 90,
        "game": {"name": "Cocoon World", "sourceGameId": "cocoon_world", "highestWins": True, "noPoints": False},
        "players": [
            {"name": "Ann", "sourcePlayerId": "Ann", "startPlayer": False, "winner": False, "score": 3},
            {"name": "Chloé & Ben", "sourcePlayerId": "Chloé & Ben", "startPlayer": False, "winner": True, "score": 9},
        ],
    }


def test_a_lost_table_has_no_winner_and_no_points() -> None:
    data = read_data(write_link(PLAY._replace(outcome=Outcome((), "lost", "y"))))
    assert data["game"]["noPoints"]  # type: ignore[index]
    assert not any(player["winner"] for player in data["players"])  # type: ignore[attr-defined]


@pytest.mark.parametrize("seats", [1, 2, 3, 5])
def test_the_code_reads_back_as_the_link(seats: int) -> None:
    players = [f"Player number {seat}" for seat in range(seats)]
    link = write_link(PLAY._replace(players=players, outcome=Outcome((0,), "x", "y", tuple(range(seats)))))
    dark = np.array(draw_code(link))
    picture = np.where(dark, 0, 255).astype(np.uint8).repeat(4, axis=0).repeat(4, axis=1)
    # OpenCV's older finder misses large codes that phones read; 4.6 has only that one
    finders = [cv2.QRCodeDetector, *([cv2.QRCodeDetectorAruco] if hasattr(cv2, "QRCodeDetectorAruco") else [])]
    found = {finder().detectAndDecode(picture)[0] for finder in finders} - {""}
    assert found == {link} or (len(finders) == 1 and not found)
    assert len(spell_code(link).splitlines()) == (len(dark) + 1) // 2


@pytest.mark.parametrize("begun_at_s", [-1e18, -1.0, 4_300_000_000.0, 1e18, float("inf"), float("nan")])
def test_a_clock_that_is_wrong_costs_the_date_at_most(begun_at_s: float) -> None:
    data = read_data(write_link(PLAY._replace(begun_at_s=begun_at_s)))
    assert data["sourcePlayId"] == "table-7"
    assert ("playDate" in data) == (abs(begun_at_s) < 1e10)


def test_many_long_names_still_fit_into_a_code() -> None:
    players = [letter * 60 for letter in "漢字仮名交じ"]
    link = write_link(PLAY._replace(players=players, outcome=Outcome((0,), "x", "y")))
    assert draw_code(link)
    assert len({player["name"] for player in read_data(link)["players"]}) == len(players)  # type: ignore[index, attr-defined]


def test_the_command_logs_the_last_finished_game(tmp_path: Path, clock: Clock) -> None:
    with Journal(tmp_path / JOURNAL) as journal:
        play_game(journal, clock, 1)
    words = ["playlog"]
    told = call(tmp_path, *words, "--quiet", "--code", str(tmp_path / "code.svg")).output.strip()
    assert read_data(told)["game"]["sourceGameId"] == "cocoon_world"  # type: ignore[index]
    assert "<svg" in (tmp_path / "code.svg").read_text(encoding="utf-8")
    for name in ("code.jpg", "code.svg/code.png"):
        refused = call(tmp_path, *words, "--code", str(tmp_path / name))
        assert (refused.exit_code, "expected a .svg or .png file" in refused.stderr) == (2, True)
    refused = call(tmp_path, *words, "--game", "9")
    assert (refused.exit_code, "expected one of: 1" in refused.stderr) == (2, True)
