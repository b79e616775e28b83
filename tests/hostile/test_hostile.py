"""Files that are broken, huge, endless or no files: one sentence each, in time and memory, and nothing harmed."""

from __future__ import annotations

import os
import random
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.firmware.commands import call
from tests.hostile.attack import attack, megabytes, read_once
from tests.hostile.kinds import HUGE, KINDS, LONG_CHUNK, SPELLED_HUGE

TOP = Path(__file__).parents[2]
FEW, MANY = 25, 10_000
ODD = {
    "pipe": os.mkfifo,
    "device": lambda path: path.symlink_to("/dev/zero"),
    "folder": lambda path: path.mkdir(),
    "nobody's": lambda path: path.symlink_to(path.parent / "gone"),
}
"""What may lie where a file should."""
BAD_TEXTS = {
    "a number of 5,000 digits": "a = " + "9" * 5000,
    "3,000 lists in one another": "a = " + "[" * 3000 + "]" * 3000,
    "3,000 sections in one another": "[" + "a." * 3000 + "a]",
    "a dotted key of 400 kB": "a." * 200_000 + "a = 1",
    "no end": "a = 1\n" * 1_000_000,
    "a line of JSON that nests": '{"a":' * 3000,
}
TEXTS = ("configuration", "pins", "calibration", "edition", "level", "labels", "lesson", "recording")


@pytest.mark.parametrize("kind", KINDS)
def test_a_few_broken_files_of_each_kind(kind: str, tmp_path: Path) -> None:
    folder = tmp_path / "place"
    folder.mkdir()
    outcomes = attack(kind, FEW, random.Random(kind).randrange(1000), folder)
    assert FEW == outcomes["refused"] + outcomes["read"]


@pytest.mark.slow
@pytest.mark.parametrize("kind", KINDS)
def test_many_broken_files_of_each_kind(kind: str, tmp_path: Path) -> None:
    folder = tmp_path / "place"
    folder.mkdir()
    words = [sys.executable, "-m", "tests.hostile.attack", kind, str(MANY), "11", str(folder)]
    done = subprocess.run(words, check=False, capture_output=True, text=True, cwd=TOP, timeout=3600)
    assert done.returncode == 0, done.stderr[-2000:]
    print(f"\n{MANY} broken files, {kind}: {done.stdout}", end="")


@pytest.mark.parametrize("odd", ODD)
@pytest.mark.parametrize("kind", KINDS)
def test_what_is_no_file_is_refused_at_once(kind: str, odd: str, tmp_path: Path) -> None:
    path = KINDS[kind].make(tmp_path)
    path.unlink()
    put: Callable[[Path], object] = ODD[odd]
    put(path)
    read_once(kind, path)


@pytest.mark.parametrize("bad", BAD_TEXTS)
@pytest.mark.parametrize("kind", TEXTS)
def test_a_text_without_measure_is_refused_in_time(kind: str, bad: str, tmp_path: Path) -> None:
    path = KINDS[kind].make(tmp_path)
    path.write_text(BAD_TEXTS[bad], encoding="utf-8")
    read_once(kind, path)


@pytest.mark.parametrize("content", [HUGE, LONG_CHUNK], ids=["30000 x 30000", "a chunk of 2 GB"])
@pytest.mark.parametrize("kind", ["picture", "recording", "calibration"])
def test_a_picture_that_promises_gigabytes_takes_none(kind: str, content: bytes, tmp_path: Path) -> None:
    path = KINDS[kind].make(tmp_path)
    if kind == "picture":
        path.write_bytes(content)
    elif kind == "recording":
        (path.parent / "000001.png").write_bytes(content)
    else:
        text = path.read_text(encoding="utf-8")
        start = text.index('background = "') + len('background = "')
        path.write_text(text[:start] + SPELLED_HUGE + text[text.index('"', start) :], encoding="utf-8")
    before = megabytes()
    read_once(kind, path)
    assert megabytes() - before < 100


def test_a_sentence_that_would_quote_something_endless_is_brief(tmp_path: Path) -> None:
    (tmp_path / "config.toml").write_text(f"[table]\nsound = '{'x' * 5000}'\n", encoding="utf-8")
    output = call(tmp_path, "config").stderr
    assert output.startswith("tablekeeper: Cannot read table.sound from the settings")
    assert "expected one of 'on', 'quiet', 'off'" in output
    assert len(output) < 700


def test_a_recording_names_files_of_its_own_only(tmp_path: Path) -> None:
    path = KINDS["recording"].make(tmp_path)
    line = path.read_text(encoding="utf-8")
    (tmp_path / "x.png").write_bytes((path.parent / "000001.png").read_bytes())
    path.write_text(line.replace("000001.png", "../x.png"), encoding="utf-8")
    assert "refused" == read_once("recording", path)
