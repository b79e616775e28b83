"""A recorded minute replayed: the same dice are read again, the same slide is felt, and what is broken is told."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tablekeeper.firmware.program.device_sets import record
from tablekeeper.firmware.senses.camera.eye import Eye
from tablekeeper.firmware.senses.inbox import Inbox
from tablekeeper.firmware.senses.recorder import FOLDER, MINUTES, SESSION, Recorder
from tablekeeper.firmware.simulated.known_tray import die_of, simulated_calibration, simulated_reader
from tablekeeper.hardware.mock.picture.scatter import scatter
from tablekeeper.hardware.mock.picture.scene import Tray
from tablekeeper.hardware.mock.simulated_table import SimulatedTable
from tests.firmware.commands import call


@pytest.fixture(scope="module")
def minute(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A roll of 2, 5 and 3 and a slide from 4 to 5, fixed to something else."""
    home = tmp_path_factory.mktemp("home")
    recorder = Recorder()
    with SimulatedTable(seed=3, hole=5) as table:
        assert table.box is not None
        eye = Eye(table.tray, Inbox(), simulated_reader(["red", "black"]))
        record(recorder, eye, table.box)
        table.box.close()
        table.box.open()
        eye.ask({"red": 2, "black": 1})
        for moment in range(40):
            if moment == 5:
                table.tray.put(scatter([die_of("red", 2), die_of("red", 5), die_of("black", 3)], Tray(), seed=1))
            if moment == 20:
                table.hands.slide(4)
            frame = table.tray.frame(0.5)
            assert frame is not None
            recorder.see(frame.bgr(), frame.taken_at_s)
            table.clock.sleep(0.1)
            table.box.facts()
        recorder.note_reading(7, frame.bgr(), (), ())
        assert recorder.save_fix(home, 7, (), 0.0).why == ""
    known = simulated_calibration(("red", "black"))
    (home / "calibration.toml").write_text(known.to_toml(), encoding="utf-8")
    (kept,) = (home / FOLDER / MINUTES).iterdir()
    return kept


def test_a_minute_is_read_and_felt_again(minute: Path) -> None:
    home = minute.parents[2]
    told = [json.loads(line) for line in call(home, "replay", str(minute), "--json").output.splitlines()]
    seen = [sorted(die["value"] for die in one["dice"]) for one in told if one["kind"] == "seen" and one["sure"]]
    assert seen == [[2, 3, 5]]
    assert [(one["start"], one["end"]) for one in told if one.get("fact") == "slid"] == [(4, 5)]
    assert [one["at_s"] for one in told] == sorted(one["at_s"] for one in told)
    words = call(home, "replay", str(minute)).output
    assert "seen: " in words
    assert "felt: slid, start 4, end 5" in words
    assert "fixed to" in words


@pytest.mark.parametrize("text", ["", "{", '{"kind": "frame", "at_s": 1, "file": "gone.jpg"}\n', "[]\n", "\x00"])
def test_a_broken_minute_is_one_sentence(text: str, tmp_path: Path) -> None:
    (tmp_path / SESSION).write_text(text, encoding="utf-8")
    result = call(tmp_path, "replay", str(tmp_path))
    assert result.exit_code == 2
    assert len(result.stderr.strip().splitlines()) == 1
