"""A real window under Xvfb, with real X11 events: a whole game of each kind, played by clicking only."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys

import pytest

from engines.catalogue import NAMES

MISSING = [tool for tool in ("Xvfb", "xvfb-run", "xdotool") if shutil.which(tool) is None]


@pytest.mark.slow
@pytest.mark.skipif(bool(MISSING), reason=f"not installed: {', '.join(MISSING)} (apt-get install xvfb xdotool)")
@pytest.mark.parametrize("game", NAMES)
def test_a_whole_game_is_played_by_clicking_only(game: str) -> None:
    environment = {name: value for name, value in os.environ.items() if name != "SDL_VIDEODRIVER"}
    command = ["xvfb-run", "-a", "-s", "-screen 0 800x480x24", sys.executable, "-m", "tests.display.clicking", game]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, timeout=500, check=False)
    assert done.returncode == 0, done.stderr[-2000:]
    assert "clicks" in done.stdout
