"""The flight recorder: bounded in memory, and what it keeps can be measured and replayed."""

from __future__ import annotations

import json
from pathlib import Path

import cv2
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tablekeeper.firmware.senses.recorder import FOLDER, MINUTES, MOST_MINUTES, READINGS, Recorder, label
from tablekeeper.hardware.mock.table_clock import TableClock
from tablekeeper.hardware.recording import ReplayCamera, ReplayGrid, read_session
from tablekeeper.hardware.sliding_box.hall_grid import Edge
from tablekeeper.vision.measure.accuracy import measure
from tablekeeper.vision.measure.labelled import load_labels
from tablekeeper.vision.reading import Die, Reading
from tests.conftest import Clock

NOISE = np.random.default_rng(1).integers(0, 255, (120, 160, 3), np.uint8)


def die(value: int, body: str, x: int = 0) -> Die:
    return Die(value, 0.9, body, "white", (x, 0, 20, 20), "leaning")


def test_only_the_last_minute_is_kept(clock: Clock) -> None:
    recorder = Recorder()
    for _ in range(30 * 90):
        recorder.see(NOISE, clock())
        clock.pass_s(1 / 30)
    assert clock() - recorder.shots[0].at_s == pytest.approx(60, abs=0.3)
    assert 60 * 4 <= len(recorder.shots) <= 60 * 5 + 1
    assert recorder.bytes == sum(len(shot.jpeg) for shot in recorder.shots)


def test_memory_has_a_bound_whatever_the_camera_sends(clock: Clock) -> None:
    recorder = Recorder(most_bytes=100_000)
    for number in range(300):
        recorder.see(NOISE, clock())
        recorder.edge(Edge(number % 9 + 1, number % 2 == 0, clock()))
        recorder.note_reading(number, NOISE, [die(1, "red")], ["red"])
        clock.pass_s(0.5)
        assert recorder.bytes <= 100_000
    assert len(recorder.readings) == READINGS
    assert len(recorder.edges) <= 121
    assert recorder.edges[0].at_s >= clock() - 61


def test_a_fixed_reading_becomes_a_labelled_picture_with_its_minute(tmp_path: Path, clock: Clock) -> None:
    recorder = Recorder()
    recorder.edge(Edge(5, False, clock()))
    for _ in range(3):
        recorder.see(NOISE, clock())
        clock.pass_s(1)
    dice = [die(3, "red", 10), die(5, "red", 40), die(6, "black", 70)]
    recorder.note_reading(17, NOISE, dice, ["red", "red", "black"])
    kept, why = recorder.save_fix(tmp_path, 17, [5, 4, 6], 0.0)
    assert (kept is not None, why) == (True, "")
    (labelled,) = load_labels(tmp_path / FOLDER)
    assert labelled.values == (4, 5, 6)
    assert np.array_equal(cv2.imread(str(labelled.file)), NOISE)
    boxes = {tuple(found["box"]): found["value"] for found in _labels(tmp_path)["images"][0]["dice"]}
    assert boxes == {(10, 0, 20, 20): 4, (40, 0, 20, 20): 5, (70, 0, 20, 20): 6}
    (minute,) = (tmp_path / FOLDER / MINUTES).iterdir()
    story = json.loads((minute / "story.json").read_text(encoding="utf-8"))
    assert (story["read"], story["right"]) == ([3, 5, 6], [5, 4, 6])
    lines = read_session(minute)
    assert [line["kind"] for line in lines] == ["edge", "frame", "frame", "frame"]


def test_a_kept_minute_plays_again_as_camera_and_box(tmp_path: Path) -> None:
    clock, recorder = TableClock(), Recorder(every_s=0.1)
    recorder.edge(Edge(4, True, 7.0))
    for number in range(5):
        recorder.see(NOISE, 7.5 + number)
    recorder.note_reading(0, NOISE, [die(3, "red")], ["red"])
    recorder.save_fix(tmp_path, 0, [4], 0.0)
    (minute,) = (tmp_path / FOLDER / MINUTES).iterdir()
    with ReplayCamera(clock, minute) as camera, ReplayGrid(clock, minute) as grid:
        frames = [camera.frame(2.0) for _ in range(5)]
        assert [frame.taken_at_s for frame in frames if frame is not None] == [0.5, 1.5, 2.5, 3.5, 4.5]
        assert [(edge.cell, edge.present) for edge in grid.edges()] == [(4, True)]


