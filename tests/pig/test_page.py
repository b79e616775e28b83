"""docs/add-a-game.md: every command on the page runs, and every file that it names is there."""

from __future__ import annotations

import os
import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

from tests.engines.tables import ROOT

PAGE = (ROOT / "docs" / "add-a-game.md").read_text(encoding="utf-8")
COMMANDS = [line for block in re.findall(r"```sh\n(.*?)```", PAGE, re.DOTALL) for line in block.splitlines()]
SAYS = {
    "python -c": "6 clauses",
    "tablekeeper --with tests.pig simulate": '"games": 50',
    "tablekeeper --with tests.pig replay": "game_won points=30",
    "pytest": "100%",
    "tablekeeper --with tests.pig play pig --players Ann,Ben": "The goal is reached",
    "tablekeeper --with tests.pig --set": "Le but est atteint",
    "tablekeeper --with tests.pig shots": "pictures are in",
    "tablekeeper --with tests.pig play pig --players Ann --table": "silently misread: 0",
}
"""What each command prints, by how it begins."""


@pytest.mark.parametrize("line", COMMANDS)
def test_a_command_of_the_page_does_what_the_page_says(line: str, tmp_path: Path) -> None:
    says = next(said for begins, said in SAYS.items() if line.startswith(begins))
    words = shlex.split(line.replace("--out out", f"--out {tmp_path}/out"))
    module = {"python": [], "tablekeeper": ["-m", "tablekeeper", "--home", str(tmp_path)], "pytest": ["-m", "pytest"]}
    done = subprocess.run(
        [sys.executable, *module[words[0]], *words[1:]],
        cwd=ROOT, env=os.environ | {"SDL_VIDEODRIVER": "dummy"}, capture_output=True, text=True, timeout=900,
        check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    assert says in done.stdout


def test_every_file_that_the_page_names_is_there() -> None:
    here = Path(__file__).parent
    named = set(re.findall(r"`([\w./]+\.(?:py|toml|md)|[\w/]+/)`", PAGE))
    assert {"setup.py", "display/look.py", "golden/"} <= named
    assert not {name for name in named if not (here / name).exists() and not (ROOT / name).exists()}
