"""Rolls from videos, pictures and cameras: each is reported once, right, and nothing else is."""

from __future__ import annotations

import doctest
import os
from collections.abc import Sequence
from pathlib import Path

import cv2
import pytest

import tablekeeper
from tablekeeper.firmware.dice.watching import watch_camera, watch_film
from tablekeeper.firmware.errors import BadInput
from tablekeeper.firmware.simulated.known_tray import simulated_calibration
from tablekeeper.hardware.clock import FastClock
from tablekeeper.hardware.errors import CameraError, RecordingError
from tests.engines.tables import ROOT
from tests.firmware.dice.films import Film, picture_of, write_film

# Beside the checkout, or one folder higher for a worktree.
PLACES = [Path(os.environ.get("TABLEKEEPER_SHARED", ROOT.parent / "shared")), ROOT.parents[1] / "shared"]
FELT = next((place for place in PLACES if place.is_dir()), PLACES[0]) / "dice/series/green-felt-video"
KNOWN = ("white", "red")


def values(rolls: Sequence[tablekeeper.DiceRoll]) -> list[list[int]]:
    return [sorted(die.value for die in roll.dice) for roll in rolls]


def test_every_throw_of_a_film_is_one_roll_and_a_hand_is_none() -> None:
    film = Film(17.0)
    film.roll(1.0, ["white", "red"], [3, 5])
    film.at(6.0, film.take_out)
    film.roll(8.0, ["white"], [6])
    film.roll(12.0, ["red"], [2])
    rolls = list(watch_film(film, calibration=simulated_calibration(KNOWN)))
    assert values(rolls) == [[3, 5], [6], [2, 6]]
    assert all(roll.sure for roll in rolls)
    assert [roll.number for roll in rolls] == [1, 2, 3]
    assert 1.0 < rolls[0].at < 6.0


def test_dice_that_were_not_expected_make_a_roll_unsure_and_change_no_value() -> None:
    film = Film(8.0)
    film.roll(1.0, ["white"], [4])
    rolls = list(watch_film(film, {"red": 2}, simulated_calibration(KNOWN)))
    assert values(rolls) == [[4]]
    assert [(roll.sure, roll.why) for roll in rolls] == [(False, "not-as-expected")]


def test_a_camera_is_watched_until_nobody_wants_more_and_its_rolls_carry_the_time_of_day() -> None:
    film = Film(1e9)
    film.roll(1.0, ["white"], [4])
    rolls = watch_camera(film, calibration=simulated_calibration(KNOWN), clock=FastClock(), day_s=lambda: 1e9)
    first = next(rolls)
    rolls.close()
    assert values([first]) == [[4]]
    assert 1e9 < first.at < 1e9 + 10
    assert film.log.present.state == "closed"


def test_a_camera_that_fails_and_comes_back_is_reported_once_each() -> None:
    film = Film(1e9)
    film.set_fault("camera_unplugged")
    film.at(5.0, lambda: film.set_fault("camera_unplugged", False))
    film.roll(6.0, ["white"], [4])
    told: list[str] = []
    next(watch_camera(film, calibration=simulated_calibration(KNOWN), report=told.append, clock=FastClock()))
    assert told == ["Camera: the camera is unplugged", "Camera: it works again"]


def test_a_video_file_is_watched_by_the_library(tmp_path: Path) -> None:
    film = Film(7.0)
    film.roll(1.0, ["red"], [5])
    rolls = list(tablekeeper.watch(write_film(tmp_path / "film.avi", film)))
    assert values(rolls) == [[5]]
    assert 1.0 < rolls[0].at < 7.0


def test_each_picture_of_a_folder_that_shows_dice_is_a_roll(tmp_path: Path) -> None:
    for number, dice in enumerate(([3, 5], [], [3, 5], [6])):
        frame = picture_of(["red"] * len(dice), dice)
        cv2.imwrite(str(tmp_path / f"{number}.png"), frame.bgr())
    rolls = list(tablekeeper.watch(tmp_path))
    assert values(rolls) == [[3, 5], [3, 5], [6]]
    assert [(roll.number, roll.at) for roll in rolls] == [(1, 0), (2, 2), (3, 3)]


def test_the_library_reads_a_file_or_an_array(tmp_path: Path) -> None:
    frame = picture_of(["red", "white"], [2, 6])
    cv2.imwrite(str(tmp_path / "throw.png"), frame.bgr())
    read = tablekeeper.read(tmp_path / "throw.png")
    assert read.values == (2, 6)
    assert tablekeeper.read(frame.bgr()) == read
    assert not tablekeeper.read(frame.bgr(), {"red": 2}).sure


def test_the_lines_in_the_readme_do_what_they_say(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    cv2.imwrite("throw.png", picture_of(["red", "white"], [2, 6]).bgr())
    film = Film(7.0)
    film.roll(1.0, ["red"], [5])
    write_film(Path("throws.avi"), film)
    done = doctest.testfile(str(ROOT / "README.md"), module_relative=False)
    assert done.attempted >= 3
    assert done.failed == 0


def test_what_cannot_be_watched_is_one_sentence(tmp_path: Path) -> None:
    broken = tmp_path / "broken.mp4"
    broken.write_bytes(b"no video")
    with pytest.raises(RecordingError, match="found no video"):
        next(tablekeeper.watch(broken))
    with pytest.raises(BadInput, match="found nothing there"):
        next(tablekeeper.watch(tmp_path / "none"))
    (tmp_path / "letter.txt").write_text("Dear Ann")
    with pytest.raises(BadInput, match="found text"):
        next(tablekeeper.watch(tmp_path / "letter.txt"))
    with pytest.raises(CameraError, match="found none at index 99"):
        next(tablekeeper.watch("webcam:99"))


@pytest.mark.skipif(not FELT.is_dir(), reason="the shared pictures are not here")
def test_every_roll_of_a_real_video_is_reported_once_right_and_nothing_else() -> None:
    rolls = list(tablekeeper.watch(FELT / "dice.mp4"))
    assert values(rolls) == [[1], [2], [3], [4], [5], [6], [5, 6], [3, 4]]
    assert all(roll.sure for roll in rolls)
    assert {die.body for roll in rolls for die in roll.dice} == {"white"}