def _labels(home: Path) -> dict[str, list[dict[str, list[dict[str, object]]]]]:
    labels: dict[str, list[dict[str, list[dict[str, object]]]]] = json.loads(
        (home / FOLDER / "labels.json").read_text(encoding="utf-8")
    )
    return labels


def test_the_accuracy_tool_measures_what_was_kept(tmp_path: Path) -> None:
    recorder = Recorder()
    wrong = Reading((die(3, "red"),), True, None)
    recorder.note_reading(1, NOISE, wrong.dice, ["red"])
    recorder.save_fix(tmp_path, 1, [4], 0.0)
    (trial,) = measure(tmp_path / FOLDER, lambda picture: wrong)
    assert trial.silent


def test_a_fix_of_what_was_never_read_keeps_nothing(tmp_path: Path) -> None:
    assert Recorder().save_fix(tmp_path, 3, [1], 0.0) == (None, "this answer was not read by the camera")
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"{",
        b"[]",
        b"3",
        b"\xff\xfe",
        b'{"images": 3}',
        b'{"images": [3]}',
        b'{"images": {"file": 1}}',
        b"null",
        None,
    ],
)
def test_a_spoilt_folder_never_stops_the_game(content: bytes | None, tmp_path: Path) -> None:
    labels = tmp_path / FOLDER / "labels.json"
    labels.parent.mkdir()
    if content is None:
        labels.mkdir()
    else:
        labels.write_bytes(content)
    recorder = Recorder()
    recorder.note_reading(1, NOISE, [die(3, "red")], ["red"])
    kept, why = recorder.save_fix(tmp_path, 1, [4], 0.0)
    assert kept is None
    assert why.startswith("the fixed picture could not be kept: ")
    assert content is None or labels.read_bytes() == content


def test_old_minutes_make_room_and_labelled_pictures_stay(tmp_path: Path) -> None:
    recorder = Recorder()
    for number in range(MOST_MINUTES + 5):
        recorder.note_reading(number, NOISE, [die(1, "red")], ["red"])
        recorder.save_fix(tmp_path, number, [2], number * 60.0)
    assert len(list((tmp_path / FOLDER / MINUTES).iterdir())) == MOST_MINUTES
    assert len(load_labels(tmp_path / FOLDER)) == MOST_MINUTES + 5


def test_the_newest_minute_stays_although_the_clock_ran_backwards(tmp_path: Path) -> None:
    recorder = Recorder()
    for number in range(MOST_MINUTES + 1):
        recorder.note_reading(number, NOISE, [die(1, "red")], ["red"])
        recorder.save_fix(tmp_path, number, [2], 1e9 - number * 60.0)
        assert any(path.name.endswith(f"-{number}") for path in (tmp_path / FOLDER / MINUTES).iterdir())
    assert len(list((tmp_path / FOLDER / MINUTES).iterdir())) == MOST_MINUTES


COLOURS = st.sampled_from(["red", "black"])


@given(
    read=st.lists(st.tuples(st.integers(1, 6), COLOURS), max_size=5),
    right=st.lists(st.tuples(st.integers(1, 6), COLOURS), max_size=5),
)
def test_labels_say_exactly_what_the_people_said(read: list[tuple[int, str]], right: list[tuple[int, str]]) -> None:
    dice = [die(value, body, place) for place, (value, body) in enumerate(read)]
    labelled = label(dice, [body for _, body in right], [value for value, _ in right])
    assert sorted((found.value, found.body) for found in labelled) == sorted(right)
    places = [found.box for found in labelled if found.box[2]]
    assert len(set(places)) == len(places)
