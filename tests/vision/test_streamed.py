"""A long measurement that was stopped goes on where it stood, and its figures are those of all of its rows."""

import json

from tests.vision import measure_evenings, measure_tables
from tests.vision.streamed import load_rows, stream


def test_rows_survive_a_kill_in_the_middle_of_a_line(tmp_path):
    file = tmp_path / "rows.jsonl"
    stream(file, iter([{"seed": 1}, {"seed": 2}]), [])
    file.write_text(file.read_text() + '{"seed": 3, "ta')
    done = load_rows(file)
    assert [row["seed"] for row in done] == [1, 2]
    rows = stream(file, iter([{"seed": 3}]), done)
    assert [row["seed"] for row in rows] == [row["seed"] for row in load_rows(file)] == [1, 2, 3]
    assert load_rows(tmp_path / "none") == load_rows(None) == []


def read(values, sure, doubted):
    return {"read": values, "sure": sure, "why": None, "doubted": doubted}


def test_a_table_on_which_calibration_costs_is_counted():
    flat, leaning = ["flat and apart"], ["leaning"]
    lost = {
        "values": [3],
        "kinds": flat,
        "edge": 14.0,
        "stranger": read([3], True, [False]),
        "calibrated": read([3], False, [True]),
    }
    won = {
        "values": [3],
        "kinds": leaning,
        "edge": 20.0,
        "stranger": read([4], True, [False]),
        "calibrated": read([4], False, [True]),
    }
    rows = [
        {"seed": 1, "table": "a", "why": "", "throws": [lost]},
        {"seed": 2, "table": "b", "why": "", "throws": [won]},
    ]
    assert [measure_tables.breaks_law(row, leaning=False) for row in rows] == [True, False]
    lines = measure_tables.report(json.loads(json.dumps(rows)))
    assert "tables on which calibration costs, leaning throws left out: 1" in lines
    assert "stranger: silently wrong: 1" in lines
    assert "calibrated: silently wrong: 0" in lines
    small, large = (
        next(line for line in lines if line.startswith(start))
        for start in ("calibrated, faces of under 15 px", "stranger, faces of 20 px and more")
    )
    assert "1 throws, 0 sure and right, 0 silently wrong; 1 of 1 flat and apart doubted; 0 of 0 leaning" in small
    assert "1 throws, 0 sure and right, 1 silently wrong; 0 of 0 flat and apart doubted; 1 of 1 leaning" in large


def test_the_curve_of_questions_counts_by_throw_number():
    row = {"seed": 1, "table": "a", "why": "", "judged": "qqrrrrrrrrrrrrrrqrrw", "leaning": "l" + "." * 19}
    lines = measure_evenings.report([row])
    assert lines[1].startswith("throws 1 to 10: asked 2 of 10 (20 %), where none leans 1 of 9; silently wrong 0")
    assert lines[2].startswith("throws 11 to 20: asked 1 of 10 (10 %), where none leans 1 of 10; silently wrong 1")
