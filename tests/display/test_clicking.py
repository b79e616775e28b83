"""Whole games played by clicking only: in a real window under Xvfb with real X11 events, and in many ways without."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys

import pytest

from tablekeeper.engines.catalogue import NAMES, find_game
from tests.display.clicking import PostedMouse, play
from tests.display.companion_clicks import play_beside

MISSING = [tool for tool in ("Xvfb", "xvfb-run", "xdotool") if shutil.which(tool) is None]


SEEDS = (1, 2)
BESIDE = [(game, table) for game in NAMES for table in ("virtual", "real") if table == "virtual" or
          find_game(game).sits_at_table]  # fmt: skip
"""Where the companion takes a seat."""


@pytest.mark.parametrize(
    "sizes",
    [
        pytest.param(("800x480",), id="800x480"),
        pytest.param(("1280x720", "1000x700"), id="resized", marks=pytest.mark.slow),
        pytest.param(("720x1280",), id="portrait", marks=pytest.mark.slow),
    ],
)
@pytest.mark.parametrize("game", NAMES)
@pytest.mark.skipif(bool(MISSING), reason=f"not installed: {', '.join(MISSING)} (apt-get install xvfb xdotool)")
def test_a_whole_game_is_played_by_clicking_only(game: str, sizes: tuple[str, ...]) -> None:
    assert "clicks" in run_under_xvfb("tests.display.clicking", game, *sizes)


@pytest.mark.parametrize(("game", "table"), BESIDE)
@pytest.mark.skipif(bool(MISSING), reason=f"not installed: {', '.join(MISSING)} (apt-get install xvfb xdotool)")
def test_a_whole_game_beside_the_companion_is_played_by_clicking_only(game: str, table: str) -> None:
    assert "answers of the companion" in run_under_xvfb("tests.display.companion_clicks", game, table)


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize(("game", "table"), BESIDE)
def test_beside_the_companion_no_way_of_clicking_ends_where_nothing_leads_on(game: str, table: str, seed: int) -> None:
    clicks, answers = play_beside(game, table, PostedMouse(), seed)
    assert clicks > 0
    assert answers > 0


def run_under_xvfb(*module: str) -> str:
    """What a module prints that plays in a real X11 window."""
    environment = {name: value for name, value in os.environ.items() if name != "SDL_VIDEODRIVER"}
    command = ["xvfb-run", "-a", "-s", "-screen 0 1280x1280x24", sys.executable, "-m", *module]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, timeout=240, check=False)
    assert done.returncode == 0, done.stderr[-2000:]
    return done.stdout


@pytest.mark.parametrize("sizes", [((1280, 720), (1000, 700)), ((720, 1280),)], ids=["resized", "portrait"])
def test_a_game_is_played_to_its_end_in_a_window_of_another_size(sizes: tuple[tuple[int, int], ...]) -> None:
    clicks, answers = play("kokoro", PostedMouse(), sizes=sizes)
    assert clicks >= answers > 0


@pytest.mark.parametrize("table", ["real", "virtual"])
@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("game", NAMES)
def test_no_way_of_clicking_ends_where_nothing_leads_on(game: str, seed: int, table: str) -> None:
    clicks, answers = play(game, PostedMouse(), seed, table)
    assert clicks >= answers > 0
