"""A real window under Xvfb, with real X11 events: a whole game of each kind, played by clicking only."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys

import pytest

from engines.catalogue import NAMES

MISSING = [tool for tool in ("Xvfb", "xvfb-run", "xdotool") if shutil.which(tool) is None]


NOT_YET = pytest.mark.skip(reason="the random clicker has not finished a whole game of Kokoro within 250 s yet")


@pytest.mark.slow
@pytest.mark.parametrize("game", [pytest.param(game, marks=NOT_YET if game == "kokoro" else ()) for game in NAMES])
@pytest.mark.skipif(bool(MISSING), reason=f"not installed: {', '.join(MISSING)} (apt-get install xvfb xdotool)")
def test_a_whole_game_is_played_by_clicking_only(game: str) -> None:
    environment = {name: value for name, value in os.environ.items() if name != "SDL_VIDEODRIVER"}
    command = ["xvfb-run", "-a", "-s", "-screen 0 800x480x24", sys.executable, "-m", "tests.display.clicking", game]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, timeout=500, check=False)
    assert done.returncode == 0, done.stderr[-2000:]
    assert "clicks" in done.stdout
