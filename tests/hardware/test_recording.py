"""What was recorded plays back the same, and a bad roll becomes a test case in one command."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest

from tablekeeper.hardware.errors import RecordingError
from tablekeeper.hardware.mock.simulated_table import SimulatedTable
from tablekeeper.hardware.mock.table_clock import TableClock
from tablekeeper.hardware.recording import (
    SESSION,
    RecordedCamera,
    RecordedGrid,
    Recorder,
    ReplayCamera,
    ReplayGrid,
    main,
    read_session,
)
from tablekeeper.hardware.sliding_box.box import Box
from tablekeeper.hardware.sliding_box.facts import Slid


@pytest.fixture
def session(tmp_path: Path) -> Path:
    folder = tmp_path / "session"
    recorder = Recorder(folder)
    with SimulatedTable(seed=6) as table:
        assert table.box is not None
        table.box.close()
        box = Box(table.clock, RecordedGrid(table.box.grid, recorder), last_hole=5)
        box.open()
        camera = RecordedCamera(table.camera, recorder)
        table.hands.roll(["red", "black"], [2, 6])
        table.hands.slide(4)
        for _ in range(5):
            assert camera.frame(1.0) is not None
            table.clock.sleep(0.3)
            box.facts()
        box.close()
    recorder.close()
    return folder


def test_a_recording_plays_back_the_same_frames_at_the_same_distances(session: Path) -> None:
    clock = TableClock()
    clock.sleep(100)
    lines = [line for line in read_session(session) if line["kind"] == "frame"]
    with ReplayCamera(clock, session) as camera:
        frames = [frame for _ in lines if (frame := camera.frame(1.0)) is not None]
        assert len(frames) == 5
        assert np.diff([f.taken_at_s for f in frames]) == pytest.approx(np.diff([line["at_s"] for line in lines]))
        assert frames[0].metadata["source"] == "simulated"
        assert camera.frame(0.1) is None
        assert camera.health.state == "lost"


def test_recorded_edges_give_the_same_facts(session: Path) -> None:
    clock = TableClock()
    with Box(clock, ReplayGrid(clock, session), last_hole=5) as box:
        facts = []
        while (due := box.due_s()) is not None:
            clock.sleep(due - clock.now())
            facts += box.facts()
    assert [(fact.start, fact.end) for fact in facts if isinstance(fact, Slid)] == [(4, 5)]


def test_one_command_makes_a_case_of_a_bad_roll(
    session: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    into = tmp_path / "case"
    asked = ["cut", str(session), "--from", "0.5", "--to", "1.4", "--into", str(into), "--values", "6", "2"]
    assert main(asked) == 0
    labels = json.loads((into / "labels.json").read_text())["images"]
    assert labels
    assert all(entry["values"] == [2, 6] and (into / entry["file"]).is_file() for entry in labels)
    assert len([line for line in read_session(into) if line["kind"] == "frame"]) == len(labels)
    assert main(asked) == 2
    assert "found a session there already" in capsys.readouterr().err
    assert main(["cut", str(session), "--from", "90", "--to", "91", "--into", str(tmp_path / "x")]) == 2
    assert "found nothing from 90.0 to 91.0" in capsys.readouterr().err


def test_broken_recordings_say_what_is_broken(session: Path, tmp_path: Path) -> None:
    with pytest.raises(RecordingError, match=r"found no session\.jsonl"):
        read_session(tmp_path)
    with pytest.raises(RecordingError, match="found a session there already"):
        Recorder(session)
    (session / "000003.png").unlink()
    with pytest.raises(RecordingError, match=r"1 frames missing, the first is '000003.png'"):
        ReplayCamera(TableClock(), session).open()
    text = (session / SESSION).read_text()
    (session / SESSION).write_text(text[:-9])
    with pytest.raises(RecordingError, match="cut off or broken"):
        read_session(session)
    (session / SESSION).write_text('{"kind": "edge", "at_s": 1, "cell": 12, "present": true}\n')
    with pytest.raises(RecordingError, match="expected a frame or an edge"):
        read_session(session)
