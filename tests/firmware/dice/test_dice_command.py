"""`tablekeeper dice`: a line for each roll, one sentence and exit 2 for what cannot be read."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import cv2
import pytest

from tablekeeper.firmware.commands import dice_commands
from tablekeeper.firmware.dice.presets import PRESETS, find_preset
from tests.firmware.commands import call
from tests.firmware.dice.films import picture_of


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    place = tmp_path / "throws"
    place.mkdir()
    for name, dice in (("a", [3, 5]), ("b", []), ("c", [6])):
        cv2.imwrite(str(place / f"{name}.png"), picture_of(["red"] * len(dice), dice).bgr())
    return place


def test_each_roll_is_one_json_line(tmp_path: Path, folder: Path) -> None:
    result = call(tmp_path, "dice", "--json", str(folder))
    assert result.exit_code == 0
    lines = [json.loads(line) for line in result.stdout.splitlines()]
    assert [(line["roll"], line["sum"], len(line["dice"])) for line in lines] == [(1, 8, 2), (2, 6, 1)]
    assert list(lines[0]) == ["roll", "at", "sure", "why", "dice", "sum"]
    assert result.stderr == ""


def test_once_stops_after_the_first_roll(tmp_path: Path, folder: Path) -> None:
    result = call(tmp_path, "dice", "--once", str(folder))
    assert (result.exit_code, result.stdout) == (0, "1: red 3, red 5 = 8\n")


def test_what_was_expected_is_compared(tmp_path: Path, folder: Path) -> None:
    result = call(tmp_path, "dice", "--json", "--expect", "red:2", str(folder))
    assert [json.loads(line)["why"] for line in result.stdout.splitlines()] == [None, "not-as-expected"]


@pytest.mark.parametrize(
    ("preset", "whys"),
    [
        ("any", [None, None]),
        ("two", [None, "not-as-expected"]),
        ("five", ["not-as-expected"] * 2),
        ("red-and-white", ["not-as-expected"] * 2),
        ("keep", [None, None]),
    ],
)
def test_a_preset_says_what_is_rolled(tmp_path: Path, folder: Path, preset: str, whys: list[str | None]) -> None:
    result = call(tmp_path, "dice", "--json", "--preset", preset, str(folder))
    lines = [json.loads(line) for line in result.stdout.splitlines()]
    assert [line["why"] for line in lines] == whys
    assert [line["sum"] for line in lines] == [8, 6]


def test_a_preset_beside_an_expectation_is_one_sentence(tmp_path: Path, folder: Path) -> None:
    result = call(tmp_path, "dice", "--preset", "two", "--expect", "red:2", str(folder))
    assert (result.exit_code, result.stdout) == (2, "")
    assert "found --preset two beside --expect red:2; expected one of them" in result.stderr


def test_every_preset_has_a_name_for_the_command_line() -> None:
    assert [find_preset(name) for name in dice_commands.PRESETS.values()] == list(PRESETS)


def test_rolls_are_written_to_a_table_too(tmp_path: Path, folder: Path) -> None:
    call(tmp_path, "dice", "--csv", str(tmp_path / "rolls.csv"), str(folder))
    assert (tmp_path / "rolls.csv").read_text(encoding="utf-8").splitlines() == [
        "roll,at,sure,why,sum,dice",
        "1,0,True,,8,red:3 red:5",
        "2,2,True,,6,red:6",
    ]


def test_a_broken_picture_is_named_and_the_others_are_read(tmp_path: Path, folder: Path) -> None:
    (folder / "b.png").write_bytes(b"no picture")
    result = call(tmp_path, "dice", "--json", str(folder))
    assert result.exit_code == 2
    assert len(result.stdout.splitlines()) == 2
    assert len(result.stderr.splitlines()) == 1
    assert "b.png" in result.stderr


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["nowhere"], "found nothing there"),
        (["--camera", "telescope"], "found the camera 'telescope'"),
        (["--camera", "webcam:-1"], "found the camera 'webcam:-1'"),
        (["--camera", "webcam", "throws"], "expected one of them"),
        (["--expect", "red", "throws"], "found 'red'"),
        (["--expect", "mauve:2", "throws"], "found the expected colour 'mauve'"),
        (["--set", "camera.backend=none"], "found the unknown option --set"),
    ],
)
def test_bad_input_is_one_sentence(tmp_path: Path, words: list[str], said: str) -> None:
    result = call(tmp_path, "dice", *words)
    assert result.exit_code == 2
    assert said in result.stderr
    assert result.stdout == ""


def test_a_table_without_a_camera_says_what_to_do(tmp_path: Path) -> None:
    result = call(tmp_path, "--set", "camera.backend=none", "dice")
    assert result.exit_code == 2
    assert "found no camera in the settings" in result.stderr


def test_a_broken_video_is_one_sentence_in_a_program_of_its_own(tmp_path: Path) -> None:
    broken = tmp_path / "broken.mp4"
    broken.write_bytes(b"no video")
    words = [sys.executable, "-m", "tablekeeper", "--home", str(tmp_path), "dice", str(broken)]
    done = subprocess.run(words, capture_output=True, text=True, check=False)
    assert done.returncode == 2
    assert done.stderr.splitlines() == [
        f"tablekeeper: Cannot play {str(broken)!r}: found no video that OpenCV can read; try .avi or .mp4"
    ]


def test_the_bare_package_loads_neither_opencv_nor_the_firmware() -> None:
    says = "import sys, tablekeeper; print({'cv2', 'numpy', 'tablekeeper.firmware'} & set(sys.modules))"
    done = subprocess.run([sys.executable, "-c", says], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "set()"
